//! Unknown paths, and methods that a path does not have.

use axum::response::{IntoResponse as _, Response};
use http::Uri;

use crate::error::{Error, PageError};
use crate::middleware::finish;

/// "Page Not Found" for people, a sentence for programs.
pub(crate) async fn path(uri: Uri) -> Response {
    if finish::is_api(uri.path()) {
        Error::NotFound("Address not found").into_response()
    } else {
        PageError(Error::NotFound("Page not found")).into_response()
    }
}

/// A sentence. The router adds the allowed methods.
pub(crate) async fn method() -> Error {
    Error::MethodNotAllowed
}
