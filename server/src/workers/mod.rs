//! The background jobs: sending mails and pushes, firing timers, asking for time-stamp tokens, finding lost payments, deleting old data.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::domain::clock;
use crate::gateway::bulkheads::CallPurpose;
use crate::gateway::mailer::{self, Mailer};
use crate::gateway::push;
use crate::lifecycle::Lifecycle;
use crate::services::clock_watch::ClockWatch;
use crate::services::delivery::send_due;
use crate::services::shop::Shop;
use crate::services::timestamps::Timestamps;
use crate::services::watches::Watches;
use crate::services::watches::sounds::Sounds;
use crate::services::{magic_links, price, reconcile, retention};

use repeat::{ENDLESS, repeat, repeat_or};

mod repeat;

const MAIL_INTERVAL: Duration = Duration::from_secs(2);
const RECONCILE_INTERVAL: Duration = Duration::from_mins(1);
/// How often Stripe is asked about the price until it has answered.
const PRICE_INTERVAL: Duration = Duration::from_mins(1);
/// How often the database is asked for timers and pushes that are due. What this process stores itself is processed at once.
const LINKS_INTERVAL: Duration = Duration::from_secs(1);
/// How often the database is asked for time-stamp tokens that are due. What this process stores itself is processed at once.
const TIMESTAMPS_INTERVAL: Duration = Duration::from_secs(1);
const DELETE_INTERVAL: Duration = Duration::from_mins(10);
/// How often objects are looked for that no row leads to.
const ORPHANS_INTERVAL: Duration = Duration::from_hours(6);
/// How old the numbers of sound copies get in the metrics.
const TOTALS_INTERVAL: Duration = Duration::from_mins(1);
/// How long a machine's clock that was set goes unnoticed. PostgreSQL is asked for its time less often.
const CLOCK_INTERVAL: Duration = Duration::from_secs(1);

/// More than a run takes that begins nothing more after some seconds.
const SHORT_LIMIT: Duration = Duration::from_mins(1);
/// The same where each part of a run waits for other servers.
const LONG_LIMIT: Duration = Duration::from_mins(5);
/// A turn, and one mail until its lease ends.
const MAILS_LIMIT: Duration = Duration::from_mins(5);
/// A run deletes all that is due, which can be much after a long doubt about the clock. What it has deleted stays so.
const SWEEP_LIMIT: Duration = Duration::from_hours(1);

/// How much longer than sending a mail or a push it takes to store the outcome.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the mail that is being sent may take to finish when the server stops.
const MAIL_TIMEOUT: Duration = mailer::TIMEOUT.saturating_add(STORE_TIMEOUT);
/// How long the pushes may take after that.
const PUSHES_TIMEOUT: Duration = push::TIMEOUT.saturating_add(STORE_TIMEOUT);
/// How long jobs may take to finish when the server stops.
pub const SHUTDOWN_TIMEOUT: Duration = MAIL_TIMEOUT.saturating_add(PUSHES_TIMEOUT);

/// The jobs that run.
#[derive(Debug)]
pub struct Workers {
    /// Held while a mail is sent.
    sending: Arc<Mutex<()>>,
    pushing: Arc<Pushing>,
    watches: Watches,
}

/// What lets pushes begin until the process ends.
#[derive(Debug, Default)]
struct Pushing {
    is_over: AtomicBool,
    /// Held while some begin.
    beginning: Mutex<()>,
}

impl Pushing {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

impl Workers {
    /// Waits for the mail and the pushes that are being sent when the server stops, for [`SHUTDOWN_TIMEOUT`] at most: were they cut off, they would be
    /// sent again.
    ///
    /// The next process may start only then. Until the mail is done, pushes begin as before: of what was accepted last, and of timers.
    pub async fn finish(&self) {
        let mail = timeout(MAIL_TIMEOUT, self.sending.lock()).await;
        if mail.is_err() {
            tracing::warn!("A mail was not sent in time and will be sent again");
        }
        if timeout(PUSHES_TIMEOUT, self.end_pushes()).await.is_err() {
            tracing::warn!("A push was not sent in time and will be sent again");
        }
    }

    /// Lets no more pushes begin, and waits for the others.
    async fn end_pushes(&self) {
        self.pushing.is_over.store(true, Ordering::Relaxed);
        let _beginning = self.pushing.beginning.lock().await;
        self.watches.finish_pushes().await;
    }
}

/// Starts the jobs on the current runtime; they end with it. A job that was cut off is done again after the next start.
pub fn start(
    shop: &Shop,
    (watches, sounds, timestamps): (&Watches, &Sounds, &Timestamps),
    clock: &ClockWatch,
    mailer: Mailer,
    lifecycle: &Arc<Lifecycle>,
) -> Workers {
    let workers = Workers {
        sending: Arc::default(),
        pushing: Arc::default(),
        watches: watches.clone(),
    };
    start_links(watches, &workers.pushing);
    start_timestamps(timestamps, lifecycle);
    let mails = (
        shop.clone(),
        mailer,
        Arc::clone(lifecycle),
        Arc::clone(&workers.sending),
    );
    repeat("mails", MAIL_INTERVAL, MAILS_LIMIT, move || {
        let (shop, mailer, lifecycle, sending) = mails.clone();
        async move {
            let _sending = sending.lock().await;
            // Mails are sent even when requests for one-time links cannot be processed.
            let processed = magic_links::answer_requests(&shop).await;
            let sent = send_due(&shop, &mailer, || lifecycle.is_stopping()).await;
            processed.and(sent).map(drop)
        }
    });
    let payment_shop = shop.clone();
    repeat("payments", RECONCILE_INTERVAL, LONG_LIMIT, move || {
        let shop = payment_shop.clone();
        async move { reconcile::run(&shop).await.map(drop) }
    });
    let stripe = shop.stripe.on(CallPurpose::Jobs);
    repeat("price", PRICE_INTERVAL, SHORT_LIMIT, move || {
        let stripe = stripe.clone();
        async move {
            price::check(&stripe).await;
            Ok(())
        }
    });
    start_retention(shop, sounds, clock);
    start_sounds(sounds);
    workers
}

/// Deletes what is too old, while the clock that says so is trusted.
fn start_retention(shop: &Shop, sounds: &Sounds, clock: &ClockWatch) {
    let (watched, trusted) = (clock.clone(), clock.clone());
    repeat("clock", CLOCK_INTERVAL, SHORT_LIMIT, move || {
        let watched = watched.clone();
        async move { watched.run().await }
    });
    let (db, sounds) = (shop.db.clone(), sounds.clone());
    repeat_or(
        "retention",
        DELETE_INTERVAL,
        SWEEP_LIMIT,
        move || {
            let (db, sounds) = (db.clone(), sounds.clone());
            async move {
                if !clock::is_trusted() {
                    tracing::warn!("Old rows are not deleted, because the clock is in doubt");
                    return Ok(());
                }
                // By its own job, because their store may be away.
                sounds.wake();
                retention::run(&db).await
            }
        },
        move || {
            let trusted = trusted.clone();
            async move { trusted.trusted().await }
        },
    );
}

/// Deletes sound copies and what is left of others, and counts them.
fn start_sounds(sounds: &Sounds) {
    let (ending, ended, orphans, totals) = (
        sounds.clone(),
        sounds.clone(),
        sounds.clone(),
        sounds.clone(),
    );
    repeat_or(
        "sounds",
        DELETE_INTERVAL,
        SWEEP_LIMIT,
        move || {
            let ending = ending.clone();
            async move { ending.delete_ended().await }
        },
        move || {
            let ended = ended.clone();
            async move { ended.ended().await }
        },
    );
    // Not at a start, so that nothing is lost by starting with the wrong copy of the database for a moment.
    let begun = Instant::now();
    repeat("orphans", ORPHANS_INTERVAL, ORPHANS_INTERVAL, move || {
        let (orphans, is_due) = (orphans.clone(), ORPHANS_INTERVAL <= begun.elapsed());
        async move {
            if is_due && clock::is_trusted() {
                orphans.delete_orphans().await?;
            }
            Ok(())
        }
    });
    repeat("totals", TOTALS_INTERVAL, SHORT_LIMIT, move || {
        let totals = totals.clone();
        async move { totals.tell().await }
    });
}

/// Fires timers, sends pushes, and is notified of what other processes store.
fn start_links(watches: &Watches, pushing: &Arc<Pushing>) {
    let (timers, armed) = (watches.clone(), watches.clone());
    repeat_or(
        "timers",
        LINKS_INTERVAL,
        SHORT_LIMIT,
        move || {
            let timers = timers.clone();
            async move { timers.fire_due().await.map(drop) }
        },
        move || {
            let armed = armed.notifier.clone();
            async move { armed.armed().await }
        },
    );
    let (pushes, pushed, pushing) = (watches.clone(), watches.clone(), Arc::clone(pushing));
    repeat_or(
        "pushes",
        LINKS_INTERVAL,
        SHORT_LIMIT,
        move || {
            let (pushes, pushing) = (pushes.clone(), Arc::clone(&pushing));
            async move {
                let _beginning = pushing.beginning.lock().await;
                pushes.push_due(|| pushing.is_over()).await
            }
        },
        move || {
            let pushed = pushed.notifier.clone();
            async move { pushed.pushed().await }
        },
    );
    let news = watches.clone();
    repeat("news", LINKS_INTERVAL, ENDLESS, move || {
        let news = news.clone();
        async move { news.hear_others().await }
    });
}

/// Asks for time-stamp tokens. A question that is cut off is asked again.
fn start_timestamps(timestamps: &Timestamps, lifecycle: &Arc<Lifecycle>) {
    let (due, noted, lifecycle) = (
        timestamps.clone(),
        timestamps.clone(),
        Arc::clone(lifecycle),
    );
    repeat_or(
        "timestamps",
        TIMESTAMPS_INTERVAL,
        LONG_LIMIT,
        move || {
            let (due, lifecycle) = (due.clone(), Arc::clone(&lifecycle));
            async move { due.ask_due(|| lifecycle.is_stopping()).await }
        },
        move || {
            let noted = noted.clone();
            async move { noted.noted().await }
        },
    );
}
