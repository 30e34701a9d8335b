//! Limits how many requests are in progress at once, and how long each may take.
//!
//! A request takes its place (`in_flight.rs`) only when its body has arrived, so that slow bodies take none. A piece of a sound copy, of which
//! many are long, has its place from before its body on, so that their memory is bounded.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{FromRef, FromRequestParts as _, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::header::{self, HeaderMap, HeaderValue};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use tokio::time::timeout;

use super::in_flight::{InFlight, Kind};
use crate::domain::network::ClientAddress;
use crate::error::Error;
use crate::extract::client_address::TrustedProxies;

/// The time for a request's body to arrive.
const BODY: Duration = Duration::from_secs(10);
/// The time for a request, from its body on.
const REQUEST: Duration = Duration::from_secs(10);
/// The same for a request that waits for news, which it does for 25 seconds at most.
const WAITING: Duration = Duration::from_secs(35);
/// The longest body that is read without a place for long bodies, in bytes. Forms and Stripe's events are shorter.
const SHORT: u64 = 16 << 10;

/// What guarding a group of routes needs.
#[derive(Debug, FromRef)]
pub(crate) struct Guarded {
    /// The places.
    pub(crate) in_flight: InFlight,
    /// The proxies in front of the server.
    pub(crate) proxies: TrustedProxies,
    /// Which places the routes take.
    pub(crate) kind: Kind,
    /// The longest body, in bytes.
    pub(crate) longest: usize,
}

/// Marks a request that is to be answered at once: so many wait for news that its connection is needed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AtOnce;

/// Reads the body, runs the request if there is a free place, and ends it when it takes too long.
pub(crate) async fn guard(
    State(guarded): State<Arc<Guarded>>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(network) = ClientAddress::from_request_parts(&mut parts, &*guarded).await;
    let in_flight = &guarded.in_flight;
    let early = match guarded.kind {
        Kind::Piece => in_flight.enter(Kind::Piece, network).await,
        _ => None,
    };
    if early.is_none() && matches!(guarded.kind, Kind::Piece) {
        return close(Error::Busy);
    }
    let body = if early.is_some() {
        collect_in_time(body, guarded.longest).await
    } else {
        read(in_flight, network, &parts.headers, body, guarded.longest).await
    };
    let body = match body {
        Ok(body) => body,
        Err(error) => return close(error),
    };
    let waiting = match guarded.kind {
        Kind::Waiting => in_flight.wait(network).await,
        _ => None,
    };
    let (longest, _place) = if let Some(place) = waiting {
        (WAITING, place)
    } else if let Some(place) = early {
        (REQUEST, place)
    } else {
        if matches!(guarded.kind, Kind::Waiting) {
            parts.extensions.insert(AtOnce);
        }
        let Some(place) = in_flight.enter(guarded.kind, network).await else {
            return Error::Busy.into_response();
        };
        (REQUEST, place)
    };
    timeout(longest, next.run(Request::from_parts(parts, body)))
        .await
        .unwrap_or_else(|_| Error::Timeout.into_response())
}

/// The whole body, of at most `longest` bytes.
async fn read(
    in_flight: &InFlight,
    network: ClientAddress,
    headers: &HeaderMap,
    body: Body,
    longest: usize,
) -> Result<Body, Error> {
    if body.is_end_stream() {
        return Ok(body);
    }
    let length = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| u64::try_from(longest).unwrap_or(u64::MAX) < length) {
        return Err(Error::TooLarge);
    }
    let is_short = length.is_some_and(|length| length <= SHORT);
    let _reading = if is_short {
        None
    } else {
        let place = in_flight.read_long(network).await;
        Some(place.ok_or(Error::Busy)?)
    };
    collect_in_time(body, longest).await
}

async fn collect_in_time(body: Body, longest: usize) -> Result<Body, Error> {
    let bytes = timeout(BODY, collect(body, longest)).await;
    bytes.map_err(|_| Error::RequestTimeout)?.map(Body::from)
}

async fn collect(body: Body, longest: usize) -> Result<Bytes, Error> {
    let collected = Limited::new(body, longest).collect().await;
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
