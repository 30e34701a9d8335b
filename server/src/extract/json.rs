//! A JSON body, in and out.

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Error;

/// JSON whose rejection is one of our sentences.
#[derive(Debug)]
pub struct Json<T>(pub T);

#[expect(clippy::disallowed_types, reason = "this is the sanctioned wrapper")]
impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let json = axum::Json::<T>::from_request(request, state).await;
        json.map(|axum::Json(value)| Self(value))
            .map_err(|rejection| error(&rejection))
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

fn error(rejection: &JsonRejection) -> Error {
    match (rejection, rejection.status()) {
        (JsonRejection::MissingJsonContentType(_), _) => Error::UnsupportedType,
        (_, StatusCode::PAYLOAD_TOO_LARGE) => Error::TooLarge,
        // The body broke off: whoever still reads the answer has sent too slowly.
        (JsonRejection::BytesRejection(_), _) => Error::RequestTimeout,
        _ => Error::Invalid("The request cannot be read."),
    }
}
