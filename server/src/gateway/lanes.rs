//! Places for requests to the payment provider. Each kind has its own, so that none waits for another: a provider that is slow is no reason to
//! turn buyers away because orders are being checked.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

/// What a request to the payment provider is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// Starting a payment.
    Buying,
    /// Looking for the payment of a browser that returns.
    Returning,
    /// An event of the provider.
    Events,
    /// A background job.
    Jobs,
}

/// The places of each kind.
#[derive(Debug)]
pub(super) struct Lanes {
    buying: Places,
    returning: Places,
    events: Places,
    jobs: Places,
}

#[derive(Debug)]
struct Places {
    free: Semaphore,
    longest: Duration,
}

impl Default for Lanes {
    fn default() -> Self {
        Self {
            // As many as start a payment at once (`middleware/in_flight.rs`), so that buyers wait for their turn there.
            buying: Places::new(24, Duration::from_secs(4)),
            returning: Places::new(8, Duration::from_secs(2)),
            events: Places::new(12, Duration::from_secs(4)),
            jobs: Places::new(4, Duration::from_secs(30)),
        }
    }
}

impl Lanes {
    /// A place, or `None` where none becomes free in time.
    pub(super) async fn enter(&self, lane: Lane) -> Option<SemaphorePermit<'_>> {
        let places = match lane {
            Lane::Buying => &self.buying,
            Lane::Returning => &self.returning,
            Lane::Events => &self.events,
            Lane::Jobs => &self.jobs,
        };
        places.enter().await
    }
}

impl Places {
    fn new(count: usize, longest: Duration) -> Self {
        Self {
            free: Semaphore::new(count),
            longest,
        }
    }

    async fn enter(&self) -> Option<SemaphorePermit<'_>> {
        timeout(self.longest, self.free.acquire()).await.ok()?.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_kind_has_its_places_whatever_the_others_have_taken() {
        let lanes = Lanes::default();
        let counts = [
            (Lane::Jobs, 4),
            (Lane::Events, 12),
            (Lane::Returning, 8),
            (Lane::Buying, 24),
        ];
        let all = counts.map(|(lane, count)| vec![lane; count]).concat();
        let mut taken = Vec::new();
        for lane in all {
            taken.push(lanes.enter(lane).await.unwrap());
        }
        assert_eq!(taken.len(), 48);
    }

    #[tokio::test]
    async fn who_finds_no_place_waits_for_one_and_not_forever() {
        let places = Places::new(1, Duration::from_millis(100));
        let first = places.enter().await;
        assert!(places.enter().await.is_none());
        let (second, ()) = tokio::join!(places.enter(), async { drop(first) });
        assert!(second.is_some());
    }
}
