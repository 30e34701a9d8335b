//! How many requests may be in progress at once. Each class of requests has a limit of its own, so that none can take the permits of another.
//!
//! Once half of the permits are taken, no network gets more than its share. Where all are taken, a limited number of requests queue for one
//! for a moment, and networks are served round-robin (`fair_semaphore.rs`): a refused visitor asks again at once, and refusing many costs more
//! than serving them a little later.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use super::fair_semaphore::{FairPermit, FairSemaphore};
use super::open_files;
use crate::domain::network::ClientAddress;
use crate::extract::per_network::{NetworkPermit, PerNetworkLimit};
use crate::telemetry::alarm;

/// How long a request queues for a permit.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(1);
/// The same for one that starts a payment, which is worth a longer wait.
const PAYMENT_QUEUE_TIMEOUT: Duration = Duration::from_secs(4);
/// One share of the memory for bodies, in bytes.
pub(super) const BODY_SHARE: usize = 32 << 10;
/// The memory for bodies other than pieces of sound copies, in shares: 16 MB.
const BODY_SHARES: usize = (16 << 20) / BODY_SHARE;
/// The memory for pieces of sound copies, in shares: 64 MB.
const PIECE_SHARES: usize = (64 << 20) / BODY_SHARE;
/// How many payments are started at once.
const MAX_PAYMENTS: usize = 24;
/// How long each holds its permit at least: so no more than twenty begin in a second, of which the payment provider takes more.
const MIN_PAYMENT_HOLD: Duration = Duration::from_millis(1200);

/// Classes of requests, each with a limit of its own.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RequestClass {
    /// Pages and endpoints.
    Ordinary,
    /// Requests that start a payment.
    Payment,
    /// Requests to links between two phones.
    Link,
    /// Pieces of sound copies, on their way in or out.
    Piece,
    /// Long polls: requests that wait for news of a link. They hold a connection, and nothing else that others need.
    LongPoll,
    /// Events of the payment provider.
    Event,
    /// Requests to the payment emulator.
    #[cfg(feature = "sandbox")]
    Emulator,
}

/// The limits of all classes. Requests beyond permits and queue are answered 503. Cheap to clone.
#[derive(Debug, Clone)]
pub struct ConcurrencyLimits(Arc<Limits>);

#[derive(Debug)]
struct Limits {
    ordinary: ConcurrencyLimit,
    payment: ConcurrencyLimit,
    link: ConcurrencyLimit,
    piece: ConcurrencyLimit,
    long_poll: ConcurrencyLimit,
    event: ConcurrencyLimit,
    #[cfg(feature = "sandbox")]
    emulator: ConcurrencyLimit,
    body_memory: ConcurrencyLimit,
    piece_memory: ConcurrencyLimit,
}

#[derive(Debug)]
struct ConcurrencyLimit {
    permits: usize,
    semaphore: FairSemaphore,
    per_network: PerNetworkLimit,
    queue_timeout: Duration,
}

/// The permit of a request in progress, and of its network's share.
pub(super) type Permit = (FairPermit, NetworkPermit);

impl ConcurrencyLimit {
    fn new(permits: usize, queue: usize, per_network: Option<usize>) -> Self {
        Self::with_times(permits, queue, per_network, (QUEUE_TIMEOUT, Duration::ZERO))
    }

    /// With the longest wait for a permit, and how long each is held at least.
    fn with_times(
        permits: usize,
        queue: usize,
        per_network: Option<usize>,
        (queue_timeout, min_hold): (Duration, Duration),
    ) -> Self {
        Self {
            permits,
            semaphore: FairSemaphore::new(permits, queue, min_hold),
            per_network: PerNetworkLimit::new(per_network),
            queue_timeout,
        }
    }

    /// A permit for a request from this network. Queued requests count for its share like those in progress.
    async fn acquire(&self, network: ClientAddress) -> Option<Permit> {
        let is_plenty = self.permits / 2 < self.semaphore.available_permits();
        let share = self.per_network.acquire(network, is_plenty)?;
        let permit = self.semaphore.acquire(network, self.queue_timeout).await?;
        Some((permit, share))
    }
}

impl ConcurrencyLimits {
    /// For so many connections. With `has_shares` false a network may take every permit, for load tests.
    pub fn new(has_shares: bool, connections: usize) -> Self {
        let long_polls = open_files::max_long_polls(connections);
        let share = |share| has_shares.then_some(share);
        let min_hold = if has_shares {
            MIN_PAYMENT_HOLD
        } else {
            Duration::ZERO
        };
        let times = (PAYMENT_QUEUE_TIMEOUT, min_hold);
        Self(Arc::new(Limits {
            ordinary: ConcurrencyLimit::new(416, 1_664, share(64)),
            payment: ConcurrencyLimit::with_times(MAX_PAYMENTS, 256, share(16), times),
            link: ConcurrencyLimit::new(128, 512, share(32)),
            piece: ConcurrencyLimit::new(128, 512, share(16)),
            long_poll: ConcurrencyLimit::new(long_polls, 0, share(long_polls / 16)),
            // All events come from the provider's few addresses. Without its signature a request is refused at once.
            event: ConcurrencyLimit::new(32, 128, None),
            #[cfg(feature = "sandbox")]
            emulator: ConcurrencyLimit::new(512, 0, None),
            body_memory: ConcurrencyLimit::new(BODY_SHARES, 0, share(BODY_SHARES / 8)),
            piece_memory: ConcurrencyLimit::new(PIECE_SHARES, 0, share(PIECE_SHARES / 8)),
        }))
    }

    /// A permit for a request of this class.
    pub(super) async fn acquire(
        &self,
        class: RequestClass,
        network: ClientAddress,
    ) -> Option<Permit> {
        let permit = self.of(class).acquire(network).await;
        if permit.is_none() {
            refused(&class);
        }
        permit
    }

    /// A permit for a long poll; none where so many wait that the other connections are needed. The alarm `waiting` and the metric
    /// `waiting_requests` are about them.
    pub(super) async fn acquire_long_poll(&self, network: ClientAddress) -> Option<Permit> {
        let limit = &self.0.long_poll;
        let permit = limit.acquire(network).await;
        if permit.is_none() {
            alarm::WAITING.raise(|count| {
                let places = limit.permits;
                tracing::warn!(
                    places,
                    count,
                    "So many requests wait for news of links that others are answered at once"
                );
            });
        }
        let taken = limit
            .permits
            .saturating_sub(limit.semaphore.available_permits());
        metrics::gauge!("waiting_requests").set(u32::try_from(taken).unwrap_or(u32::MAX));
        permit
    }

    /// A share of the memory for the bodies of a class, of [`BODY_SHARE`] bytes.
    pub(super) async fn acquire_memory(
        &self,
        class: RequestClass,
        network: ClientAddress,
    ) -> Option<Permit> {
        let memory = match class {
            RequestClass::Piece => &self.0.piece_memory,
            _ => &self.0.body_memory,
        };
        let permit = memory.acquire(network).await;
        if permit.is_none() {
            refused(&"BodyMemory");
        }
        permit
    }

    fn of(&self, class: RequestClass) -> &ConcurrencyLimit {
        match class {
            RequestClass::Ordinary => &self.0.ordinary,
            RequestClass::Payment => &self.0.payment,
            // Those that do not wait.
            RequestClass::Link | RequestClass::LongPoll => &self.0.link,
            RequestClass::Piece => &self.0.piece,
            RequestClass::Event => &self.0.event,
            #[cfg(feature = "sandbox")]
            RequestClass::Emulator => &self.0.emulator,
        }
    }
}

/// Logs and counts a request that got no permit of a kind, as the alarm `busy`.
fn refused(kind: &dyn Debug) {
    alarm::BUSY.raise(|count| {
        tracing::warn!(kind = ?kind, count, "A request found no free place");
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> ClientAddress {
        ClientAddress::of(text.parse().unwrap())
    }

    /// Everything that this network gets.
    async fn take_all(limit: &ConcurrencyLimit, text: &str) -> Vec<Permit> {
        let mut taken = Vec::new();
        while let Some(permit) = limit.acquire(network(text)).await {
            taken.push(permit);
        }
        taken
    }

    #[tokio::test]
    async fn a_network_takes_half_of_the_permits_and_its_share_of_the_rest() {
        let limit = ConcurrencyLimit::new(100, 100, Some(10));
        let first = take_all(&limit, "10.0.0.1").await;
        let second = take_all(&limit, "10.0.1.2").await;
        assert_eq!((first.len(), second.len()), (50, 10));
        assert!(limit.acquire(network("10.0.2.3")).await.is_some());
        drop((first, second));
        assert_eq!(limit.semaphore.available_permits(), 100);
    }

    #[tokio::test]
    async fn where_all_permits_are_taken_a_request_queues_for_one_and_only_a_moment() {
        let limit = ConcurrencyLimit::new(1, 1, None);
        let first = limit.acquire(network("10.0.0.1")).await;
        let (second, third, ()) = tokio::join!(
            limit.acquire(network("10.0.0.2")),
            limit.acquire(network("10.0.0.3")),
            async { drop(first) }
        );
        assert!(second.is_some(), "got the permit of the first");
        assert!(third.is_none(), "found the queue full");
        assert!(
            limit.acquire(network("10.0.0.4")).await.is_none(),
            "waited in vain"
        );
        drop(second);
        assert!(limit.acquire(network("10.0.0.5")).await.is_some());
    }

    #[tokio::test]
    async fn queued_requests_count_for_the_share_of_their_network() {
        let limit = ConcurrencyLimit::new(2, 10, Some(1));
        let _held = [
            limit.acquire(network("10.0.0.1")).await.unwrap(),
            limit.acquire(network("10.0.1.2")).await.unwrap(),
        ];
        let begun = std::time::Instant::now();
        assert!(limit.acquire(network("10.0.0.1")).await.is_none());
        assert!(begun.elapsed() < QUEUE_TIMEOUT, "was refused at once");
        assert!(limit.acquire(network("10.0.2.3")).await.is_none());
        assert!(QUEUE_TIMEOUT <= begun.elapsed(), "waited");
    }

    #[tokio::test]
    async fn a_quarter_of_the_connections_is_left_by_long_polls() {
        let limits = ConcurrencyLimits::new(false, 8);
        let mut waiting = Vec::new();
        while let Some(permit) = limits.acquire_long_poll(network("10.0.0.1")).await {
            waiting.push(permit);
        }
        assert_eq!(waiting.len(), 6);
        let at_once = limits.acquire(RequestClass::LongPoll, network("10.0.0.1"));
        assert!(at_once.await.is_some(), "one more is answered at once");
    }
}
