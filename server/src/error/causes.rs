//! Causes that carry more than a sentence: limits, the payment provider and the database.

use std::time::Duration;

use http::header::{HeaderMap, HeaderName, HeaderValue};
use sea_orm::{DbErr, RuntimeErr};

use super::Error;

/// Which limit a caller ran into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limited {
    /// The limit's name.
    pub policy: &'static str,
    /// How many requests it allows in a window.
    pub quota: u32,
    /// The window's length.
    pub window: Duration,
    /// When to try again.
    pub retry_after: Duration,
}

impl Limited {
    /// Tells the limit as draft-ietf-httpapi-ratelimit-headers-11 writes it.
    pub(super) fn tell(&self, headers: &mut HeaderMap) {
        let (name, seconds) = (self.policy, self.window.as_secs());
        let left = self.retry_after.as_secs().max(1);
        let policy = format!("\"{name}\";q={};w={seconds}", self.quota);
        let state = format!("\"{name}\";r=0;t={left}");
        for (header, text) in [("ratelimit-policy", policy), ("ratelimit", state)] {
            if let Ok(value) = HeaderValue::from_str(&text) {
                headers.insert(HeaderName::from_static(header), value);
            }
        }
    }
}

/// Why a call to the payment provider failed. It holds nothing that the provider or a person wrote.
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

impl From<PaymentError> for Error {
    fn from(cause: PaymentError) -> Self {
        match cause {
            PaymentError::NoAnswer | PaymentError::CircuitOpen => Self::PaymentsUnavailable(cause),
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
