//! Bulkheads for requests to the payment provider: each kind has permits of its own, so that none waits for another.
//!
//! A provider that is slow is no reason to turn buyers away because orders are being checked.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

/// What a request to the payment provider is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallPurpose {
    /// Starting a payment.
    Buying,
    /// Looking for the payment of a browser that returns.
    Returning,
    /// An event of the provider.
    Events,
    /// A background job.
    Jobs,
}

/// One bulkhead for each kind.
#[derive(Debug)]
pub(super) struct Bulkheads {
    buying: Bulkhead,
    returning: Bulkhead,
    events: Bulkhead,
    jobs: Bulkhead,
}

#[derive(Debug)]
struct Bulkhead {
    semaphore: Semaphore,
    queue_timeout: Duration,
}

impl Default for Bulkheads {
    fn default() -> Self {
        Self {
            // As many as start a payment at once (`middleware/concurrency.rs`), so that buyers queue there.
            buying: Bulkhead::new(24, Duration::from_secs(4)),
            returning: Bulkhead::new(8, Duration::from_secs(2)),
            events: Bulkhead::new(12, Duration::from_secs(4)),
            jobs: Bulkhead::new(4, Duration::from_secs(30)),
        }
    }
}

impl Bulkheads {
    /// A permit, or `None` where none becomes free in time.
    pub(super) async fn acquire(&self, purpose: CallPurpose) -> Option<SemaphorePermit<'_>> {
        let bulkhead = match purpose {
            CallPurpose::Buying => &self.buying,
            CallPurpose::Returning => &self.returning,
            CallPurpose::Events => &self.events,
            CallPurpose::Jobs => &self.jobs,
        };
        bulkhead.acquire().await
    }
}

impl Bulkhead {
    fn new(permits: usize, queue_timeout: Duration) -> Self {
        Self {
            semaphore: Semaphore::new(permits),
            queue_timeout,
        }
    }

    async fn acquire(&self) -> Option<SemaphorePermit<'_>> {
        let acquiring = self.semaphore.acquire();
        timeout(self.queue_timeout, acquiring).await.ok()?.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_purpose_has_its_permits_whatever_the_others_have_taken() {
        let bulkheads = Bulkheads::default();
        let counts = [
            (CallPurpose::Jobs, 4),
            (CallPurpose::Events, 12),
            (CallPurpose::Returning, 8),
            (CallPurpose::Buying, 24),
        ];
        let all = counts.map(|(purpose, count)| vec![purpose; count]).concat();
        let mut taken = Vec::new();
        for purpose in all {
            taken.push(bulkheads.acquire(purpose).await.unwrap());
        }
        assert_eq!(taken.len(), 48);
    }

    #[tokio::test]
    async fn who_finds_no_permit_waits_for_one_and_not_forever() {
        let bulkhead = Bulkhead::new(1, Duration::from_millis(100));
        let first = bulkhead.acquire().await;
        assert!(bulkhead.acquire().await.is_none());
        let (second, ()) = tokio::join!(bulkhead.acquire(), async { drop(first) });
        assert!(second.is_some());
    }
}
