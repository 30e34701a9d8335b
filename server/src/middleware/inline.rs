//! Which handlers run on the threads of the connections.
//!
//! That is cheapest, and so few do not delay a prebuilt page for long. What a flood adds runs on other threads (`serve/front.rs`).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How many handlers of a kind run on the threads of the connections at most.
pub const MAX_INLINE: usize = 32;
/// How the paths of links between two phones begin, whose handlers are a kind of their own.
pub(crate) const LINKS: &str = "/api/watches";

/// The count of those handlers. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct InlineHandlers(Arc<AtomicUsize>);

impl InlineHandlers {
    /// The permit of one more; `None` where there are enough.
    pub fn try_acquire(&self) -> Option<InlinePermit> {
        let add = |count| (count < MAX_INLINE).then_some(count + 1);
        let added = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        added.ok().map(|_| {
            InlinePermit(Arc::new(Permit {
                count: Arc::clone(&self.0),
                is_held: AtomicBool::new(true),
            }))
        })
    }
}

/// The permit of one handler, which ends with its last clone or before.
#[derive(Debug, Clone)]
pub struct InlinePermit(Arc<Permit>);

impl InlinePermit {
    /// Gives the permit to others. A handler that only waits delays nobody.
    pub(super) fn release(&self) {
        self.0.release();
    }
}

#[derive(Debug)]
struct Permit {
    count: Arc<AtomicUsize>,
    is_held: AtomicBool,
}

impl Permit {
    fn release(&self) {
        if self.is_held.swap(false, Ordering::Relaxed) {
            self.count.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_run_inline_and_what_waits_makes_room_once() {
        let handlers = InlineHandlers::default();
        let mut permits: Vec<_> = (0..MAX_INLINE)
            .map(|_| handlers.try_acquire().unwrap())
            .collect();
        assert!(handlers.try_acquire().is_none());
        let waiting = permits.pop().unwrap();
        waiting.release();
        waiting.release();
        drop(waiting);
        let another = handlers.try_acquire().unwrap();
        assert!(handlers.try_acquire().is_none(), "it made room for one");
        drop(another.clone());
        assert!(handlers.try_acquire().is_none(), "it is in use");
        drop((another, permits));
        assert_eq!(handlers.0.load(Ordering::Relaxed), 0);
    }
}
