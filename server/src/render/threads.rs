//! The render threads of a pool, and what replaces those that are missing.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use super::isolate::STACK;
use super::watchdog::Slot;
use super::worker::Worker;
use crate::priority;

/// Makes a render thread.
pub(super) type Spawn = Box<dyn Fn(Worker) -> io::Result<JoinHandle<()>> + Send + Sync>;

/// The threads, and what makes them.
pub(super) struct Threads {
    /// What all of them share; each gets a slot of its own.
    pub(super) seed: Worker,
    spawn: Spawn,
    /// `None` where a thread is missing.
    places: Mutex<Vec<Option<Place>>>,
}

/// One thread.
struct Place {
    thread: JoinHandle<()>,
    slot: Arc<Slot>,
}

impl Threads {
    /// As many threads as asked for, made from this worker.
    pub(super) fn new(seed: Worker, threads: usize, spawn: Spawn) -> Self {
        let places = (0..threads).map(|_| None).collect();
        let made = Self {
            seed,
            spawn,
            places: Mutex::new(places),
        };
        made.fill();
        made
    }

    /// Makes the threads that are missing or dead. Failures are logged; the next call tries again.
    pub(super) fn fill(&self) {
        if self.seed.queue.is_closed() {
            return;
        }
        for place in self.places().iter_mut() {
            let is_there = place
                .as_ref()
                .is_some_and(|place| !place.thread.is_finished());
            if !is_there {
                *place = self.make();
            }
        }
    }

    fn make(&self) -> Option<Place> {
        let slot = Arc::new(Slot::new());
        let worker = Worker {
            slot: Arc::clone(&slot),
            ..self.seed.clone()
        };
        match (self.spawn)(worker) {
            Ok(thread) => Some(Place { thread, slot }),
            Err(error) => {
                tracing::error!(%error, "A render thread cannot be made");
                None
            }
        }
    }

    /// Whether no thread is there any more.
    pub(super) fn has_ended(&self) -> bool {
        let places = self.places();
        let mut there = places.iter().flatten();
        there.all(|place| place.thread.is_finished())
    }

    /// Forgets the threads, which should have ended by now.
    pub(super) fn forget(&self) {
        for Place { thread, .. } in self.places().drain(..).flatten() {
            if thread.is_finished() {
                // A thread's panic has been logged by the panic hook.
                let _ = thread.join();
            } else {
                tracing::error!("A render thread does not end");
            }
        }
    }

    /// The slots of the threads that are there.
    pub(super) fn slots(&self) -> Vec<Arc<Slot>> {
        let places = self.places();
        let slots = places.iter().flatten().map(|place| Arc::clone(&place.slot));
        slots.collect()
    }

    fn places(&self) -> MutexGuard<'_, Vec<Option<Place>>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread with a stack that is large enough for V8.
pub(super) fn spawn(worker: Worker) -> io::Result<JoinHandle<()>> {
    Builder::new()
        .name("render".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            priority::give_way();
            worker.run();
        })
}
