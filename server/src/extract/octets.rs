//! Bytes in a request body.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use http::header;

use super::object::read;
use crate::error::Error;

/// Bytes, one at least, sent as `application/octet-stream`.
#[derive(Debug)]
pub struct Octets(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for Octets {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let is_octets = kind.is_some_and(|kind| kind == "application/octet-stream");
        let body = read(request, state).await?;
        if !is_octets {
            return Err(Error::UnsupportedType);
        }
        if body.is_empty() {
            return Err(Error::Invalid("The request cannot be read."));
        }
        Ok(Self(body))
    }
}
