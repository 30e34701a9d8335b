//! A response body in JSON.

use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// A value as JSON. Request bodies are read by [`Object`](super::object::Object).
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}
