//! One render thread: takes jobs from the queue, renders them in its isolate, and replaces an isolate that can no longer be trusted.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::error::RenderError;
use super::isolate::{HeapLimits, Isolate};
use super::queue::Queue;
use super::script::Rendered;
use super::snapshot::Snapshot;
use super::watchdog::Slot;

/// The number of renders between two checks of the heap.
const HEAP_CHECK: u64 = 256;
/// The pause before another attempt to create an isolate.
const RETRY: Duration = Duration::from_millis(200);

/// How many budgets a render in a cold isolate may take.
const COLD: u32 = 20;

/// A page to render.
pub(super) struct Job {
    /// The JSON text that the page receives.
    pub payload: String,
    /// Where the result goes; a closed channel means that nobody waits for it.
    pub reply: oneshot::Sender<Result<Rendered, RenderError>>,
    /// When it came.
    pub queued: Instant,
    /// When the result is no longer useful.
    pub deadline: Instant,
}

/// Counts over all render threads, since the start.
#[derive(Debug, Default)]
pub struct Counts {
    /// Threads that have warmed up and can render. A thread that replaces its isolate is among them unless that fails.
    pub ready: AtomicUsize,
    /// Jobs that were rendered, with or without success.
    pub rendered: AtomicU64,
    /// Jobs whose caller stopped waiting.
    pub abandoned: AtomicU64,
    /// Jobs that waited too long.
    pub late: AtomicU64,
    /// Isolates that were replaced.
    pub recycled: AtomicU64,
}

/// What a render thread needs.
#[derive(Clone)]
pub(super) struct Worker {
    pub snapshot: Snapshot,
    pub heap: HeapLimits,
    /// The time one render may take.
    pub budget: Duration,
    /// How much larger than a new isolate's the heap may become, in bytes.
    pub growth: usize,
    /// Payloads to render before the first job.
    pub warm: Arc<Vec<String>>,
    /// The time to spend on that.
    pub warm_time: Duration,
    pub queue: Arc<Queue<Job>>,
    pub slot: Arc<Slot>,
    pub counts: Arc<Counts>,
}

/// Why a thread stopped using an isolate.
enum End {
    QueueClosed,
    Spoiled(&'static str),
}

/// Whether one thread is among the ready ones. Ends with the thread.
struct Readiness<'a> {
    counts: &'a Counts,
    is_ready: Cell<bool>,
}

impl Readiness<'_> {
    fn set(&self, is_ready: bool) {
        match (self.is_ready.replace(is_ready), is_ready) {
            (false, true) => _ = self.counts.ready.fetch_add(1, Ordering::AcqRel),
            (true, false) => _ = self.counts.ready.fetch_sub(1, Ordering::AcqRel),
            _ => {}
        }
    }
}

impl Drop for Readiness<'_> {
    fn drop(&mut self) {
        self.set(false);
    }
}

impl Worker {
    /// Works until the queue is closed, whatever happens.
    pub(super) fn run(&self) {
        self.slot.adopt_thread();
        while catch_unwind(AssertUnwindSafe(|| self.work())).is_err() {
            tracing::error!("A render thread panicked outside of a render and starts again");
            if self.queue.pause(RETRY) {
                return;
            }
        }
    }

    fn work(&self) {
        let readiness = Readiness {
            counts: &self.counts,
            is_ready: Cell::new(false),
        };
        let mut warm_time = Some(self.warm_time);
        loop {
            let started = Instant::now();
            let Some(mut isolate) = self.next_isolate(&readiness) else {
                return;
            };
            // A page that spoils the isolate here would do so every time: the next isolate is not warmed up.
            let is_sound = warm_time.is_none_or(|time| self.warm_up(&mut isolate, time));
            warm_time = is_sound.then_some(Duration::ZERO);
            if !is_sound {
                self.recycle(isolate, "warm_up");
                continue;
            }
            readiness.set(true);
            let took = started.elapsed().as_micros();
            tracing::debug!(warm_up_us = took, "A render thread is warm");
            match self.serve(&mut isolate) {
                End::QueueClosed => return,
                End::Spoiled(reason) => self.recycle(isolate, reason),
            }
        }
    }

    /// A new isolate, however long that takes; `None` when the queue is closed.
    fn next_isolate(&self, readiness: &Readiness<'_>) -> Option<Isolate> {
        loop {
            if let Some(isolate) = self.create_isolate() {
                return Some(isolate);
            }
            readiness.set(false);
            if self.queue.pause(RETRY) {
                return None;
            }
        }
    }

    /// A new isolate, or `None` after logging the reason.
    fn create_isolate(&self) -> Option<Isolate> {
        let made = catch_unwind(AssertUnwindSafe(|| Isolate::new(self.snapshot, self.heap)));
        match made {
            Ok(Ok(mut isolate)) => {
                self.slot.watch(isolate.terminator());
                Some(isolate)
            }
            Ok(Err(error)) => {
                tracing::error!(%error, "An isolate cannot be created");
                None
            }
            Err(_) => None,
        }
    }

    /// Renders every page that is the same for everybody at least once, and again until `time` is over. Returns false when that spoiled the isolate.
    ///
    /// The pages did render at start, so they get the time that a cold isolate on a busy machine may need.
    fn warm_up(&self, isolate: &mut Isolate, time: Duration) -> bool {
        let started = Instant::now();
        let mut spoils = |payload: &String| {
            let rendered = self.render(isolate, payload, self.budget * COLD);
            rendered.is_err_and(|error| error.spoils_isolate())
        };
        loop {
            if self.warm.iter().any(&mut spoils) {
                return false;
            }
            if time <= started.elapsed() || self.warm.is_empty() {
                return true;
            }
        }
    }

    /// Takes jobs until the isolate is spoiled or there are no more.
    fn serve(&self, isolate: &mut Isolate) -> End {
        let base = isolate.used_heap();
        for count in 1_u64.. {
            let Some(job) = self.next_job() else {
                return End::QueueClosed;
            };
            let started = Instant::now();
            metrics::histogram!("render_wait_seconds").record(started - job.queued);
            let rendered = self.render(isolate, &job.payload, self.budget);
            metrics::histogram!("render_seconds").record(started.elapsed());
            self.counts.rendered.fetch_add(1, Ordering::Relaxed);
            let spoiled = rendered
                .as_ref()
                .err()
                .filter(|error| error.spoils_isolate())
                .map(RenderError::reason);
            // The caller may have stopped waiting in the meantime.
            let _ = job.reply.send(rendered);
            if let Some(reason) = spoiled {
                return End::Spoiled(reason);
            }
            if count % HEAP_CHECK == 0 && self.has_grown(isolate, base) {
                return End::Spoiled("growth");
            }
        }
        End::QueueClosed
    }

    /// The next job whose caller still waits; `None` when the queue is closed.
    fn next_job(&self) -> Option<Job> {
        loop {
            let job = self.queue.pop()?;
            self.queue.measure();
            if job.reply.is_closed() {
                self.counts.abandoned.fetch_add(1, Ordering::Relaxed);
            } else if job.deadline < Instant::now() {
                self.counts.late.fetch_add(1, Ordering::Relaxed);
                let _ = job.reply.send(Err(RenderError::Late));
            } else {
                return Some(job);
            }
        }
    }

    /// One render, ended by the watchdog at its budget.
    fn render(
        &self,
        isolate: &mut Isolate,
        payload: &str,
        budget: Duration,
    ) -> Result<Rendered, RenderError> {
        let work = || catch_unwind(AssertUnwindSafe(|| isolate.render(payload)));
        let (rendered, in_time) = self.slot.guard(budget, work);
        let rendered = rendered.unwrap_or(Err(RenderError::Panicked));
        match rendered {
            Err(error) if error.spoils_isolate() => Err(error),
            _ if !in_time => Err(RenderError::Timeout),
            rendered => rendered,
        }
    }

    /// Whether the heap has grown too much, after V8's pending work.
    fn has_grown(&self, isolate: &mut Isolate, base: usize) -> bool {
        isolate.settle();
        base + self.growth < isolate.used_heap()
    }

    /// Drops the isolate, on its own thread and before the next one is created.
    fn recycle(&self, isolate: Isolate, reason: &'static str) {
        self.counts.recycled.fetch_add(1, Ordering::Relaxed);
        metrics::counter!("render_recycled_total", "reason" => reason).increment(1);
        tracing::warn!(reason, "A render thread replaces its isolate");
        if catch_unwind(AssertUnwindSafe(|| drop(isolate))).is_err() {
            tracing::error!("An isolate could not be dropped cleanly");
        }
    }
}
