//! Causes that carry more than a sentence: a limit that is used up, and a failed request to the payment provider.

use std::fmt;
use std::time::Duration;

use http::header::{HeaderMap, HeaderName, HeaderValue};

/// The limit that a caller has used up.
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
    /// Whether others on the caller's network may have used it up.
    pub is_of_network: bool,
}

/// The longest time that is a few minutes.
const FEW_MINUTES: Duration = Duration::from_mins(10);
/// The longest time that is told in minutes.
const IN_MINUTES: Duration = Duration::from_mins(119);

/// How long to wait. A limit of a day may have been used up by a neighbour, whom another network leaves behind.
impl fmt::Display for Limited {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wait = self.retry_after;
        if wait <= FEW_MINUTES {
            return text.write_str("Too many attempts. Please wait a few minutes and try again.");
        }
        let seconds = wait.as_secs();
        let (number, unit) = if wait <= IN_MINUTES {
            (seconds.div_ceil(60), "minutes")
        } else {
            (seconds.div_ceil(3600), "hours")
        };
        if self.is_of_network {
            write!(
                text,
                "Too many attempts from your network. Try again in {number} {unit}, or over another network, such as mobile data."
            )
        } else {
            write!(text, "Too many attempts. Try again in {number} {unit}.")
        }
    }
}

impl Limited {
    /// Writes the headers of draft-ietf-httpapi-ratelimit-headers-11.
    pub(super) fn write_headers(&self, headers: &mut HeaderMap) {
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

/// Why a request to the payment provider failed. It holds nothing that the provider or a person wrote.
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// It answered with an error. Only the status is kept.
    #[error("the payment provider answered {0}")]
    Status(u16),
    /// Its answer could not be read.
    #[error("the payment provider's answer could not be read")]
    Unreadable,
    /// No answer in time, or no connection.
    #[error("the payment provider did not answer")]
    NoAnswer,
    /// Too many requests are in progress, so this one was not sent.
    #[error("no place for a request to the payment provider became free in time")]
    NoPlace,
    /// Too many requests failed lately, so none is sent for a while.
    #[error("requests to the payment provider are suspended after repeated failures")]
    CircuitOpen,
}

impl PaymentError {
    /// Whether the provider gives the same answer to every request with the same idempotency key for a day. It stores every answer once it has
    /// begun to do what was asked, also an error of its own. <https://docs.stripe.com/api/idempotent_requests>
    pub fn is_repeated(&self) -> bool {
        match self {
            Self::Status(status) => !matches!(status, 401 | 403 | 409 | 429),
            Self::Unreadable => true,
            Self::NoAnswer | Self::NoPlace | Self::CircuitOpen => false,
        }
    }
}
