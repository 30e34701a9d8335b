//! The render threads behind a bounded queue: renders never block the runtime's threads, and no request waits without a limit.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};
use std::{fmt, io};

use tokio::sync::oneshot;
use tokio::time::timeout;

use super::error::RenderError;
use super::isolate::HeapLimits;
use super::queue::Queue;
use super::script::Rendered;
use super::snapshot::Snapshot;
use super::threads::{Spawn, Threads, spawn};
use super::watchdog::{self, Slot};
use super::worker::{Counts, Job, Worker};

/// How the pool is built.
#[derive(Debug, Clone)]
pub struct PoolOptions {
    /// Render threads, each with one isolate.
    pub threads: usize,
    /// How many jobs may wait. More than the requests that are let in at once (`middleware/concurrency.rs`), so that `patience` alone decides.
    pub queue: usize,
    /// The CPU time that one render may take.
    pub budget: Duration,
    /// The time that a job may wait before its render begins.
    pub patience: Duration,
    /// The memory that one isolate may use.
    pub heap: HeapLimits,
    /// How much an isolate's heap may grow before it is replaced, in bytes.
    pub growth: usize,
    /// The time for which a thread renders the pages that are the same for everybody before it takes its first job.
    pub warm_time: Duration,
}

impl Default for PoolOptions {
    fn default() -> Self {
        Self {
            threads: 2,
            queue: 512,
            budget: Duration::from_millis(250),
            patience: Duration::from_secs(2),
            heap: HeapLimits::default(),
            growth: 96 << 20,
            // A development build is started often and shows few pages.
            warm_time: Duration::from_millis(if cfg!(debug_assertions) { 0 } else { 150 }),
        }
    }
}

/// How often threads that are missing are made again.
const RETRY: Duration = Duration::from_millis(500);

/// The render threads. Dropping the pool ends them after their current render.
pub struct Pool {
    threads: Arc<Threads>,
    patience: Duration,
    longest: Duration,
}

impl Pool {
    /// Starts the threads, which warm up with `warm` while this returns. A thread that cannot be made, or that dies, is made again; until
    /// then the pool is not ready.
    pub fn start(snapshot: Snapshot, warm: Vec<String>, options: &PoolOptions) -> io::Result<Self> {
        Self::start_with(snapshot, warm, options, Box::new(spawn))
    }

    fn start_with(
        snapshot: Snapshot,
        warm: Vec<String>,
        options: &PoolOptions,
        spawn: Spawn,
    ) -> io::Result<Self> {
        let seed = Worker {
            snapshot,
            heap: options.heap,
            budget: options.budget,
            growth: options.growth,
            warm: Arc::new(warm),
            warm_time: options.warm_time,
            queue: Arc::new(Queue::new(options.queue)),
            slot: Arc::new(Slot::new()),
            counts: Arc::default(),
        };
        let threads = Arc::new(Threads::new(seed, options.threads, spawn));
        let tick =
            (options.budget / 10).clamp(Duration::from_micros(500), Duration::from_millis(25));
        let weak = Arc::downgrade(&threads);
        let mut filled = Instant::now();
        watchdog::watch(tick, move || {
            let Some(threads) = weak.upgrade() else {
                return false;
            };
            for slot in threads.slots() {
                slot.check();
            }
            if RETRY <= filled.elapsed() {
                threads.fill();
                filled = Instant::now();
            }
            true
        })?;
        Ok(Self {
            threads,
            patience: options.patience,
            longest: options.patience + watchdog::longest(options.budget),
        })
    }

    /// Renders one page; `payload` is the JSON text that it receives. Dropping the future abandons the job.
    pub async fn render(&self, payload: String) -> Result<Rendered, RenderError> {
        let (reply, answer) = oneshot::channel();
        let queued = Instant::now();
        let queue = &self.threads.seed.queue;
        queue.push(Job {
            payload,
            reply,
            queued,
            deadline: queued + self.patience,
        })?;
        queue.measure();
        let ready = u32::try_from(self.counts().ready.load(Ordering::Relaxed));
        metrics::gauge!("render_threads_ready").set(ready.unwrap_or(u32::MAX));
        // The threads keep both limits; without any thread nobody does.
        match timeout(self.longest, answer).await {
            Ok(answer) => answer.unwrap_or(Err(RenderError::Stopped)),
            Err(_) => Err(RenderError::Late),
        }
    }

    /// Whether at least one thread is warm.
    pub fn is_ready(&self) -> bool {
        0 < self.counts().ready.load(Ordering::Acquire)
    }

    /// What the threads have done so far.
    pub fn counts(&self) -> &Counts {
        &self.threads.seed.counts
    }

    /// How many jobs were rendered so far.
    pub(super) fn rendered(&self) -> u64 {
        self.counts().rendered.load(Ordering::Relaxed)
    }
}

impl Drop for Pool {
    /// Waits for the threads as long as a render may take. One that ignores its termination is left alone, so that this always returns.
    fn drop(&mut self) {
        self.threads.seed.queue.close();
        let limit = Instant::now() + watchdog::longest(self.threads.seed.budget);
        while !self.threads.has_ended() && Instant::now() < limit {
            thread::park_timeout(Duration::from_millis(1));
        }
        self.threads.forget();
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("counts", self.counts())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::thread::{Builder, JoinHandle};

    use super::*;
    use crate::render::boot;
    use crate::render::script::PANICS;
    use crate::render::snapshot::{self, Protection};

    /// A pool of one thread. A page renders the number of renders in its isolate, or its payload where that is not empty.
    fn pool() -> Pool {
        pool_with(Duration::from_secs(5), Box::new(spawn))
    }

    fn pool_with(budget: Duration, spawn: Spawn) -> Pool {
        snapshot::init(Protection::Off);
        let script = "var SSR = (() => { let count = 0; return { render: (payload) => payload || `${++count}` }; })();";
        let limit = Duration::from_mins(1);
        let (snapshot, _) = boot::snapshot(script.to_owned(), Vec::new(), limit).unwrap();
        let options = PoolOptions {
            threads: 1,
            budget,
            ..PoolOptions::default()
        };
        Pool::start_with(snapshot, Vec::new(), &options, spawn).unwrap()
    }

    /// Makes threads, but the first `failures` of them with `fail`.
    fn failing(
        failures: usize,
        fail: impl Fn() -> io::Result<JoinHandle<()>> + Send + Sync + 'static,
    ) -> Spawn {
        let made = AtomicUsize::new(0);
        Box::new(move |worker| {
            if made.fetch_add(1, Ordering::Relaxed) < failures {
                fail()
            } else {
                spawn(worker)
            }
        })
    }

    #[tokio::test]
    async fn a_pool_whose_threads_cannot_be_made_is_not_ready_until_they_can() {
        let fail = || Err(io::Error::from(io::ErrorKind::WouldBlock));
        let pool = pool_with(Duration::from_secs(5), failing(2, fail));
        assert!(!pool.is_ready());
        // Waits in the queue until there is a thread.
        assert_eq!(pool.render(String::new()).await.unwrap().html, "1");
        assert!(pool.is_ready());
    }

    #[tokio::test]
    async fn a_thread_that_dies_is_replaced() {
        let die = || Builder::new().spawn(|| ());
        let pool = pool_with(Duration::from_secs(5), failing(1, die));
        assert_eq!(pool.render(String::new()).await.unwrap().html, "1");
        assert!(pool.is_ready());
    }

    #[tokio::test]
    async fn without_any_thread_a_request_is_answered_in_time() {
        let fail = || Err(io::Error::from(io::ErrorKind::WouldBlock));
        let pool = pool_with(Duration::from_millis(1), failing(usize::MAX, fail));
        let late = pool.render(String::new()).await;
        assert!(matches!(late, Err(RenderError::Late)), "{late:?}");
    }

    #[test]
    fn dropping_a_pool_does_not_wait_for_a_thread_that_never_ends() {
        let hang = || Builder::new().spawn(never_end);
        drop(pool_with(
            Duration::from_millis(1),
            failing(usize::MAX, hang),
        ));
    }

    fn never_end() {
        loop {
            thread::park();
        }
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
