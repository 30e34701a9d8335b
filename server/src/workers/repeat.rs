//! Repeats a job for as long as the server runs.

use std::future::pending;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::error::Error;
use crate::telemetry::alarm;

/// A job that never ends of itself.
pub(super) const ENDLESS: Duration = Duration::MAX;

/// Repeats a job, `limit` being more than a run may need. One that panics or takes longer runs again at the next time, like one that fails.
pub(super) fn repeat<Run, Done>(job: &'static str, every: Duration, limit: Duration, run: Run)
where
    Run: Fn() -> Done + Send + 'static,
    Done: Future<Output = Result<(), Error>> + Send + 'static,
{
    repeat_or(job, every, limit, run, pending::<()>);
}

/// The same, and sooner when what `woken` returns ends.
pub(super) fn repeat_or<Run, Done, Woken>(
    job: &'static str,
    every: Duration,
    limit: Duration,
    run: Run,
    woken: impl Fn() -> Woken + Send + 'static,
) where
    Run: Fn() -> Done + Send + 'static,
    Done: Future<Output = Result<(), Error>> + Send + 'static,
    Woken: Future<Output = ()> + Send,
{
    // So that the first failure is an increase.
    metrics::counter!("job_failures_total", "job" => job).increment(0);
    tokio::spawn(async move {
        let mut tick = interval(every);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = tick.tick() => {}
                () = woken() => {}
            }
            // In a task of its own, so that a panic ends only that task. The panic hook has logged where it was.
            match tokio::spawn(timeout(limit, run())).await {
                Ok(Ok(Ok(()))) => {}
                Ok(Ok(Err(error))) => {
                    count_failure(job);
                    tracing::error!(job, error = %error.for_log(), "A background job failed");
                }
                Ok(Err(_)) => {
                    count_failure(job);
                    tracing::error!(job, "A background job took too long and will run again");
                }
                Err(error) if error.is_panic() => {
                    count_failure(job);
                    tracing::error!(job, "A background job panicked and will run again");
                }
                // The runtime ends.
                Err(_) => return,
            }
        }
    });
}

fn count_failure(job: &'static str) {
    metrics::counter!("job_failures_total", "job" => job).increment(1);
    alarm::JOB.count();
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::sync::mpsc;

    use super::*;

    /// Panics the first time, and tells when it runs once more.
    async fn panic_once(runs: Arc<AtomicU32>, again: mpsc::Sender<()>) -> Result<(), Error> {
        let run = runs.fetch_add(1, Ordering::Relaxed);
        assert!(run != 0, "the first run panics");
        // Nobody may be waiting any more.
        let _ = again.send(()).await;
        Ok(())
    }

    #[tokio::test]
    async fn a_job_that_panics_runs_again() {
        let (again, mut ran_again) = mpsc::channel(1);
        let runs = Arc::new(AtomicU32::new(0));
        let job = move || panic_once(Arc::clone(&runs), again.clone());
        repeat("test", Duration::from_millis(1), ENDLESS, job);
        let ran = timeout(Duration::from_mins(1), ran_again.recv()).await;
        assert_eq!(ran.unwrap(), Some(()));
    }

    /// Hangs the first time, and tells when it runs once more.
    async fn hang_once(runs: Arc<AtomicU32>, again: mpsc::Sender<()>) -> Result<(), Error> {
        if runs.fetch_add(1, Ordering::Relaxed) == 0 {
            pending::<()>().await;
        }
        // Nobody may be waiting any more.
        let _ = again.send(()).await;
        Ok(())
    }

    #[tokio::test]
    async fn a_job_that_hangs_is_ended_and_runs_again() {
        let (again, mut ran_again) = mpsc::channel(1);
        let runs = Arc::new(AtomicU32::new(0));
        let job = move || hang_once(Arc::clone(&runs), again.clone());
        let limit = Duration::from_millis(20);
        repeat("test", Duration::from_millis(1), limit, job);
        let ran = timeout(Duration::from_secs(20), ran_again.recv()).await;
        assert_eq!(ran.unwrap(), Some(()));
    }
}
