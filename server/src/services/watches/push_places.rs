//! Places for pushes that are being sent: a push service that hangs must not keep what is for others.
//!
//! A push has its place until it is answered, and for a moment at most. One that is answered later waits among the slow ones of its service.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::notifier::Notifier;
use crate::gateway::push::PushOutcome;

/// Places of one process.
const MAX_PUSHES: usize = 64;
/// How many of them may be taken by tries after a failure.
const MAX_RETRIES: usize = MAX_PUSHES / 2;
/// How long a push keeps its place.
const PLACE_DURATION: Duration = Duration::from_secs(2);
/// How many pushes may wait longer for one service.
const MAX_SLOW: usize = 32;
/// More pushes than ever run at once.
const MAX_RUNNING: u32 = 1 << 20;

/// The places of this process. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct PushPlaces {
    all: Arc<Semaphore>,
    retries: Arc<Semaphore>,
    /// Those for slow pushes, by host.
    slow: Arc<Mutex<HashMap<String, Arc<Semaphore>>>>,
    running: Arc<Semaphore>,
    notifier: Notifier,
    /// How long a push keeps its place.
    place_duration: Duration,
}

/// The place of a push that is being sent, until it is given back or dropped.
#[derive(Debug)]
pub(super) struct PushPlace {
    permits: Option<(OwnedSemaphorePermit, Option<OwnedSemaphorePermit>)>,
    places: PushPlaces,
    _running: OwnedSemaphorePermit,
}

impl PushPlace {
    /// Whether it is a try after a failure.
    fn is_retry(&self) -> bool {
        matches!(self.permits, Some((_, Some(_))))
    }

    /// Gives the place back. Pushes that found none are sent then.
    fn give_back(&mut self) {
        let was_full = self.places.free() == 0 || self.places.free_for_retries() == 0;
        if self.permits.take().is_some() && was_full {
            self.places.notifier.push();
        }
    }
}

impl Drop for PushPlace {
    fn drop(&mut self) {
        self.give_back();
    }
}

impl PushPlaces {
    /// The places, all of them free. `notifier` says when there is one again.
    pub(super) fn new(notifier: Notifier) -> Self {
        Self {
            all: Arc::new(Semaphore::new(MAX_PUSHES)),
            retries: Arc::new(Semaphore::new(MAX_RETRIES)),
            slow: Arc::default(),
            running: Arc::new(Semaphore::new(MAX_RUNNING as usize)),
            notifier,
            place_duration: PLACE_DURATION,
        }
    }

    /// How many are free.
    pub(super) fn free(&self) -> usize {
        self.all.available_permits()
    }

    /// How many of them are free for tries after a failure.
    pub(super) fn free_for_retries(&self) -> usize {
        self.retries.available_permits()
    }

    /// A place, once there is one. `None` only where the semaphores are closed, which they never are.
    pub(super) async fn acquire(&self, is_retry: bool) -> Option<PushPlace> {
        let retry = if is_retry {
            Some(Arc::clone(&self.retries).acquire_owned().await.ok()?)
        } else {
            None
        };
        let place = Arc::clone(&self.all).acquire_owned().await.ok()?;
        let running = Arc::clone(&self.running).acquire_owned().await.ok()?;
        Some(PushPlace {
            permits: Some((place, retry)),
            places: self.clone(),
            _running: running,
        })
    }

    /// Ends when nothing is being sent.
    pub(super) async fn all_done(&self) {
        // The semaphore is never closed.
        let _ = self.running.acquire_many(MAX_RUNNING).await;
    }

    /// Sends in a place to the push service with this host, and gives the place back. Where so many wait for the service that it seems to
    /// hang, it is not asked again, and what is asked gets no answer.
    pub(super) async fn send(
        &self,
        place: &mut PushPlace,
        host: &str,
        sending: impl Future<Output = PushOutcome>,
    ) -> PushOutcome {
        let slow = self.slow_at(host);
        // What is new is asked for all the same: some of a service may hang.
        if place.is_retry() && slow.available_permits() == 0 {
            return PushOutcome::NoAnswer;
        }
        let mut sending = Box::pin(sending);
        if let Ok(answered) = timeout(self.place_duration, &mut sending).await {
            return answered;
        }
        place.give_back();
        match slow.try_acquire() {
            Ok(_slow) => sending.await,
            Err(_) => PushOutcome::NoAnswer,
        }
    }

    fn slow_at(&self, host: &str) -> Arc<Semaphore> {
        let mut slow = self.slow.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that nobody waits for.
        slow.retain(|_, places| 1 < Arc::strong_count(places));
        let places = slow
            .entry(host.to_owned())
            .or_insert_with(|| Arc::new(Semaphore::new(MAX_SLOW)));
        Arc::clone(places)
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use tokio::sync::Notify;
    use tokio::task::JoinSet;

    use super::*;

    const SLOW: &str = "slow.example.com";

    fn places() -> PushPlaces {
        PushPlaces {
            place_duration: Duration::from_millis(10),
            ..PushPlaces::new(Notifier::default())
        }
    }

    async fn after(end: &Notify) -> PushOutcome {
        end.notified().await;
        PushOutcome::NoAnswer
    }

    /// Pushes in all places, to a service that does not answer before `end`.
    async fn fill(places: &PushPlaces, end: &Arc<Notify>) -> JoinSet<PushOutcome> {
        let mut hanging = JoinSet::new();
        for _ in 0..MAX_PUSHES {
            let mut place = places.acquire(false).await.unwrap();
            let (places, end) = (places.clone(), Arc::clone(end));
            hanging.spawn(async move { places.send(&mut place, SLOW, after(&end)).await });
        }
        hanging
    }

    #[tokio::test]
    async fn pushes_that_hang_give_their_places_to_those_for_another_service() {
        let places = places();
        let end = Arc::default();
        let hanging = fill(&places, &end).await;
        let mut free = Vec::new();
        // Each of them is that of a push that hangs.
        for _ in 0..MAX_PUSHES {
            free.push(places.acquire(false).await);
        }
        assert_eq!(places.slow_at(SLOW).available_permits(), 0, "they hang");
        let place = free[0].as_mut().unwrap();
        let accepted = ready(PushOutcome::Accepted);
        let sent = places.send(place, "other.example.com", accepted).await;
        assert_eq!(sent, PushOutcome::Accepted);
        drop(hanging);
    }

    #[tokio::test]
    async fn a_service_that_hangs_is_not_asked_again_until_its_slow_pushes_have_ended_but_for_what_is_new()
     {
        let places = places();
        let end = Arc::default();
        let hanging = fill(&places, &end).await;
        let mut free = Vec::new();
        for _ in 0..MAX_PUSHES - 1 {
            free.push(places.acquire(false).await);
        }
        let mut again = places.acquire(true).await.unwrap();
        let asked = places.send(&mut again, SLOW, pending()).await;
        assert_eq!(asked, PushOutcome::NoAnswer);
        let new = free[0].as_mut().unwrap();
        let asked = places.send(new, SLOW, ready(PushOutcome::Accepted));
        assert_eq!(asked.await, PushOutcome::Accepted);
        end.notify_waiters();
        hanging.join_all().await;
        let asked = places.send(&mut again, SLOW, ready(PushOutcome::Accepted));
        assert_eq!(asked.await, PushOutcome::Accepted);
    }

    #[tokio::test]
    async fn tries_after_a_failure_leave_half_of_the_places_and_one_that_is_free_again_wakes_the_worker()
     {
        let places = places();
        let mut retries = Vec::new();
        for _ in 0..MAX_RETRIES {
            retries.push(places.acquire(true).await);
        }
        assert_eq!(places.free_for_retries(), 0);
        assert_eq!(places.free(), MAX_PUSHES / 2);
        drop(retries.pop());
        places.notifier.pushed().await;
        assert_eq!(places.free_for_retries(), 1);
        drop(retries);
        places.all_done().await;
        assert_eq!(places.free(), MAX_PUSHES);
    }
}
