//! The background jobs: sending mails, finding lost payments, deleting old data.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::error::Error;
use crate::gateway::mailer::Mailer;
use crate::services::delivery::send_due;
use crate::services::shop::Shop;
use crate::services::{proofs, reconcile, retention};

const MAIL_EVERY: Duration = Duration::from_secs(2);
const RECONCILE_EVERY: Duration = Duration::from_mins(1);
const DELETE_EVERY: Duration = Duration::from_mins(10);

/// Starts the jobs on the current runtime; they end with it. A job that was cut off is done again after the next start.
pub fn start(shop: &Shop, mailer: Mailer) {
    let mail_shop = shop.clone();
    repeat("mails", MAIL_EVERY, move || {
        let (shop, mailer) = (mail_shop.clone(), mailer.clone());
        async move {
            // Mails are sent even when requests for one-time links cannot be processed.
            let processed = proofs::answer_requests(&shop).await;
            let sent = send_due(&shop, &mailer).await;
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
}

fn repeat<Run, Done>(job: &'static str, every: Duration, run: Run)
where
    Run: Fn() -> Done + Send + 'static,
    Done: Future<Output = Result<(), Error>> + Send,
{
    tokio::spawn(async move {
        let mut tick = interval(every);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            if let Err(error) = run().await {
                tracing::error!(job, error = %error.for_log(), "A background job failed");
            }
        }
    });
}
