//! Ends renders that run past their budget, and never the render after.
//!
//! Every worker has a [`Slot`] whose state is one atomic word: a render's number and what happens to it. The watchdog may end a render
//! only after it has won the exchange from "running" to "ending" for exactly that number, and the worker may go on only after it has won
//! the exchange back to "idle". Whoever loses knows it, so a late termination cannot hit the next render.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::isolate::Terminate;

const IDLE: u64 = 0;
const RUNNING: u64 = 1;
const ENDING: u64 = 2;
const ENDED: u64 = 3;
/// The state's low bits say what happens; the rest is the render's number.
const BITS: u32 = 2;

/// The place where one worker and the watchdog meet.
pub(crate) struct Slot {
    state: AtomicU64,
    /// Microseconds after `start` at which the running render is ended.
    deadline: AtomicU64,
    start: Instant,
    terminate: Mutex<Option<Terminate>>,
}

impl Slot {
    /// A slot whose worker is idle.
    pub(crate) fn new() -> Self {
        let (state, deadline) = (AtomicU64::new(IDLE), AtomicU64::new(u64::MAX));
        Self {
            state,
            deadline,
            start: Instant::now(),
            terminate: Mutex::new(None),
        }
    }

    /// Tells how to end what the worker's present isolate does.
    pub(crate) fn watch(&self, terminate: Terminate) {
        *self
            .terminate
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(terminate);
    }

    /// Runs `work` and tells whether it came to its own end before `budget` was over.
    pub(crate) fn guard<T>(&self, budget: Duration, work: impl FnOnce() -> T) -> (T, bool) {
        let number = (self.state.load(Ordering::Relaxed) >> BITS) + 1;
        let running = number << BITS | RUNNING;
        self.deadline
            .store(micros(self.start.elapsed() + budget), Ordering::Release);
        self.state.store(running, Ordering::Release);
        let value = work();
        let idle = number << BITS | IDLE;
        let in_time = self
            .state
            .compare_exchange(running, idle, Ordering::AcqRel, Ordering::Acquire)
            .is_ok();
        if !in_time {
            self.wait_for_end(number << BITS | ENDED);
            self.state.store(idle, Ordering::Release);
        }
        (value, in_time)
    }

    /// Waits until the watchdog has made its call, which takes microseconds.
    fn wait_for_end(&self, ended: u64) {
        while self.state.load(Ordering::Acquire) != ended {
            thread::yield_now();
        }
    }

    /// Ends the running render if its time is over.
    fn check(&self) {
        let state = self.state.load(Ordering::Acquire);
        let is_over = self.deadline.load(Ordering::Acquire) <= micros(self.start.elapsed());
        if state & ((1 << BITS) - 1) != RUNNING || !is_over {
            return;
        }
        // A deadline that belongs to a later render is harmless: then the state has changed too, and the exchange fails.
        let number = state >> BITS;
        let ending = number << BITS | ENDING;
        if self
            .state
            .compare_exchange(state, ending, Ordering::AcqRel, Ordering::Acquire)
            .is_err()
        {
            return;
        }
        if let Some(terminate) = &*self
            .terminate
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
        {
            terminate();
        }
        self.state.store(number << BITS | ENDED, Ordering::Release);
    }
}

/// Watches the slots until all of them are gone. `tick` bounds how late a render is ended.
pub(crate) fn watch(slots: &[Arc<Slot>], tick: Duration) -> std::io::Result<()> {
    let slots: Vec<Weak<Slot>> = slots.iter().map(Arc::downgrade).collect();
    let watchdog = thread::Builder::new().name("watchdog".to_owned());
    watchdog.spawn(move || {
        while slots
            .iter()
            .filter_map(Weak::upgrade)
            .map(|slot| slot.check())
            .count()
            != 0
        {
            thread::park_timeout(tick);
        }
    })?;
    Ok(())
}

/// Whole microseconds; a process does not live 500,000 years.
fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
