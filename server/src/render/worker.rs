//! One render thread: takes jobs from the queue, renders them in its isolate, and replaces the isolate when it can no longer be trusted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::error::RenderError;
use super::isolate::{HeapLimits, Isolate, Rendered};
use super::snapshot::Snapshot;
use super::watchdog::Slot;

/// How many renders pass between two looks at the heap.
const HEAP_CHECK: u64 = 256;
/// How long a thread waits before it tries again to make an isolate.
const RETRY: Duration = Duration::from_millis(200);

/// How many budgets a cold render may take.
const COLD: u32 = 20;

/// A page to render.
pub(crate) struct Job {
    /// The JSON text that the page receives.
    pub payload: String,
    /// Who waits; a closed channel means that nobody does.
    pub reply: oneshot::Sender<Result<Rendered, RenderError>>,
    /// When the answer comes too late.
    pub deadline: Instant,
}

/// Counts over all render threads, since the start.
#[derive(Debug, Default)]
pub struct Counts {
    /// Threads that have warmed up and take jobs.
    pub ready: AtomicUsize,
    /// Jobs that were rendered, whatever came out.
    pub rendered: AtomicU64,
    /// Jobs that nobody waited for any more.
    pub abandoned: AtomicU64,
    /// Jobs whose turn came too late.
    pub late: AtomicU64,
    /// Isolates that were replaced.
    pub recycled: AtomicU64,
}

/// What a render thread is told at its start.
pub(crate) struct Worker {
    pub snapshot: Snapshot,
    pub heap: HeapLimits,
    /// The time one render may take.
    pub budget: Duration,
    /// How much the heap may grow over a fresh isolate's, in bytes.
    pub growth: usize,
    /// Payloads to render before the first job.
    pub warm: Arc<Vec<String>>,
    /// The time to spend on that.
    pub warm_time: Duration,
    pub queue: Arc<Mutex<Receiver<Job>>>,
    pub slot: Arc<Slot>,
    pub counts: Arc<Counts>,
}

/// What ended the life of an isolate.
enum End {
    QueueClosed,
    Spoiled(&'static str),
}

impl Worker {
    /// Works until the queue is closed.
    pub(crate) fn run(self) {
        self.slot.adopt_thread();
        let (mut is_first, mut warm_time) = (true, Some(self.warm_time));
        loop {
            let started = Instant::now();
            let Some(mut isolate) = self.make() else {
                thread::park_timeout(RETRY);
                continue;
            };
            // A page that spoils the isolate here would do so for ever; the next isolate starts cold.
            let is_sound = warm_time.is_none_or(|time| self.warm_up(&mut isolate, time));
            warm_time = is_sound.then_some(Duration::ZERO);
            if !is_sound {
                self.recycle(isolate, "warm_up");
                continue;
            }
            if is_first {
                self.counts.ready.fetch_add(1, Ordering::Release);
                is_first = false;
            }
            let took = started.elapsed().as_micros();
            tracing::debug!(render.warm_up_us = took, "A render thread is warm");
            match self.serve(&mut isolate) {
                End::QueueClosed => return,
                End::Spoiled(reason) => self.recycle(isolate, reason),
            }
        }
    }

    /// A new isolate, or `None` with the reason logged.
    fn make(&self) -> Option<Isolate> {
        let made = catch_unwind(AssertUnwindSafe(|| Isolate::new(self.snapshot, self.heap)));
        match made {
            Ok(Ok(mut isolate)) => {
                self.slot.watch(isolate.terminator());
                Some(isolate)
            }
            Ok(Err(error)) => {
                tracing::error!(error = %error, "An isolate cannot be made");
                None
            }
            Err(_) => None,
        }
    }

    /// Renders every page once, and on until `time` is over; false when that spoiled the isolate.
    ///
    /// The pages have been rendered at boot, so they get the time that a cold isolate on a busy machine may need.
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
            let rendered = self.render(isolate, &job.payload, self.budget);
            self.counts.rendered.fetch_add(1, Ordering::Relaxed);
            let spoiled = rendered
                .as_ref()
                .err()
                .filter(|error| error.spoils_isolate())
                .map(RenderError::reason);
            // The receiver may have gone in the meantime, and then nobody misses the answer.
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

    /// The next job that somebody still waits for; `None` when the queue is closed.
    fn next_job(&self) -> Option<Job> {
        loop {
            let job = self
                .queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .recv()
                .ok()?;
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

    /// One render under the watchdog's eye.
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

    /// Whether the heap has outgrown its allowance, after V8 had the chance to tidy up.
    fn has_grown(&self, isolate: &mut Isolate, base: usize) -> bool {
        isolate.settle();
        base + self.growth < isolate.used_heap()
    }

    /// Drops the isolate, on its own thread and before the next one is made.
    fn recycle(&self, isolate: Isolate, reason: &'static str) {
        self.counts.recycled.fetch_add(1, Ordering::Relaxed);
        metrics::counter!("render_recycled_total", "reason" => reason).increment(1);
        tracing::warn!(
            render.reason = reason,
            "A render thread throws its isolate away"
        );
        if catch_unwind(AssertUnwindSafe(|| drop(isolate))).is_err() {
            tracing::error!("An isolate could not be dropped cleanly");
        }
    }
}
