//! A semaphore that is fair to networks: where all permits are taken, those who wait are served round-robin by network.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};

use super::fair_queue::{FairQueue, Ticket};
use crate::domain::network::{ClientAddress, Network};

/// The permits, and the queue for them. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct FairSemaphore(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    state: Mutex<State>,
    /// How long a permit is held at least.
    min_hold: Duration,
}

#[derive(Debug)]
struct State {
    available: usize,
    queue: FairQueue<oneshot::Sender<RawPermit>>,
}

/// A permit, until it is dropped.
#[derive(Debug)]
pub(super) struct FairPermit {
    raw: Option<RawPermit>,
    /// Not returned before this time.
    min_until: Instant,
}

/// Passes the permit on when it is dropped.
#[derive(Debug)]
struct RawPermit(FairSemaphore);

/// A place in the queue, until it is dropped.
struct Queued<'a> {
    semaphore: &'a FairSemaphore,
    ticket: Ticket,
}

impl FairSemaphore {
    /// With so many permits, and a queue of at most so many. No permit is given out again before `min_hold` has passed.
    pub(super) fn new(permits: usize, queue: usize, min_hold: Duration) -> Self {
        let state = State {
            available: permits,
            queue: FairQueue::new(queue),
        };
        Self(Arc::new(Inner {
            state: Mutex::new(state),
            min_hold,
        }))
    }

    /// How many permits are available.
    pub(super) fn available_permits(&self) -> usize {
        self.state().available
    }

    /// A permit for a request from this network; `None` when it does not get one within `max_wait`.
    pub(super) async fn acquire(
        &self,
        network: ClientAddress,
        max_wait: Duration,
    ) -> Option<FairPermit> {
        let (given, queued) = match self.try_acquire(network.widest()) {
            Acquire::Permit(raw) => return Some(self.permit(raw)),
            Acquire::QueueFull => return None,
            Acquire::Queued(given, ticket) => {
                let semaphore = self;
                (given, Queued { semaphore, ticket })
            }
        };
        let raw = timeout(max_wait, given).await.ok()?.ok()?;
        drop(queued);
        Some(self.permit(raw))
    }

    fn try_acquire(&self, network: Network) -> Acquire {
        let mut state = self.state();
        if 0 < state.available && state.queue.is_empty() {
            state.available -= 1;
            drop(state);
            return Acquire::Permit(RawPermit(self.clone()));
        }
        let (sender, given) = oneshot::channel();
        match state.queue.push(network, sender) {
            // Whoever has to leave the queue learns it by its sender, which is dropped here.
            Some((ticket, _left)) => Acquire::Queued(given, ticket),
            None => Acquire::QueueFull,
        }
    }

    fn permit(&self, raw: RawPermit) -> FairPermit {
        FairPermit {
            raw: Some(raw),
            min_until: Instant::now() + self.0.min_hold,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FairPermit {
    /// Returns the permit however short it was held: what it is for was not done.
    pub(super) fn release(mut self) {
        self.raw.take();
    }
}

enum Acquire {
    Permit(RawPermit),
    Queued(oneshot::Receiver<RawPermit>, Ticket),
    QueueFull,
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.semaphore.state().queue.leave(self.ticket);
    }
}

impl Drop for RawPermit {
    fn drop(&mut self) {
        let next = {
            let mut state = self.0.state();
            let next = state.queue.pop();
            if next.is_none() {
                state.available += 1;
            }
            next
        };
        if let Some(next) = next {
            // Should it have left meanwhile, this drops the permit again, which passes it on.
            let _ = next.send(Self(self.0.clone()));
        }
    }
}

impl Drop for FairPermit {
    fn drop(&mut self) {
        let (raw, min_until) = (self.raw.take(), self.min_until);
        if raw.is_some()
            && Instant::now() < min_until
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(async move {
                sleep_until(min_until).await;
                drop(raw);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_mins(1);

    fn network(text: &str) -> ClientAddress {
        ClientAddress::of(text.parse().unwrap())
    }

    async fn acquire(semaphore: FairSemaphore, text: &str) -> Option<FairPermit> {
        semaphore.acquire(network(text), LONG).await
    }

    #[tokio::test]
    async fn a_network_that_fills_the_queue_makes_another_one_wait_for_one_permit_only() {
        let semaphore = FairSemaphore::new(1, 8, Duration::ZERO);
        let first = semaphore.acquire(network("10.0.0.1"), LONG).await.unwrap();
        let mut flood = tokio::task::JoinSet::new();
        for _ in 0..9 {
            flood.spawn(acquire(semaphore.clone(), "10.0.0.1"));
        }
        let refused = flood.join_next().await.unwrap().unwrap();
        assert!(refused.is_none(), "found the queue full");
        let other = tokio::spawn(acquire(semaphore.clone(), "10.0.1.1"));
        let left = flood.join_next().await.unwrap().unwrap();
        assert!(left.is_none(), "gave way to the other network");
        drop(first);
        let second = flood.join_next().await.unwrap().unwrap();
        assert!(second.is_some());
        drop(second);
        assert!(other.await.unwrap().is_some());
        assert_eq!(flood.len(), 6);
    }

    #[tokio::test]
    async fn whoever_gives_up_leaves_the_queue_and_the_permit_to_others() {
        let semaphore = FairSemaphore::new(1, 8, Duration::ZERO);
        let first = semaphore.acquire(network("10.0.0.1"), LONG).await;
        let gone = semaphore.acquire(network("10.0.0.2"), Duration::ZERO).await;
        assert!(gone.is_none() && semaphore.state().queue.is_empty());
        drop(first);
        assert_eq!(semaphore.available_permits(), 1);
        assert!(semaphore.acquire(network("10.0.0.3"), LONG).await.is_some());
    }

    #[tokio::test]
    async fn a_permit_is_given_out_again_when_it_was_held_long_enough() {
        let min_hold = Duration::from_millis(50);
        let semaphore = FairSemaphore::new(1, 8, min_hold);
        let begun = Instant::now();
        for _ in 0..3 {
            drop(semaphore.acquire(network("10.0.0.1"), LONG).await.unwrap());
        }
        assert!(2 * min_hold <= begun.elapsed());
    }

    #[tokio::test]
    async fn a_permit_that_was_not_used_is_given_out_again_at_once() {
        let semaphore = FairSemaphore::new(1, 8, LONG);
        for _ in 0..3 {
            let permit = semaphore.acquire(network("10.0.0.1"), Duration::ZERO);
            permit.await.unwrap().release();
        }
        assert_eq!(semaphore.available_permits(), 1);
    }
}
