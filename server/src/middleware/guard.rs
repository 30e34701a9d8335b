//! Limits how many requests are in progress at once, and how long each may take.
//!
//! A request takes its place only when its body has arrived, so that slow bodies take none. Each kind of request has places of its own,
//! and once half of them are taken, no network gets more than its share. Where all are taken, a limited number of requests wait for one for
//! a moment: a refused visitor asks again at once, and refusing many costs more than serving them a little later.

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
use crate::services::database::Database;

/// The time for a request's body to arrive.
const BODY: Duration = Duration::from_secs(10);
/// The time for a request, from its body on.
const REQUEST: Duration = Duration::from_secs(10);
/// The same for a request that waits for news, which it does for 25 seconds at most.
const WAITING: Duration = Duration::from_secs(35);
/// The longest body that is read without a place for long bodies, in bytes. Forms and Stripe's events are shorter.
const SHORT: u64 = 16 << 10;
/// How many longer bodies are read at once: each may fill half a megabyte.
const LONG_BODIES: usize = 32;
/// How long a request waits for a place.
const IN_LINE: Duration = Duration::from_secs(1);

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
    /// What most of the routes read and write.
    pub(crate) db: Database,
}

/// Kinds of requests. Each has places of its own, so that none can take those of another.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    /// Pages and endpoints.
    Ordinary,
    /// Requests that start a payment.
    Payment,
    /// Requests to links between two phones.
    Link,
    /// Requests that wait for news of a link. They hold nothing that others need.
    Waiting,
    /// Events of the payment provider.
    Event,
    /// Requests to the payment emulator.
    #[cfg(feature = "sandbox")]
    Emulator,
}

impl Kind {
    /// Whether the routes read and write what needs the server's secret. Links between two phones need it only to store where pushes go,
    /// which the database refuses by itself.
    fn needs_secret(self) -> bool {
        match self {
            Self::Ordinary | Self::Payment | Self::Event => true,
            Self::Link | Self::Waiting => false,
            #[cfg(feature = "sandbox")]
            Self::Emulator => false,
        }
    }
}

/// Places for requests in progress, and for those that wait; further requests are answered 503. Cheap to clone.
#[derive(Debug, Clone)]
pub struct InFlight(Arc<Rooms>);

#[derive(Debug)]
struct Rooms {
    ordinary: Room,
    payment: Room,
    link: Room,
    waiting: Room,
    event: Room,
    #[cfg(feature = "sandbox")]
    emulator: Room,
    long_bodies: Room,
}

#[derive(Debug)]
struct Room {
    most: usize,
    places: Semaphore,
    /// Places for requests that wait for one of the others.
    line: Semaphore,
    shares: Shares,
}

impl Room {
    fn new(places: usize, line: usize, share: Option<usize>) -> Self {
        Self {
            most: places,
            places: Semaphore::new(places),
            line: Semaphore::new(line),
            shares: Shares::new(share),
        }
    }

    /// A place for a request from this network, in the order in which they came. Who waits has a share like those who have a place.
    async fn enter(&self, network: ClientAddress) -> Option<(SemaphorePermit<'_>, Share)> {
        let is_plenty = self.most / 2 < self.places.available_permits();
        let share = self.shares.take(network, is_plenty)?;
        if let Ok(place) = self.places.try_acquire() {
            return Some((place, share));
        }
        let _waits = self.line.try_acquire().ok()?;
        let place = timeout(IN_LINE, self.places.acquire()).await.ok()?.ok()?;
        Some((place, share))
    }
}

impl InFlight {
    /// With `has_shares` false a network may take every place, for load tests.
    pub fn new(has_shares: bool) -> Self {
        let share = |share| has_shares.then_some(share);
        Self(Arc::new(Rooms {
            ordinary: Room::new(416, 1_664, share(64)),
            payment: Room::new(64, 256, share(16)),
            link: Room::new(128, 512, share(32)),
            waiting: Room::new(4096, 0, share(256)),
            // All events come from the provider's few addresses. Without its signature a request is refused at once.
            event: Room::new(32, 128, None),
            #[cfg(feature = "sandbox")]
            emulator: Room::new(512, 0, None),
            long_bodies: Room::new(LONG_BODIES, 0, share(4)),
        }))
    }

    fn room(&self, kind: Kind) -> &Room {
        match kind {
            Kind::Ordinary => &self.0.ordinary,
            Kind::Payment => &self.0.payment,
            Kind::Link => &self.0.link,
            Kind::Waiting => &self.0.waiting,
            Kind::Event => &self.0.event,
            #[cfg(feature = "sandbox")]
            Kind::Emulator => &self.0.emulator,
        }
    }
}

/// Reads the body, runs the request if there is a free place, and ends it when it takes too long. Refuses requests that need the server's
/// secret after it was replaced, because what this process would read then is not true.
pub(crate) async fn guard(
    State(guarded): State<Arc<Guarded>>,
    request: Request,
    next: Next,
) -> Response {
    if guarded.kind.needs_secret() && guarded.db.is_secret_replaced() {
        return Error::Busy.into_response();
    }
    let (mut parts, body) = request.into_parts();
    let Ok(network) = ClientAddress::from_request_parts(&mut parts, &*guarded).await;
    let in_flight = &guarded.in_flight;
    let body = match read(in_flight, network, &parts.headers, body, guarded.longest).await {
        Ok(body) => body,
        Err(error) => return close(error),
    };
    let Some(_place) = in_flight.room(guarded.kind).enter(network).await else {
        return Error::Busy.into_response();
    };
    let longest = match guarded.kind {
        Kind::Waiting => WAITING,
        _ => REQUEST,
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
        let place = in_flight.0.long_bodies.enter(network).await;
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

    fn network(text: &str) -> ClientAddress {
        ClientAddress::of(text.parse().unwrap())
    }

    /// Everything that this network gets.
    async fn take_all<'a>(room: &'a Room, text: &str) -> Vec<(SemaphorePermit<'a>, Share)> {
        let mut taken = Vec::new();
        while let Some(place) = room.enter(network(text)).await {
            taken.push(place);
        }
        taken
    }

    #[tokio::test]
    async fn a_network_takes_half_of_the_places_and_its_share_of_the_rest() {
        let room = Room::new(100, 100, Some(10));
        let first = take_all(&room, "10.0.0.1").await;
        let second = take_all(&room, "10.0.0.2").await;
        assert_eq!((first.len(), second.len()), (50, 10));
        assert!(room.enter(network("10.0.0.3")).await.is_some());
        drop((first, second));
        assert_eq!(room.places.available_permits(), 100);
    }

    #[tokio::test]
    async fn where_all_places_are_taken_a_request_waits_for_one_and_only_a_moment() {
        let room = Room::new(1, 1, None);
        let first = room.enter(network("10.0.0.1")).await;
        let (second, third, ()) = tokio::join!(
            room.enter(network("10.0.0.2")),
            room.enter(network("10.0.0.3")),
            async { drop(first) }
        );
        assert!(second.is_some(), "got the place of the first");
        assert!(third.is_none(), "found the line full");
        assert!(
            room.enter(network("10.0.0.4")).await.is_none(),
            "waited in vain"
        );
        drop(second);
        assert!(room.enter(network("10.0.0.5")).await.is_some());
    }

    #[tokio::test]
    async fn requests_that_wait_count_for_the_share_of_their_network() {
        let room = Room::new(2, 10, Some(1));
        let _held = [
            room.enter(network("10.0.0.1")).await.unwrap(),
            room.enter(network("10.0.0.2")).await.unwrap(),
        ];
        let begun = std::time::Instant::now();
        assert!(room.enter(network("10.0.0.1")).await.is_none());
        assert!(begun.elapsed() < IN_LINE, "was refused at once");
        assert!(room.enter(network("10.0.0.3")).await.is_none());
        assert!(IN_LINE <= begun.elapsed(), "waited");
    }
}
