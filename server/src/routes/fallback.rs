//! Paths that are none, and methods that a path does not know.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::header::HeaderMap;
use http::{StatusCode, Uri};

use crate::app::App;
use crate::error::{Error, PageError};
use crate::middleware::finish;
use crate::routes::pages::{NOT_FOUND, respond};

/// The real "Page Not Found" for people, a sentence for programs.
pub(crate) async fn not_found(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Response {
    if finish::is_api(uri.path()) {
        return Error::NotFound("Address not found").into_response();
    }
    if !app.renderer.has(NOT_FOUND.name) {
        return PageError(Error::NotFound("Page not found")).into_response();
    }
    respond(&app, &NOT_FOUND, &headers, StatusCode::NOT_FOUND).await
}

/// A sentence; the router adds which methods there are.
pub(crate) async fn method_not_allowed() -> Error {
    Error::MethodNotAllowed
}
