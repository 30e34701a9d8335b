//! Paths that are none, and methods that a path does not know.

use axum::response::{IntoResponse as _, Response};
use http::Uri;

use crate::error::{Error, PageError};
use crate::middleware::finish;

/// The real "Page Not Found" for people, a sentence for programs.
pub(crate) async fn not_found(uri: Uri) -> Response {
    if finish::is_api(uri.path()) {
        Error::NotFound("Address not found").into_response()
    } else {
        PageError(Error::NotFound("Page not found")).into_response()
    }
}

/// A sentence; the router adds which methods there are.
pub(crate) async fn method_not_allowed() -> Error {
    Error::MethodNotAllowed
}
