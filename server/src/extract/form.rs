//! A form in a request body.

use axum::extract::rejection::FormRejection;
use axum::extract::{FromRequest, Request};
use http::StatusCode;
use serde::de::DeserializeOwned;

use crate::error::{Error, PageError};

/// The fields of a form. A body that is not a form is a page error.
#[derive(Debug)]
pub struct Form<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Form<T> {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &S) -> Result<Self, PageError> {
        let form = axum::Form::<T>::from_request(request, state).await;
        form.map(|axum::Form(fields)| Self(fields))
            .map_err(|rejection| PageError(error(&rejection)))
    }
}

fn error(rejection: &FormRejection) -> Error {
    match (rejection, rejection.status()) {
        (FormRejection::InvalidFormContentType(_), _) => Error::UnsupportedType,
        (_, StatusCode::PAYLOAD_TOO_LARGE) => Error::TooLarge,
        // The body ended early, because it was sent too slowly.
        (FormRejection::BytesRejection(_), _) => Error::RequestTimeout,
        _ => Error::Invalid("The form cannot be read."),
    }
}
