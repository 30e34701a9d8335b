//! Limits how many requests are in progress at once, and how long each may take.
//!
//! A request takes its place only when its body has arrived, so that slow bodies take none. Each kind of request has places of its own,
//! and once half of them are taken, no network gets more than its share.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{FromRef, FromRequestParts as _, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::header::{self, HeaderMap, HeaderValue};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use crate::error::Error;
use crate::extract::client_address::{ClientAddress, TrustedProxies};
use crate::extract::shares::{Share, Shares};

/// The time for a request's body to arrive.
const BODY: Duration = Duration::from_secs(10);
/// The time for a request, from its body on.
const REQUEST: Duration = Duration::from_secs(10);
/// The longest body that is read without a place for long bodies, in bytes. Forms and Stripe's events are shorter.
const SHORT: u64 = 16 << 10;
/// How many longer bodies are read at once: each may fill half a megabyte.
const LONG_BODIES: usize = 32;

/// What guarding a group of routes needs.
#[derive(Debug, Clone, FromRef)]
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

/// Kinds of requests. Each has places of its own, so that none can take those of another.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    /// Pages and endpoints.
    Ordinary,
    /// Requests that start a payment.
    Payment,
    /// Events of the payment provider.
    Event,
    /// Requests to the payment emulator.
    Emulator,
}

/// Places for requests in progress; further requests are answered 503. Cheap to clone.
#[derive(Debug, Clone)]
pub struct InFlight(Arc<Rooms>);

#[derive(Debug)]
struct Rooms {
    ordinary: Room,
    payment: Room,
    event: Room,
    emulator: Room,
    long_bodies: Room,
}

#[derive(Debug)]
struct Room {
    most: usize,
    places: Semaphore,
    shares: Shares,
}

impl Room {
    fn new(places: usize, share: Option<usize>) -> Self {
        Self {
            most: places,
            places: Semaphore::new(places),
            shares: Shares::new(share),
        }
    }

    /// A place for a request from this network.
    fn enter(&self, network: ClientAddress) -> Option<(SemaphorePermit<'_>, Share)> {
        let place = self.places.try_acquire().ok()?;
        let is_plenty = self.most / 2 <= self.places.available_permits();
        Some((place, self.shares.take(network, is_plenty)?))
    }
}

impl InFlight {
    /// With `has_shares` false a network may take every place, for load tests.
    pub fn new(has_shares: bool) -> Self {
        let share = |share| has_shares.then_some(share);
        Self(Arc::new(Rooms {
            ordinary: Room::new(416, share(64)),
            payment: Room::new(64, share(16)),
            // All events come from the provider's few addresses. Without its signature a request is refused at once.
            event: Room::new(32, None),
            emulator: Room::new(512, None),
            long_bodies: Room::new(LONG_BODIES, share(4)),
        }))
    }

    fn room(&self, kind: Kind) -> &Room {
        match kind {
            Kind::Ordinary => &self.0.ordinary,
            Kind::Payment => &self.0.payment,
            Kind::Event => &self.0.event,
            Kind::Emulator => &self.0.emulator,
        }
    }
}

/// Reads the body, runs the request if there is a free place, and ends it when it takes too long.
pub(crate) async fn guard(
    State(guarded): State<Guarded>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(network) = ClientAddress::from_request_parts(&mut parts, &guarded).await;
    let in_flight = &guarded.in_flight;
    let body = match read(in_flight, network, &parts.headers, body, guarded.longest).await {
        Ok(body) => body,
        Err(error) => return close(error),
    };
    let Some(_place) = in_flight.room(guarded.kind).enter(network) else {
        return Error::Busy.into_response();
    };
    timeout(REQUEST, next.run(Request::from_parts(parts, body)))
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
        let place = in_flight.0.long_bodies.enter(network);
        Some(place.ok_or(Error::Busy)?)
    };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_takes_half_of_the_places_and_its_share_of_the_rest() {
        let of = |text: &str| ClientAddress::of(text.parse().unwrap());
        let room = Room::new(100, Some(10));
        let half: Vec<_> = (0..50)
            .map(|_| room.enter(of("10.0.0.1")).unwrap())
            .collect();
        assert!(room.enter(of("10.0.0.1")).is_none());
        let others: Vec<_> = (0..10)
            .map(|_| room.enter(of("10.0.0.2")).unwrap())
            .collect();
        assert!(room.enter(of("10.0.0.2")).is_none());
        assert!(room.enter(of("10.0.0.3")).is_some());
        drop((half, others));
        assert_eq!(room.places.available_permits(), 100);
    }
}
