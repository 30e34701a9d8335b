//! The places of requests in progress: each kind of request has its own, so that none can take those of another.
//!
//! Once half of them are taken, no network gets more than its share. Where all are taken, a limited number of requests wait for one for a
//! moment, and networks take turns (`turns.rs`): a refused visitor asks again at once, and refusing many costs more than serving them a little
//! later.

use std::sync::Arc;
use std::time::Duration;

use super::open_files;
use super::turns::{Place, Turns};
use crate::domain::network::ClientAddress;
use crate::extract::shares::{Share, Shares};
use crate::telemetry::alarm;

/// How long a request waits for a place.
const IN_LINE: Duration = Duration::from_secs(1);
/// The same for one that starts a payment, which is worth a longer wait.
const BUYERS_IN_LINE: Duration = Duration::from_secs(4);
/// How many longer bodies are read at once: each may fill half a megabyte.
const LONG_BODIES: usize = 32;
/// How many pieces of sound copies are in memory at once: each may fill half a megabyte.
const PIECES: usize = 128;
/// How many payments are started at once.
const BUYERS: usize = 24;
/// How long each takes a place at least: so no more than twenty begin in a second, of which the payment provider takes more.
const PACE: Duration = Duration::from_millis(1200);

/// Kinds of requests. Each has places of its own, so that none can take those of another.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    /// Pages and endpoints.
    Ordinary,
    /// Requests that start a payment.
    Payment,
    /// Requests to links between two phones.
    Link,
    /// Pieces of sound copies, on their way in or out.
    Piece,
    /// Requests that wait for news of a link. They hold a connection, and nothing else that others need.
    Waiting,
    /// Events of the payment provider.
    Event,
    /// Requests to the payment emulator.
    #[cfg(feature = "sandbox")]
    Emulator,
}

/// Places for requests in progress, and for those that wait; further requests are answered 503. Cheap to clone.
#[derive(Debug, Clone)]
pub struct InFlight(Arc<Rooms>);

#[derive(Debug)]
struct Rooms {
    ordinary: Room,
    payment: Room,
    link: Room,
    piece: Room,
    waiting: Room,
    event: Room,
    #[cfg(feature = "sandbox")]
    emulator: Room,
    long_bodies: Room,
}

#[derive(Debug)]
struct Room {
    most: usize,
    turns: Turns,
    shares: Shares,
    longest: Duration,
}

impl Room {
    fn new(places: usize, line: usize, share: Option<usize>) -> Self {
        Self::paced(places, line, share, (IN_LINE, Duration::ZERO))
    }

    /// With the longest wait for a place, and how long each is taken at least.
    fn paced(
        places: usize,
        line: usize,
        share: Option<usize>,
        (longest, pace): (Duration, Duration),
    ) -> Self {
        Self {
            most: places,
            turns: Turns::new(places, line, pace),
            shares: Shares::new(share),
            longest,
        }
    }

    /// A place for a request from this network. Who waits has a share like those who have a place.
    async fn enter(&self, network: ClientAddress) -> Option<(Place, Share)> {
        let is_plenty = self.most / 2 < self.turns.free();
        let share = self.shares.take(network, is_plenty)?;
        let place = self.turns.enter(network, self.longest).await?;
        Some((place, share))
    }
}

impl InFlight {
    /// Of so many connections. With `has_shares` false a network may take every place, for load tests.
    pub fn new(has_shares: bool, connections: usize) -> Self {
        let waiting = open_files::for_waiting(connections);
        let share = |share| has_shares.then_some(share);
        let pace = if has_shares { PACE } else { Duration::ZERO };
        Self(Arc::new(Rooms {
            ordinary: Room::new(416, 1_664, share(64)),
            payment: Room::paced(BUYERS, 256, share(16), (BUYERS_IN_LINE, pace)),
            link: Room::new(128, 512, share(32)),
            piece: Room::new(PIECES, 512, share(16)),
            waiting: Room::new(waiting, 0, share(waiting / 16)),
            // All events come from the provider's few addresses. Without its signature a request is refused at once.
            event: Room::new(32, 128, None),
            #[cfg(feature = "sandbox")]
            emulator: Room::new(512, 0, None),
            long_bodies: Room::new(LONG_BODIES, 0, share(4)),
        }))
    }

    /// A place for a request of this kind.
    pub(super) async fn enter(&self, kind: Kind, network: ClientAddress) -> Option<(Place, Share)> {
        let place = self.room(kind).enter(network).await;
        if place.is_none() {
            refused(kind);
        }
        place
    }

    /// A place for a request that waits for news; none where so many wait that the other connections are needed.
    pub(super) async fn wait(&self, network: ClientAddress) -> Option<(Place, Share)> {
        let place = self.0.waiting.enter(network).await;
        if place.is_none() {
            alarm::WAITING.raise(|count| {
                let places = self.0.waiting.most;
                tracing::warn!(
                    places,
                    count,
                    "So many requests wait for news of links that others are answered at once"
                );
            });
        }
        let taken = self
            .0
            .waiting
            .most
            .saturating_sub(self.0.waiting.turns.free());
        metrics::gauge!("waiting_requests").set(u32::try_from(taken).unwrap_or(u32::MAX));
        place
    }

    /// A place for reading a long body.
    pub(super) async fn read_long(&self, network: ClientAddress) -> Option<(Place, Share)> {
        self.0.long_bodies.enter(network).await
    }

    fn room(&self, kind: Kind) -> &Room {
        match kind {
            Kind::Ordinary => &self.0.ordinary,
            Kind::Payment => &self.0.payment,
            // Those that do not wait.
            Kind::Link | Kind::Waiting => &self.0.link,
            Kind::Piece => &self.0.piece,
            Kind::Event => &self.0.event,
            #[cfg(feature = "sandbox")]
            Kind::Emulator => &self.0.emulator,
        }
    }
}

/// Logs and counts a request that found no place.
fn refused(kind: Kind) {
    alarm::BUSY.raise(|count| {
        tracing::warn!(?kind, count, "A request found no free place");
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> ClientAddress {
        ClientAddress::of(text.parse().unwrap())
    }

    /// Everything that this network gets.
    async fn take_all(room: &Room, text: &str) -> Vec<(Place, Share)> {
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
        let second = take_all(&room, "10.0.1.2").await;
        assert_eq!((first.len(), second.len()), (50, 10));
        assert!(room.enter(network("10.0.2.3")).await.is_some());
        drop((first, second));
        assert_eq!(room.turns.free(), 100);
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
            room.enter(network("10.0.1.2")).await.unwrap(),
        ];
        let begun = std::time::Instant::now();
        assert!(room.enter(network("10.0.0.1")).await.is_none());
        assert!(begun.elapsed() < IN_LINE, "was refused at once");
        assert!(room.enter(network("10.0.2.3")).await.is_none());
        assert!(IN_LINE <= begun.elapsed(), "waited");
    }

    #[tokio::test]
    async fn a_quarter_of_the_connections_is_left_by_those_who_wait_for_news() {
        let in_flight = InFlight::new(false, 8);
        let mut waiting = Vec::new();
        while let Some(place) = in_flight.wait(network("10.0.0.1")).await {
            waiting.push(place);
        }
        assert_eq!(waiting.len(), 6);
        let at_once = in_flight.enter(Kind::Waiting, network("10.0.0.1"));
        assert!(at_once.await.is_some(), "one more is answered at once");
    }
}
