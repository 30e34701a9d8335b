//! Admission control: limits how many requests are in progress at once, and how long each may take.
//!
//! A request gets its permit (`concurrency.rs`) only when its body has arrived, so that slow bodies take none. A piece of a sound copy, of
//! which many are long, has its permit from before its body on, so that their memory is bounded.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{FromRef, FromRequestParts as _, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::header::{self, HeaderMap, HeaderValue};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use tokio::time::timeout;

use super::concurrency::{ConcurrencyLimits, RequestClass};
use super::inline::InlinePermit;
use crate::domain::network::ClientAddress;
use crate::error::Error;
use crate::extract::client_address::TrustedProxies;
use crate::extract::long_poll::AnswerAtOnce;

/// The time for a request's body to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// The time for a request, from its body on.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The same for a long poll, which waits for news for 25 seconds at most.
const LONG_POLL_TIMEOUT: Duration = Duration::from_secs(35);
/// The longest body that is read without a permit for long bodies, in bytes. Forms and Stripe's events are shorter.
const MAX_SHORT_BODY: u64 = 16 << 10;

/// What admission to a group of routes needs.
#[derive(Debug, FromRef)]
pub(crate) struct Admission {
    /// How many requests may be in progress.
    pub(crate) concurrency: ConcurrencyLimits,
    /// The proxies in front of the server.
    pub(crate) proxies: TrustedProxies,
    /// The class of the routes.
    pub(crate) class: RequestClass,
    /// The longest body, in bytes.
    pub(crate) max_body: usize,
}

/// Reads the body, runs the request if it gets a permit, and ends it when it takes too long.
pub(crate) async fn admit(
    State(admission): State<Arc<Admission>>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(network) = ClientAddress::from_request_parts(&mut parts, &*admission).await;
    let concurrency = &admission.concurrency;
    let early = match admission.class {
        RequestClass::Piece => concurrency.acquire(RequestClass::Piece, network).await,
        _ => None,
    };
    if early.is_none() && matches!(admission.class, RequestClass::Piece) {
        return close(Error::Busy);
    }
    let body = if early.is_some() {
        collect_in_time(body, admission.max_body).await
    } else {
        read(
            concurrency,
            network,
            &parts.headers,
            body,
            admission.max_body,
        )
        .await
    };
    let body = match body {
        Ok(body) => body,
        Err(error) => return close(error),
    };
    let long_poll = match admission.class {
        RequestClass::LongPoll => concurrency.acquire_long_poll(network).await,
        _ => None,
    };
    let (limit, _permit) = if let Some(permit) = long_poll {
        if let Some(inline) = parts.extensions.get::<InlinePermit>() {
            inline.release();
        }
        (LONG_POLL_TIMEOUT, permit)
    } else if let Some(permit) = early {
        (REQUEST_TIMEOUT, permit)
    } else {
        if matches!(admission.class, RequestClass::LongPoll) {
            parts.extensions.insert(AnswerAtOnce);
        }
        let Some(permit) = concurrency.acquire(admission.class, network).await else {
            return Error::Busy.into_response();
        };
        (REQUEST_TIMEOUT, permit)
    };
    timeout(limit, next.run(Request::from_parts(parts, body)))
        .await
        .unwrap_or_else(|_| Error::Timeout.into_response())
}

/// The whole body, of at most `max` bytes.
async fn read(
    concurrency: &ConcurrencyLimits,
    network: ClientAddress,
    headers: &HeaderMap,
    body: Body,
    max: usize,
) -> Result<Body, Error> {
    if body.is_end_stream() {
        return Ok(body);
    }
    let length = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| u64::try_from(max).unwrap_or(u64::MAX) < length) {
        return Err(Error::TooLarge);
    }
    let is_short = length.is_some_and(|length| length <= MAX_SHORT_BODY);
    let _reading = if is_short {
        None
    } else {
        let permit = concurrency.acquire_long_body(network).await;
        Some(permit.ok_or(Error::Busy)?)
    };
    collect_in_time(body, max).await
}

async fn collect_in_time(body: Body, max: usize) -> Result<Body, Error> {
    let bytes = timeout(BODY_TIMEOUT, collect(body, max)).await;
    bytes.map_err(|_| Error::RequestTimeout)?.map(Body::from)
}

async fn collect(body: Body, max: usize) -> Result<Bytes, Error> {
    let collected = Limited::new(body, max).collect().await;
    collected
        .map(http_body_util::Collected::to_bytes)
        .map_err(|cause| {
            if cause.is::<LengthLimitError>() {
                Error::TooLarge
            } else {
                // The body ended early, because it was sent too slowly.
                Error::RequestTimeout
            }
        })
}

/// The answer to a request whose body was not read: the connection cannot be used again (RFC 9110, section 15.5.9).
fn close(error: Error) -> Response {
    let mut response = error.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}
