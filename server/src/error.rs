//! What can go wrong while answering, and the one plain sentence the person is told.
//!
//! The client shows `"{status}: {body}"` (spec section 8), so a body is a sentence in `text/plain`.
//! Neither the sentence nor the cause kept for the log holds personal data.

use std::time::Duration;

use sea_orm::{DbErr, RuntimeErr};

/// Which limit a caller ran into, told in the `RateLimit` headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limited {
    /// The limit's name, as in `RateLimit-Policy`.
    pub policy: &'static str,
    /// How many requests the limit allows in a window.
    pub quota: u32,
    /// The window's length.
    pub window: Duration,
    /// When the window ends.
    pub retry_after: Duration,
}

/// Everything an answer can fail with.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// 400: the request says something that cannot be used.
    #[error("{0}")]
    Invalid(&'static str),
    /// 403: another site sent the request.
    #[error("This request came from another site.")]
    CrossSite,
    /// 404.
    #[error("{0}")]
    NotFound(&'static str),
    /// 405.
    #[error("This address does not answer that kind of request.")]
    MethodNotAllowed,
    /// 409.
    #[error("{0}")]
    Conflict(&'static str),
    /// 410: it was there once.
    #[error("{0}")]
    Gone(&'static str),
    /// 413.
    #[error("The request is too large.")]
    TooLarge,
    /// 415.
    #[error("Please send JSON.")]
    NotJson,
    /// 429.
    #[error("Too many attempts. Please wait a few minutes and try again.")]
    TooMany(Limited),
    /// 502: the payment provider did not do what was asked. The cause holds no personal data.
    #[error("Failed to create payment intent")]
    Payment(#[source] PaymentError),
    /// 503: the payment provider cannot be reached.
    #[error("Payments are not available right now.")]
    PaymentsUnavailable,
    /// 503: the database is locked or full.
    #[error("The service is busy. Please try again in a moment.")]
    Busy,
    /// 500.
    #[error("Something went wrong. Please try again.")]
    Internal(#[source] anyhow::Error),
}

/// Why a call to the payment provider failed.
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// It answered with an error; the status alone is kept.
    #[error("the payment provider answered {0}")]
    Status(u16),
    /// Its answer could not be read.
    #[error("the payment provider's answer could not be read")]
    Unreadable,
    /// No answer in time, or no connection.
    #[error("the payment provider did not answer")]
    NoAnswer,
    /// Too many calls failed lately, so that none is tried for a while.
    #[error("the payment provider is left alone for a while")]
    CircuitOpen,
}

impl Error {
    /// The HTTP status.
    pub fn status(&self) -> u16 {
        match self {
            Self::Invalid(_) => 400,
            Self::CrossSite => 403,
            Self::NotFound(_) => 404,
            Self::MethodNotAllowed => 405,
            Self::Conflict(_) => 409,
            Self::Gone(_) => 410,
            Self::TooLarge => 413,
            Self::NotJson => 415,
            Self::TooMany(_) => 429,
            Self::Internal(_) => 500,
            Self::Payment(_) => 502,
            Self::PaymentsUnavailable | Self::Busy => 503,
        }
    }

    /// The word of the header `X-Error-Code`, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid_request",
            Self::CrossSite => "cross_site",
            Self::NotFound(_) => "not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::Conflict(_) => "conflict",
            Self::Gone(_) => "gone",
            Self::TooLarge => "too_large",
            Self::NotJson => "not_json",
            Self::TooMany(_) => "too_many_attempts",
            Self::Internal(_) => "internal",
            Self::Payment(_) => "payment_failed",
            Self::PaymentsUnavailable => "payments_unavailable",
            Self::Busy => "busy",
        }
    }

    /// An internal failure with a cause for the log.
    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        Self::Internal(cause.into())
    }
}

impl From<PaymentError> for Error {
    fn from(cause: PaymentError) -> Self {
        match cause {
            PaymentError::NoAnswer | PaymentError::CircuitOpen => Self::PaymentsUnavailable,
            PaymentError::Status(_) | PaymentError::Unreadable => Self::Payment(cause),
        }
    }
}

impl From<DbErr> for Error {
    /// A database that is locked or full is busy; everything else is our fault.
    fn from(cause: DbErr) -> Self {
        if is_busy(&cause) {
            Self::Busy
        } else {
            Self::Internal(cause.into())
        }
    }
}

/// Whether waiting may help: no free connection, a lock that is held too long, or a full disk.
fn is_busy(cause: &DbErr) -> bool {
    let (DbErr::Conn(source) | DbErr::Exec(source) | DbErr::Query(source)) = cause else {
        return matches!(cause, DbErr::ConnectionAcquire(_));
    };
    let RuntimeErr::SqlxError(source) = source else {
        return false;
    };
    let Some(database) = source.as_database_error() else {
        return false;
    };
    // SQLite's primary result codes: 5 busy, 6 locked, 13 full; extended codes carry them in the low byte
    // (https://www.sqlite.org/rescode.html). PostgreSQL's codes are five characters long.
    database
        .code()
        .filter(|code| code.len() < 5)
        .and_then(|code| code.parse::<u32>().ok())
        .is_some_and(|code| matches!(code & 0xff, 5 | 6 | 13))
}
