//! What the server does by itself: sends waiting mails, answers requests by mail, finds lost payments, forgets.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::error::Error;
use crate::gateway::mailer::Mailer;
use crate::services::delivery::send_due;
use crate::services::shop::Shop;
use crate::services::{proofs, reconcile, retention};

const MAIL_EVERY: Duration = Duration::from_secs(2);
const RECONCILE_EVERY: Duration = Duration::from_mins(1);
const FORGET_EVERY: Duration = Duration::from_mins(10);

/// Starts the workers on the current runtime; they end with it. Whatever is cut off half-way is done again.
pub fn start(shop: &Shop, mailer: Mailer) {
    let mail_shop = shop.clone();
    tokio::spawn(async move {
        let mut tick = interval(MAIL_EVERY);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            note(
                "mails",
                proofs::answer_requests(&mail_shop).await.map(|_| ()),
            );
            note("mails", send_due(&mail_shop, &mailer).await.map(|_| ()));
        }
    });
    let payment_shop = shop.clone();
    tokio::spawn(async move {
        let mut tick = interval(RECONCILE_EVERY);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            note("payments", reconcile::run(&payment_shop).await.map(|_| ()));
        }
    });
    let old_shop = shop.clone();
    tokio::spawn(async move {
        let mut tick = interval(FORGET_EVERY);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            note("retention", retention::run(&old_shop.db).await);
        }
    });
}

fn note(worker: &'static str, result: Result<(), Error>) {
    if let Err(cause) = result {
        tracing::error!(worker, %cause, "a worker could not finish");
    }
}
