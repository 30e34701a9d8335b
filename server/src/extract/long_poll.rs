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

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;

    /// What an address with this query asks for: what the requester has, and the longest wait in seconds.
    async fn asked(query: &str, limit: Option<AnswerAtOnce>) -> Result<(i64, u64), Error> {
        let (mut parts, ()) = Request::get(format!("/?{query}"))
            .body(())
            .unwrap()
            .into_parts();
        if let Some(limit) = limit {
            parts.extensions.insert(limit);
        }
        let poll = LongPoll::from_request_parts(&mut parts, &()).await?;
        Ok((poll.after, poll.wait.as_secs()))
    }

    #[tokio::test]
    async fn nobody_waits_longer_than_25_seconds_or_without_asking() {
        for (query, expected) in [
            ("", (-1, 0)),
            ("after=7", (7, 0)),
            ("wait=3", (-1, 3)),
            ("wait=25", (-1, 25)),
            ("wait=26", (-1, 25)),
            ("after=0&wait=18446744073709551615", (0, 25)),
        ] {
            assert_eq!(asked(query, None).await.unwrap(), expected, "{query}");
        }
    }

    #[tokio::test]
    async fn where_too_many_wait_the_answer_comes_at_once() {
        let asked = asked("after=7&wait=25", Some(AnswerAtOnce)).await;
        assert_eq!(asked.unwrap(), (7, 0));
    }

    #[tokio::test]
    async fn an_address_that_cannot_be_read_is_refused() {
        for query in ["wait=-1", "wait=soon", "after=x", "after=1&after=2"] {
            assert!(
                matches!(asked(query, None).await, Err(Error::Invalid(_))),
                "{query}"
            );
        }
    }
}
