//! What can go wrong while answering a request, and the one plain sentence that the person reads: the client shows it unchanged.
//!
//! A handler of the API returns [`Error`], a handler of a page [`PageError`]. Both become the same sentence; a page error with status
//! 404 becomes the page "Page Not Found". The cause is logged once: by `middleware::finish`, or by the gateway of the system that failed.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{self, HeaderName, HeaderValue};
use sea_orm::DbErr;

use crate::domain::clock::{Millis, moment, now, seconds};

mod causes;
mod database;

use self::database::DatabaseFailure;
pub use causes::{Limited, PaymentError};

/// The header that names the error for programs and tests.
pub const ERROR_CODE: HeaderName = HeaderName::from_static("x-error-code");

/// Why a request fails.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request is not valid.
    #[error("{0}")]
    Invalid(&'static str),
    /// The request has no token where one is needed.
    #[error("Please open the link again.")]
    NoToken,
    /// What the request names does not exist.
    #[error("{0}")]
    NotFound(&'static str),
    /// What is there already leaves no room for it.
    #[error("{0}")]
    Conflict(&'static str),
    /// What the request names existed once.
    #[error("{0}")]
    Gone(&'static str),
    /// The path has no such method.
    #[error("This address cannot be used in that way.")]
    MethodNotAllowed,
    /// The request comes from another site.
    #[error("Please open the page again and retry.")]
    CrossOrigin,
    /// The body took too long to arrive.
    #[error("The request took too long to arrive.")]
    RequestTimeout,
    /// The body is longer than the route accepts.
    #[error("The request is too large.")]
    TooLarge,
    /// The URL is too long.
    #[error("The address is too long.")]
    UriTooLong,
    /// The body's content type is not one that the route accepts.
    #[error("The request has a type that cannot be read.")]
    UnsupportedType,
    /// A limit is used up.
    #[error("{0}")]
    TooMany(Limited),
    /// There are too many header fields, or they are too long.
    #[error("The request has too many or too long headers.")]
    HeadersTooLarge,
    /// The payment provider refused.
    #[error("Failed to create payment intent")]
    Payment(#[source] PaymentError),
    /// The payment provider does not answer.
    #[error("Payments are not available right now.")]
    PaymentsUnavailable(#[source] PaymentError),
    /// Too many requests are in progress, or the database is locked.
    #[error("The service is busy. Please try again.")]
    Busy,
    /// The database is gone, or its disk is full. The cause is for the log.
    #[error("The service is busy. Please try again.")]
    Unavailable(#[source] anyhow::Error),
    /// The clock is in doubt, so no time can be signed.
    #[error("The time cannot be confirmed right now. Please try again later.")]
    ClockDoubt,
    /// Sound was not stored, because its store is full or cannot be used.
    #[error("Recordings cannot be stored right now.")]
    NotStored(#[source] anyhow::Error),
    /// The store of sound cannot be used.
    #[error("Recordings are not available right now.")]
    StoreAway(#[source] anyhow::Error),
    /// A link has as much sound stored as it may have.
    #[error("No more recordings can be stored for this link.")]
    QuotaUsedUp,
    /// What is to be deleted cannot be before this time.
    #[error("This can be deleted from {} on.", moment(*.0))]
    TooEarly(Millis),
    /// The answer took too long.
    #[error("The service took too long. Please try again.")]
    Timeout,
    /// A fault of the server. The cause is for the log.
    #[error("Something went wrong. Please try again.")]
    Internal(#[source] anyhow::Error),
}

impl Error {
    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        self.status_and_code().0
    }

    /// The name for programs and tests, in `X-Error-Code`.
    pub fn code(&self) -> &'static str {
        self.status_and_code().1
    }

    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Invalid(_) => (StatusCode::BAD_REQUEST, "invalid"),
            Self::NoToken => (StatusCode::UNAUTHORIZED, "no_token"),
            Self::NotFound(_) => (StatusCode::NOT_FOUND, "not_found"),
            Self::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            Self::CrossOrigin => (StatusCode::FORBIDDEN, "cross_origin"),
            Self::RequestTimeout => (StatusCode::REQUEST_TIMEOUT, "request_timeout"),
            Self::Conflict(_) => (StatusCode::CONFLICT, "conflict"),
            Self::TooEarly(_) => (StatusCode::CONFLICT, "too_early"),
            Self::Gone(_) => (StatusCode::GONE, "gone"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Self::UriTooLong => (StatusCode::URI_TOO_LONG, "uri_too_long"),
            Self::UnsupportedType => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_type"),
            Self::TooMany(_) => (StatusCode::TOO_MANY_REQUESTS, "too_many"),
            Self::HeadersTooLarge => (
                StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
                "headers_too_large",
            ),
            Self::Payment(_) => (StatusCode::BAD_GATEWAY, "payment_failed"),
            Self::PaymentsUnavailable(_) => {
                (StatusCode::SERVICE_UNAVAILABLE, "payments_unavailable")
            }
            Self::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            Self::Unavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
            Self::ClockDoubt => (StatusCode::SERVICE_UNAVAILABLE, "clock_doubt"),
            Self::NotStored(_) => (StatusCode::INSUFFICIENT_STORAGE, "not_stored"),
            Self::StoreAway(_) => (StatusCode::SERVICE_UNAVAILABLE, "store_away"),
            Self::QuotaUsedUp => (StatusCode::INSUFFICIENT_STORAGE, "quota_used_up"),
            Self::Timeout => (StatusCode::SERVICE_UNAVAILABLE, "timeout"),
            Self::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        }
    }

    /// The text for the log: the code, and the cause that the person is not told.
    pub fn for_log(&self) -> String {
        match self {
            Self::Internal(cause)
            | Self::Unavailable(cause)
            | Self::NotStored(cause)
            | Self::StoreAway(cause) => {
                format!("{}: {cause:#}", self.code())
            }
            Self::Payment(cause) | Self::PaymentsUnavailable(cause) => {
                format!("{}: {cause}", self.code())
            }
            _ => self.code().to_owned(),
        }
    }

    /// How many seconds the client should wait before it tries again.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooMany(limited) => Some(limited.retry_after.as_secs().max(1)),
            Self::PaymentsUnavailable(_) | Self::NotStored(_) | Self::StoreAway(_) => Some(30),
            Self::ClockDoubt => Some(60),
            Self::TooEarly(time) => Some(u64::try_from(seconds(time - now())).unwrap_or(0).max(1)),
            Self::Busy | Self::Timeout => Some(1),
            Self::Unavailable(_) => Some(5),
            _ => None,
        }
    }
}

impl From<anyhow::Error> for Error {
    fn from(cause: anyhow::Error) -> Self {
        Self::Internal(cause)
    }
}

impl From<PaymentError> for Error {
    fn from(cause: PaymentError) -> Self {
        match cause {
            PaymentError::NoAnswer | PaymentError::NoPlace | PaymentError::CircuitOpen => {
                Self::PaymentsUnavailable(cause)
            }
            PaymentError::Status(_) | PaymentError::Unreadable => Self::Payment(cause),
        }
    }
}

impl From<DbErr> for Error {
    /// A database that is locked is busy, and one that is gone or full is unavailable; everything else is an internal error.
    fn from(cause: DbErr) -> Self {
        match database::failure(&cause) {
            DatabaseFailure::Busy => Self::Busy,
            DatabaseFailure::Unavailable => Self::Unavailable(cause.into()),
            DatabaseFailure::Fault => Self::Internal(cause.into()),
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = (self.status(), self.to_string()).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/plain; charset=utf-8"),
        );
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(ERROR_CODE, HeaderValue::from_static(self.code()));
        if let Some(seconds) = self.retry_after() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if matches!(self, Self::NoToken) {
            // RFC 9110, section 11.6.1
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Self::TooMany(limited) = &self {
            limited.write_headers(headers);
        }
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

/// The error of a page: the same, but status 404 becomes the page "Page Not Found".
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct PageError(#[from] pub Error);

/// Marks a response that a person sees in place of a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InPlaceOfPage;

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        let mut response = self.0.into_response();
        response.extensions_mut().insert(InPlaceOfPage);
        response
    }
}

#[cfg(test)]
mod tests;
