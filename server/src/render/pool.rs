//! The render threads behind a bounded queue: renders never block the runtime's threads, and no request waits without a limit.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};
use std::{fmt, io};

use tokio::sync::oneshot;

use super::error::RenderError;
use super::isolate::{HeapLimits, STACK};
use super::script::Rendered;
use super::snapshot::Snapshot;
use super::watchdog::{self, Slot};
use super::worker::{Counts, Job, Worker};

/// How the pool is built.
#[derive(Debug, Clone)]
pub struct PoolOptions {
    /// Render threads, each with one isolate.
    pub threads: usize,
    /// How many jobs may wait.
    pub queue: usize,
    /// The CPU time that one render may take.
    pub budget: Duration,
    /// The time that a job may wait before its render begins.
    pub patience: Duration,
    /// The memory that one isolate may use.
    pub heap: HeapLimits,
    /// How much an isolate's heap may grow before it is replaced, in bytes.
    pub growth: usize,
    /// The time for which a thread renders every page before it takes its first job.
    pub warm_time: Duration,
}

impl Default for PoolOptions {
    fn default() -> Self {
        Self {
            threads: 2,
            queue: 64,
            budget: Duration::from_millis(250),
            patience: Duration::from_secs(2),
            heap: HeapLimits::default(),
            growth: 96 << 20,
            warm_time: Duration::from_millis(150),
        }
    }
}

/// The render threads. Dropping the pool ends them after their current render.
pub struct Pool {
    queue: Option<SyncSender<Job>>,
    threads: Vec<JoinHandle<()>>,
    counts: Arc<Counts>,
    patience: Duration,
}

impl Pool {
    /// Starts the threads, which warm up with `warm` while this returns.
    pub fn start(snapshot: Snapshot, warm: Vec<String>, options: &PoolOptions) -> io::Result<Self> {
        let (sender, receiver) = sync_channel(options.queue);
        let slots: Vec<_> = (0..options.threads)
            .map(|_| Arc::new(Slot::new()))
            .collect();
        let tick =
            (options.budget / 10).clamp(Duration::from_micros(500), Duration::from_millis(25));
        watchdog::watch(&slots, tick)?;
        let seed = Seed {
            snapshot,
            warm: Arc::new(warm),
            queue: Arc::new(Mutex::new(receiver)),
            counts: Arc::default(),
        };
        let counts = Arc::clone(&seed.counts);
        let threads = slots
            .into_iter()
            .enumerate()
            .map(|(index, slot)| seed.spawn(index, slot, options))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            queue: Some(sender),
            threads,
            counts,
            patience: options.patience,
        })
    }

    /// Renders one page; `payload` is the JSON text that it receives. Dropping the future abandons the job.
    pub async fn render(&self, payload: String) -> Result<Rendered, RenderError> {
        let (reply, answer) = oneshot::channel();
        let job = Job {
            payload,
            reply,
            deadline: Instant::now() + self.patience,
        };
        self.queue
            .as_ref()
            .ok_or(RenderError::Stopped)?
            .try_send(job)
            .map_err(|error| match error {
                TrySendError::Full(_) => RenderError::QueueFull,
                TrySendError::Disconnected(_) => RenderError::Stopped,
            })?;
        // The budget limits each render and the patience each wait, so this ends.
        answer.await.unwrap_or(Err(RenderError::Stopped))
    }

    /// Whether at least one thread is warm.
    pub fn is_ready(&self) -> bool {
        0 < self.counts.ready.load(Ordering::Acquire)
    }

    /// What the threads have done so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// How many jobs were rendered so far.
    pub(super) fn rendered(&self) -> u64 {
        self.counts.rendered.load(Ordering::Relaxed)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.queue = None;
        for thread in self.threads.drain(..) {
            // A thread's panic has been logged by the panic hook.
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

/// What all threads share.
struct Seed {
    snapshot: Snapshot,
    warm: Arc<Vec<String>>,
    queue: Arc<Mutex<Receiver<Job>>>,
    counts: Arc<Counts>,
}

impl Seed {
    fn spawn(
        &self,
        index: usize,
        slot: Arc<Slot>,
        options: &PoolOptions,
    ) -> io::Result<JoinHandle<()>> {
        let worker = Worker {
            snapshot: self.snapshot,
            heap: options.heap,
            budget: options.budget,
            growth: options.growth,
            warm: Arc::clone(&self.warm),
            warm_time: options.warm_time,
            queue: Arc::clone(&self.queue),
            slot,
            counts: Arc::clone(&self.counts),
        };
        Builder::new()
            .name(format!("render-{index}"))
            .stack_size(STACK)
            .spawn(move || worker.run())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::boot;
    use crate::render::script::PANICS;
    use crate::render::snapshot::{self, Protection};

    /// A pool of one thread. A page renders the number of renders in its isolate, or its payload where that is not empty.
    fn pool() -> Pool {
        snapshot::init(Protection::Off);
        let script = "var SSR = (() => { let count = 0; return { render: (payload) => payload || `${++count}` }; })();";
        let limit = Duration::from_mins(1);
        let (snapshot, _) = boot::snapshot(script.to_owned(), Vec::new(), limit).unwrap();
        let options = PoolOptions {
            threads: 1,
            budget: Duration::from_secs(5),
            ..PoolOptions::default()
        };
        Pool::start(snapshot, Vec::new(), &options).unwrap()
    }

    #[tokio::test]
    async fn an_isolate_is_replaced_after_a_panic_during_its_render() {
        let pool = pool();
        let html =
            async |payload: &str| pool.render(payload.to_owned()).await.map(|page| page.html);
        for expected in ["1", "2"] {
            assert_eq!(html("").await.unwrap(), expected);
        }
        let panicked = html(PANICS).await;
        assert!(
            matches!(panicked, Err(RenderError::Panicked)),
            "{panicked:?}"
        );
        assert_eq!(
            html("").await.unwrap(),
            "1",
            "a new isolate starts to count again"
        );
        assert_eq!(pool.counts().recycled.load(Ordering::Relaxed), 1);
        assert!(pool.is_ready());
    }
}
