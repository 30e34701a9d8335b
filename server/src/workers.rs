//! The background jobs: sending mails, finding lost payments, deleting old data.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::error::Error;
use crate::gateway::mailer::{self, Mailer};
use crate::lifecycle::Lifecycle;
use crate::services::delivery::send_due;
use crate::services::shop::Shop;
use crate::services::{proofs, reconcile, retention};

const MAIL_EVERY: Duration = Duration::from_secs(2);
const RECONCILE_EVERY: Duration = Duration::from_mins(1);
const DELETE_EVERY: Duration = Duration::from_mins(10);

/// How much longer than sending a mail it takes to store the outcome.
const STORED: Duration = Duration::from_secs(5);

/// The jobs that run.
#[derive(Debug)]
pub struct Workers {
    /// Held while a mail is sent.
    sending: Arc<Mutex<()>>,
}

impl Workers {
    /// Waits for the mail that is being sent when the server stops: were it cut off, it would be sent again.
    pub async fn finish(&self) {
        let limit = mailer::DEADLINE + STORED;
        if timeout(limit, self.sending.lock()).await.is_err() {
            tracing::warn!("A mail was not sent in time and will be sent again");
        }
    }
}

/// Starts the jobs on the current runtime; they end with it. A job that was cut off is done again after the next start.
pub fn start(shop: &Shop, mailer: Mailer, lifecycle: &Arc<Lifecycle>) -> Workers {
    let workers = Workers {
        sending: Arc::default(),
    };
    let mails = (
        shop.clone(),
        mailer,
        Arc::clone(lifecycle),
        Arc::clone(&workers.sending),
    );
    repeat("mails", MAIL_EVERY, move || {
        let (shop, mailer, lifecycle, sending) = mails.clone();
        async move {
            let _sending = sending.lock().await;
            // Mails are sent even when requests for one-time links cannot be processed.
            let processed = proofs::answer_requests(&shop).await;
            let sent = send_due(&shop, &mailer, || lifecycle.is_stopping()).await;
            processed.and(sent).map(drop)
        }
    });
    let payment_shop = shop.clone();
    repeat("payments", RECONCILE_EVERY, move || {
        let shop = payment_shop.clone();
        async move { reconcile::run(&shop).await.map(drop) }
    });
    let db = shop.db.clone();
    repeat("retention", DELETE_EVERY, move || {
        let db = db.clone();
        async move { retention::run(&db).await }
    });
    workers
}

/// Repeats a job. One that panics runs again at the next time, like one that fails.
fn repeat<Run, Done>(job: &'static str, every: Duration, run: Run)
where
    Run: Fn() -> Done + Send + 'static,
    Done: Future<Output = Result<(), Error>> + Send + 'static,
{
    tokio::spawn(async move {
        let mut tick = interval(every);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            // In a task of its own, so that a panic ends only that task. The panic hook has logged where it was.
            match tokio::spawn(run()).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    metrics::counter!("job_failures_total", "job" => job).increment(1);
                    tracing::error!(job, error = %error.for_log(), "A background job failed");
                }
                Err(error) if error.is_panic() => {
                    metrics::counter!("job_failures_total", "job" => job).increment(1);
                    tracing::error!(job, "A background job panicked and will run again");
                }
                // The runtime ends.
                Err(_) => return,
            }
        }
    });
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
        repeat("test", Duration::from_millis(1), job);
        let ran = timeout(Duration::from_mins(1), ran_again.recv()).await;
        assert_eq!(ran.unwrap(), Some(()));
    }
}
