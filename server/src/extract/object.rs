//! A JSON object in a request body.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use http::StatusCode;
use http::header::{self, HeaderMap};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::Error;

/// A JSON object, sent as `application/json`. Unknown members are ignored.
#[derive(Debug)]
pub struct Object<T>(pub T);

/// The same, or `null`, or no body at all.
#[derive(Debug)]
pub struct MaybeObject<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Object<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let is_json = is_json(request.headers());
        let body = read(request, state).await?;
        if is_json {
            parse(&body).map(Self)
        } else {
            Err(Error::UnsupportedType)
        }
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequest<S> for MaybeObject<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let is_json = is_json(request.headers());
        let body = read(request, state).await?;
        match (body.is_empty(), is_json) {
            (true, _) => Ok(Self(T::default())),
            (false, true) if body.trim_ascii() == b"null" => Ok(Self(T::default())),
            (false, true) => parse(&body).map(Self),
            (false, false) => Err(Error::UnsupportedType),
        }
    }
}

pub(super) async fn read<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Error> {
    Bytes::from_request(request, state)
        .await
        .map_err(|rejection| too_large_or_broken(&rejection))
}

fn too_large_or_broken(rejection: &BytesRejection) -> Error {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Error::TooLarge
    } else {
        Error::Invalid("The request cannot be read.")
    }
}

/// Reads the object first, because serde would also fill a struct from an array.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Error> {
    let unreadable = |_| Error::Invalid("The request cannot be read.");
    let members: Map<String, Value> = serde_json::from_slice(body).map_err(unreadable)?;
    serde_json::from_value(Value::Object(members)).map_err(unreadable)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let essence = kind
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default()
        .trim();
    essence.eq_ignore_ascii_case("application/json")
}
