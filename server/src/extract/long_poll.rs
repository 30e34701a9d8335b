//! The parameters of a long poll.

use std::time::Duration;

use axum::extract::{FromRequestParts, Query};
use http::request::Parts;
use serde::Deserialize;

use crate::error::Error;

/// The longest that a request waits, in seconds.
const MAX_WAIT_SECONDS: u64 = 25;

/// Marks a request that is to be answered at once: so many wait for news that its connection is needed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnswerAtOnce;

#[derive(Deserialize)]
struct Asked {
    after: Option<i64>,
    wait: Option<u64>,
}

/// `after` and `wait` of the address.
///
/// They say what the requester has already, -1 where that is nothing, and how long the answer may take while there is nothing else. An
/// address that cannot be read gets 400. Where too many requests wait the answer comes at once.
#[derive(Debug)]
pub struct LongPoll {
    pub after: i64,
    pub wait: Duration,
}

impl<S: Send + Sync> FromRequestParts<S> for LongPoll {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let Query(asked): Query<Asked> = Query::try_from_uri(&parts.uri)
            .map_err(|_| Error::Invalid("The address cannot be read."))?;
        let max = match parts.extensions.get() {
            Some(AnswerAtOnce) => 0,
            None => MAX_WAIT_SECONDS,
        };
        Ok(Self {
            after: asked.after.unwrap_or(-1),
            wait: Duration::from_secs(asked.wait.unwrap_or(0).min(max)),
        })
    }
}
