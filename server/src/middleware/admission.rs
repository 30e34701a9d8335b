//! Admission control: limits how many requests are in progress at once, and how long each may take.
//!
//! A request gets its permit (`concurrency.rs`) only when its body has arrived, so that slow bodies take none. A body that is longer than forms
//! are takes a share of the memory for bodies as it arrives, so whoever wants to take what others need has to send as much.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{FromRef, FromRequestParts as _, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use bytes::BytesMut;
use http::header::{self, HeaderMap, HeaderValue};
use http::request::Parts;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use tokio::time::timeout;

use super::concurrency::{BODY_SHARE, ConcurrencyLimits, Permit, RequestClass};
use super::inline::InlinePermit;
use crate::domain::network::ClientAddress;
use crate::error::Error;
use crate::extract::bearer::Bearer;
use crate::extract::client_address::TrustedProxies;
use crate::extract::long_poll::AnswerAtOnce;
use crate::services::limits::link_policies::LINK_TOKENS;
use crate::services::limits::{Caller, Limits, RequestSubject};

/// The time for a request's body to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// The time for a request, from its body on.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The same for a long poll, which waits for news for 25 seconds at most.
const LONG_POLL_TIMEOUT: Duration = Duration::from_secs(35);
/// How much of a body takes no share of the memory, in bytes. Forms and Stripe's events are shorter.
const FREE_BODY: usize = 16 << 10;

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
    /// How often a network may send tokens that nobody has.
    pub(crate) limits: Limits,
}

/// Reads the body, runs the request if it gets a permit, and ends it when it takes too long.
pub(crate) async fn admit(
    State(admission): State<Arc<Admission>>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(network) = ClientAddress::from_request_parts(&mut parts, &*admission).await;
    if let Err(error) = refuse_stranger(&admission, network, &mut parts).await {
        return if body.is_end_stream() {
            error.into_response()
        } else {
            close(error)
        };
    }
    let concurrency = &admission.concurrency;
    let mut memory = Vec::new();
    let body = match read(&admission, network, &parts.headers, body, &mut memory).await {
        Ok(body) => body,
        Err(error) => return close(error),
    };
    let long_poll = match admission.class {
        RequestClass::LongPoll => concurrency.acquire_long_poll(network).await,
        _ => None,
    };
    let (limit, permit) = if let Some(permit) = long_poll {
        if let Some(inline) = parts.extensions.get::<InlinePermit>() {
            inline.release();
        }
        (LONG_POLL_TIMEOUT, permit)
    } else {
        if matches!(admission.class, RequestClass::LongPoll) {
            parts.extensions.insert(AnswerAtOnce);
        }
        let Some(permit) = concurrency.acquire(admission.class, network).await else {
            return Error::Busy.into_response();
        };
        (REQUEST_TIMEOUT, permit)
    };
    let response = timeout(limit, next.run(Request::from_parts(parts, body)))
        .await
        .unwrap_or_else(|_| Error::Timeout.into_response());
    if response.status().is_client_error() {
        // Whatever it asked for is refused, and nobody has to wait for it.
        permit.0.release();
    }
    response
}

/// Fails for a token of a link that nobody has, where the network has sent too many of them. It takes none of the permits that the phones of
/// other people on the network need for their alarms.
async fn refuse_stranger(
    admission: &Admission,
    network: ClientAddress,
    parts: &mut Parts,
) -> Result<(), Error> {
    use RequestClass::{Link, LongPoll, Piece};
    if !matches!(admission.class, Link | LongPoll | Piece) {
        return Ok(());
    }
    // The handler answers a request without a token.
    let Ok(Bearer(token)) = Bearer::from_request_parts(parts, &()).await else {
        return Ok(());
    };
    let device = None;
    let caller = Caller { device, network };
    let about = RequestSubject::Token(&token);
    admission.limits.admit(&LINK_TOKENS, &caller, about).await
}

/// The whole body, of at most `max_body` bytes. `memory` gets its shares, which are held for as long as the body.
async fn read(
    admission: &Admission,
    network: ClientAddress,
    headers: &HeaderMap,
    body: Body,
    memory: &mut Vec<Permit>,
) -> Result<Body, Error> {
    if body.is_end_stream() {
        return Ok(body);
    }
    let length = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| admission.max_body < length) {
        return Err(Error::TooLarge);
    }
    let bytes = timeout(BODY_TIMEOUT, collect(admission, network, body, memory)).await;
    bytes.map_err(|_| Error::RequestTimeout)?.map(Body::from)
}

async fn collect(
    admission: &Admission,
    network: ClientAddress,
    body: Body,
    memory: &mut Vec<Permit>,
) -> Result<Bytes, Error> {
    let mut body = Limited::new(body, admission.max_body);
    let mut bytes = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|cause| not_read(&*cause))?.into_data() else {
            continue;
        };
        while FREE_BODY + memory.len() * BODY_SHARE < bytes.len() + data.len() {
            let share = admission
                .concurrency
                .acquire_memory(admission.class, network);
            memory.push(share.await.ok_or(Error::Busy)?);
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes.freeze())
}

fn not_read(cause: &(dyn std::error::Error + 'static)) -> Error {
    if cause.is::<LengthLimitError>() {
        Error::TooLarge
    } else {
        // The body ended early, because it was sent too slowly.
        Error::RequestTimeout
    }
}

/// The answer to a request whose body was not read: the connection cannot be used again (RFC 9110, section 15.5.9).
fn close(error: Error) -> Response {
    let mut response = error.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}
