//! Ends renders that run past their budget, and never the render after.
//!
//! Every worker has a [`Slot`] whose state is one atomic word: a render's number and what happens to it. The watchdog may end a render
//! only after it has won the exchange from "running" to "ending" for exactly that number, and the worker may go on only after it has won
//! the exchange back to "idle". Whoever loses knows it, so a late termination cannot hit the next render.
//!
//! A budget is time on the processor, as Linux counts it for the worker's thread: on a busy machine a healthy page may have to wait
//! longer than its whole budget before it is run. Where that time cannot be read, the clock on the wall counts.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};
use std::{fs, thread};

use super::isolate::Terminate;

const IDLE: u64 = 0;
const RUNNING: u64 = 1;
const ENDING: u64 = 2;
const ENDED: u64 = 3;
/// The state's low bits say what happens; the rest is the render's number.
const BITS: u32 = 2;

/// How many budgets a render may last by the clock on the wall, however little of it the processor gave it.
const PATIENCE: u64 = 8;

/// The place where one worker and the watchdog meet.
pub(crate) struct Slot {
    state: AtomicU64,
    /// Microseconds after `epoch` at which the running render began.
    began: AtomicU64,
    /// Microseconds that it may take.
    budget: AtomicU64,
    epoch: Instant,
    /// Where Linux tells the worker's time on the processor.
    schedstat: OnceLock<PathBuf>,
    terminate: Mutex<Option<Terminate>>,
}

/// What the watchdog saw of a slot the last time: a render's number, and the worker's time on the processor, in microseconds.
#[derive(Default)]
struct Seen {
    number: u64,
    processor: Option<u64>,
}

impl Slot {
    /// A slot whose worker is idle.
    pub(crate) fn new() -> Self {
        Self {
            state: AtomicU64::new(IDLE),
            began: AtomicU64::new(0),
            budget: AtomicU64::new(u64::MAX),
            epoch: Instant::now(),
            schedstat: OnceLock::new(),
            terminate: Mutex::new(None),
        }
    }

    /// Makes the calling thread the worker of this slot.
    pub(crate) fn adopt_thread(&self) {
        if let Ok(thread) = fs::read_link("/proc/thread-self") {
            // A second call would come from the same thread.
            let _ = self
                .schedstat
                .set(Path::new("/proc").join(thread).join("schedstat"));
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
        self.began
            .store(micros(self.epoch.elapsed()), Ordering::Release);
        self.budget.store(micros(budget), Ordering::Release);
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
    fn check(&self, seen: &mut Seen) {
        let state = self.state.load(Ordering::Acquire);
        if state & ((1 << BITS) - 1) != RUNNING {
            return;
        }
        // What belongs to a later render does no harm: then the state has changed too, and the exchange below fails.
        let number = state >> BITS;
        if self.used(number, seen) < self.budget.load(Ordering::Acquire) {
            return;
        }
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

    /// Microseconds that the render has used, counted from the first look at it.
    fn used(&self, number: u64, seen: &mut Seen) -> u64 {
        let processor = self.processor_time();
        if seen.number != number {
            *seen = Seen { number, processor };
        }
        let now = micros(self.epoch.elapsed());
        let on_the_wall = now.saturating_sub(self.began.load(Ordering::Acquire));
        let is_patient = on_the_wall < self.budget.load(Ordering::Acquire).saturating_mul(PATIENCE);
        match (processor, seen.processor) {
            (Some(now), Some(then)) if is_patient => now.saturating_sub(then),
            _ => on_the_wall,
        }
    }

    /// Microseconds that the worker's thread has been on a processor since it began.
    fn processor_time(&self) -> Option<u64> {
        let text = fs::read_to_string(self.schedstat.get()?).ok()?;
        let nanos: u64 = text.split_whitespace().next()?.parse().ok()?;
        Some(nanos / 1000)
    }
}

/// Watches the slots until all of them are gone. `tick` bounds how late a render is ended.
pub(crate) fn watch(slots: &[Arc<Slot>], tick: Duration) -> std::io::Result<()> {
    let mut slots: Vec<(Weak<Slot>, Seen)> = slots
        .iter()
        .map(|slot| (Arc::downgrade(slot), Seen::default()))
        .collect();
    let watchdog = thread::Builder::new().name("watchdog".to_owned());
    watchdog.spawn(move || {
        let mut check = || {
            let present = slots
                .iter_mut()
                .filter_map(|(slot, seen)| slot.upgrade().map(|slot| slot.check(seen)));
            present.count()
        };
        while check() != 0 {
            thread::park_timeout(tick);
        }
    })?;
    Ok(())
}

/// Whole microseconds; a process does not live 500,000 years.
fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
