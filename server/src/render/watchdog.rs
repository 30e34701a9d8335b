//! Ends renders that exceed their budget, and never the next render.
//!
//! Every worker has a [`Slot`] whose state is one atomic word: a render's number and its phase. The watchdog ends a render only after it has
//! exchanged "running" for "ending" with exactly that number, and the worker goes on only after it has exchanged "running" for "idle".
//! One of the two exchanges fails, so a late termination cannot hit the next render.
//!
//! A budget is CPU time, as Linux counts it for the worker's thread: on a busy machine a healthy page may wait longer than its whole
//! budget before it runs. Where CPU time cannot be read, elapsed time counts.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use super::isolate::Terminate;

const IDLE: u64 = 0;
const RUNNING: u64 = 1;
const ENDING: u64 = 2;
const ENDED: u64 = 3;
/// The state's low bits are the phase; the rest is the render's number.
const BITS: u32 = 2;

/// How many budgets of elapsed time a render may take, however little CPU time it used.
const ELAPSED_FACTOR: u32 = 8;

/// What one worker and the watchdog share.
pub(super) struct Slot {
    state: AtomicU64,
    /// Microseconds after `epoch` at which the running render began.
    began: AtomicU64,
    /// Microseconds that it may take.
    budget: AtomicU64,
    epoch: Instant,
    /// Where Linux shows the CPU time of the worker's thread (`proc_pid_schedstat` in its documentation).
    schedstat: OnceLock<PathBuf>,
    terminate: Mutex<Option<Terminate>>,
    /// Used by the watchdog alone.
    seen: Mutex<Seen>,
}

/// What the watchdog saw in a slot the last time: a render's number, and the thread's CPU time in microseconds.
#[derive(Default)]
struct Seen {
    number: u64,
    cpu_time: Option<u64>,
}

impl Slot {
    /// A slot whose worker is idle.
    pub(super) fn new() -> Self {
        Self {
            state: AtomicU64::new(IDLE),
            began: AtomicU64::new(0),
            budget: AtomicU64::new(u64::MAX),
            epoch: Instant::now(),
            schedstat: OnceLock::new(),
            terminate: Mutex::new(None),
            seen: Mutex::default(),
        }
    }

    /// Makes the calling thread the worker of this slot.
    pub(super) fn adopt_thread(&self) {
        if let Ok(thread) = fs::read_link("/proc/thread-self") {
            // Called once for each slot, so it is not set yet.
            let _ = self
                .schedstat
                .set(Path::new("/proc").join(thread).join("schedstat"));
        }
    }

    /// Sets how the render in the worker's current isolate is ended.
    pub(super) fn watch(&self, terminate: Terminate) {
        *self
            .terminate
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(terminate);
    }

    /// Runs `work`, and returns its value and whether it ended within `budget`.
    pub(super) fn guard<T>(&self, budget: Duration, work: impl FnOnce() -> T) -> (T, bool) {
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

    /// Waits until the watchdog has ended the render, which takes microseconds.
    fn wait_for_end(&self, ended: u64) {
        while self.state.load(Ordering::Acquire) != ended {
            thread::yield_now();
        }
    }

    /// Ends the running render if its time is over.
    pub(super) fn check(&self) {
        let state = self.state.load(Ordering::Acquire);
        if state & ((1 << BITS) - 1) != RUNNING {
            return;
        }
        // If these values belong to a later render, the state has changed too, and the exchange below fails.
        let number = state >> BITS;
        if self.used(number) < self.budget.load(Ordering::Acquire) {
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

    /// Microseconds that the render has used since the watchdog first saw it.
    fn used(&self, number: u64) -> u64 {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let cpu_time = self.cpu_time();
        if seen.number != number {
            *seen = Seen { number, cpu_time };
        }
        let now = micros(self.epoch.elapsed());
        let elapsed = now.saturating_sub(self.began.load(Ordering::Acquire));
        let is_in_time = elapsed
            < self
                .budget
                .load(Ordering::Acquire)
                .saturating_mul(ELAPSED_FACTOR.into());
        match (cpu_time, seen.cpu_time) {
            (Some(now), Some(then)) if is_in_time => now.saturating_sub(then),
            _ => elapsed,
        }
    }

    /// The CPU time of the worker's thread, in microseconds.
    fn cpu_time(&self) -> Option<u64> {
        let text = fs::read_to_string(self.schedstat.get()?).ok()?;
        let nanos: u64 = text.split_whitespace().next()?.parse().ok()?;
        Some(nanos / 1000)
    }
}

/// Calls `round` in every `tick` on a thread of its own, until it returns false. It checks every slot there is, so that a render is ended
/// at most one `tick` late.
pub(super) fn watch(
    tick: Duration,
    mut round: impl FnMut() -> bool + Send + 'static,
) -> io::Result<()> {
    let watchdog = thread::Builder::new().name("watchdog".to_owned());
    watchdog.spawn(move || {
        while round() {
            thread::park_timeout(tick);
        }
    })?;
    Ok(())
}

/// The elapsed time after which a render with this budget has ended, with some to spare, if it can be ended at all.
pub(super) fn longest(budget: Duration) -> Duration {
    budget * (ELAPSED_FACTOR + 1) + Duration::from_secs(1)
}

/// Whole microseconds; a process does not live 500,000 years.
fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
