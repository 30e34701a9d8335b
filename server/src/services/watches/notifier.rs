//! Wakes what waits in this process: requests for news of a link, and the workers that push and fire timers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, watch};
use uuid::Uuid;

/// What waits. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Notifier {
    links: Arc<Mutex<HashMap<Uuid, watch::Sender<()>>>>,
    pushes: Arc<Notify>,
    timers: Arc<Notify>,
}

/// One request that waits, until it is dropped.
#[derive(Debug)]
pub(super) struct Waiter {
    notifier: Notifier,
    link: Uuid,
    news: watch::Receiver<()>,
}

impl Notifier {
    /// Wakes the requests that wait for news of this link.
    pub fn wake(&self, link: Uuid) {
        if let Some(sender) = self.lock().get(&link) {
            sender.send_replace(());
        }
    }

    /// Wakes every request that waits: there may have been news that nobody announced.
    pub fn wake_all(&self) {
        for sender in self.lock().values() {
            sender.send_replace(());
        }
    }

    /// Wakes the worker that sends pushes.
    pub(super) fn push(&self) {
        self.pushes.notify_one();
    }

    /// Wakes the worker that fires timers.
    pub(super) fn timer(&self) {
        self.timers.notify_one();
    }

    /// Ends when there is a new push to send.
    pub async fn pushed(&self) {
        self.pushes.notified().await;
    }

    /// Ends when a timer was armed.
    pub async fn armed(&self) {
        self.timers.notified().await;
    }

    /// Begins to wait. News from now on are not missed.
    pub(super) fn wait_for(&self, link: Uuid) -> Waiter {
        let mut waiting = self.lock();
        let sender = waiting
            .entry(link)
            .or_insert_with(|| watch::Sender::new(()));
        Waiter {
            notifier: self.clone(),
            link,
            news: sender.subscribe(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, watch::Sender<()>>> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiter {
    /// Ends at the next news.
    pub(super) async fn woken(&mut self) {
        // The sender stays as long as there is a waiter.
        let _ = self.news.changed().await;
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let mut waiting = self.notifier.lock();
        let is_last = waiting
            .get(&self.link)
            .is_some_and(|sender| sender.receiver_count() <= 1);
        if is_last {
            waiting.remove(&self.link);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_request_that_waits_for_a_link_is_woken_and_nothing_is_kept() {
        let notifier = Notifier::default();
        let (link, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let (mut one, mut two) = (notifier.wait_for(link), notifier.wait_for(link));
        let elsewhere = notifier.wait_for(other);
        notifier.wake(link);
        one.woken().await;
        two.woken().await;
        assert!(!elsewhere.news.has_changed().unwrap());
        notifier.wake_all();
        assert!(elsewhere.news.has_changed().unwrap());
        drop(one);
        assert_eq!(notifier.lock().len(), 2);
        drop((two, elsewhere));
        assert!(notifier.lock().is_empty());
        notifier.wake(link);
    }
}
