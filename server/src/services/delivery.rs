//! Sends the mails of the outbox.

use std::sync::Once;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use entity::outbox_email::Template;
use tokio::time::sleep;

use super::gift_codes;
use super::outbox::{self, LeasedMail, SendOutcome, StoreOutcome};
use super::purchases;
use super::shop::Shop;
use crate::domain::clock::time_of_ages;
use crate::emails::{self, MailKind};
use crate::error::Error;
use crate::gateway::mailer::Mailer;
use crate::telemetry::alarm;

/// How many mails are sent in one run of the job.
const MAX_BATCH: usize = 20;
/// After so long a run begins no further mail. The next run sends those that are left.
const MAX_RUN_TIME: Duration = Duration::from_mins(1);
/// The pause between two attempts to store what came of a mail.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Sends the mails that are due, one by one, until `is_stopping`. Returns the number of attempts.
pub async fn send_due(
    shop: &Shop,
    mailer: &Mailer,
    is_stopping: impl Fn() -> bool,
) -> Result<usize, Error> {
    let started = Instant::now();
    for count in 0..MAX_BATCH {
        if is_stopping() || MAX_RUN_TIME < started.elapsed() {
            return Ok(count);
        }
        let Some(mail) = outbox::lease(&shop.db).await? else {
            return Ok(count);
        };
        attempt(shop, mailer, &mail).await?;
    }
    Ok(MAX_BATCH)
}

/// Tries one mail. A failure is an outcome like another and does not keep the next mail waiting.
async fn attempt(shop: &Shop, mailer: &Mailer, mail: &LeasedMail) -> Result<(), Error> {
    let (id, attempts) = (mail.id, mail.attempts);
    let outcome = match send_in_time(shop, mailer, mail).await {
        Ok(true) => SendOutcome::Sent,
        Ok(false) => SendOutcome::Failed,
        Err(error) => {
            alarm::MAIL.count();
            tracing::warn!(mail = %id, attempts, error = format!("{error:#}"), "A mail was not sent");
            SendOutcome::Failed
        }
    };
    let stored = until_done(mail.lease_ends(), RETRY_DELAY, || {
        outbox::finish(&shop.db, mail, outcome)
    });
    match stored.await? {
        StoreOutcome::Stored => {}
        StoreOutcome::GivenUp => {
            alarm::MAIL_GIVEN_UP.count();
            let order = mail.about.as_deref().unwrap_or_default();
            tracing::error!(mail = %id, order, attempts, "A mail could not be sent for days and is not tried again");
        }
        StoreOutcome::Expired => {
            tracing::warn!(mail = %id, attempts, "A mail with a link was not sent in time");
        }
        StoreOutcome::LeaseLost => {
            tracing::warn!(mail = %id, attempts, "Sending a mail took longer than its lease");
        }
    }
    Ok(())
}

/// Tries to store what came of a mail until its lease ends: a mail that was sent and is not known to be would be sent again.
async fn until_done<T, Tried>(
    end: Instant,
    pause: Duration,
    attempt: impl Fn() -> Tried,
) -> Result<T, Error>
where
    Tried: Future<Output = Result<T, Error>>,
{
    let said = Once::new();
    loop {
        match attempt().await {
            Err(error) if Instant::now() + pause < end => {
                said.call_once(|| {
                    tracing::warn!(error = %error.for_log(), "What came of a mail cannot be stored yet");
                });
                sleep(pause).await;
            }
            done => return done,
        }
    }
}

/// Sends a mail, unless its link does not work any more: it would only tell whoever reads the mailbox. Returns whether it did.
async fn send_in_time(shop: &Shop, mailer: &Mailer, mail: &LeasedMail) -> anyhow::Result<bool> {
    if mail.has_link() && mail.is_too_old(time_of_ages()) {
        return Ok(false);
    }
    send(shop, mailer, mail).await.map(|()| true)
}

async fn send(shop: &Shop, mailer: &Mailer, mail: &LeasedMail) -> anyhow::Result<()> {
    let content = mail.open(&shop.keys).map_err(for_log)?;
    let letter = match mail.template {
        Template::Purchase => {
            let id = uuid::Uuid::try_parse(&content.params)?;
            MailKind::Purchase(total(shop, id).await?)
        }
        Template::Gift => {
            let id = uuid::Uuid::try_parse(&content.params)?;
            let code = gift_codes::of_purchase(shop, id).await.map_err(for_log)?;
            MailKind::Gift(code, total(shop, id).await?)
        }
        Template::Proof => MailKind::Proof(content.params),
        Template::Data => MailKind::Data(content.params),
    };
    let id = mail.id.to_string();
    let written = emails::write(&letter, id, content.to, &shop.settings.public_url)?;
    Ok(mailer.send(written).await?)
}

/// What the order cost.
async fn total(shop: &Shop, id: uuid::Uuid) -> anyhow::Result<String> {
    let total = purchases::total(shop, id).await.map_err(for_log)?;
    total.context("the order of a mail is gone")
}

#[expect(clippy::needless_pass_by_value, reason = "an error is mapped by value")]
fn for_log(error: Error) -> anyhow::Error {
    anyhow::anyhow!(error.for_log())
}

#[cfg(test)]
mod tests {
    use std::future::{Ready, ready};
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// Fails until it was called so often.
    fn until(calls: &AtomicU32, enough: u32) -> Ready<Result<u32, Error>> {
        let call = calls.fetch_add(1, Ordering::Relaxed) + 1;
        ready(if call < enough {
            Err(Error::Busy)
        } else {
            Ok(call)
        })
    }

    #[tokio::test]
    async fn what_came_of_a_mail_is_stored_when_the_database_is_back_before_the_lease_ends() {
        let (calls, end) = (AtomicU32::new(0), Instant::now() + Duration::from_mins(2));
        let stored = until_done(end, Duration::from_millis(1), || until(&calls, 60)).await;
        assert_eq!(stored.unwrap(), 60);
    }

    #[tokio::test]
    async fn it_is_not_tried_after_the_lease_because_another_worker_may_have_the_mail() {
        let (calls, pause) = (AtomicU32::new(0), Duration::from_millis(1));
        let end = Instant::now() + Duration::from_millis(50);
        let stored = until_done(end, pause, || until(&calls, u32::MAX)).await;
        assert!(matches!(stored, Err(Error::Busy)));
        let tried = calls.load(Ordering::Relaxed);
        assert!((1..=50).contains(&tried), "{tried}");
        let over = until_done(Instant::now(), pause, || until(&calls, u32::MAX)).await;
        assert!(matches!(over, Err(Error::Busy)));
        assert_eq!(calls.into_inner(), tried + 1, "once is always tried");
    }
}
