//! Sends the mails of the outbox.

use entity::outbox_email::Template;

use super::gift_codes;
use super::outbox::{self, Finished, LeasedMail, Outcome};
use super::shop::Shop;
use crate::emails::{self, Letter};
use crate::error::Error;
use crate::gateway::mailer::Mailer;
use crate::telemetry::alarm;

/// How many mails are sent in one run of the job.
const BATCH: usize = 20;

/// Sends the mails that are due, one by one, until `is_stopping`. Returns the number of attempts.
pub async fn send_due(
    shop: &Shop,
    mailer: &Mailer,
    is_stopping: impl Fn() -> bool,
) -> Result<usize, Error> {
    for count in 0..BATCH {
        if is_stopping() {
            return Ok(count);
        }
        let Some(mail) = outbox::lease(&shop.db).await? else {
            return Ok(count);
        };
        attempt(shop, mailer, &mail).await?;
    }
    Ok(BATCH)
}

/// Tries one mail. A failure is an outcome like another and does not keep the next mail waiting.
async fn attempt(shop: &Shop, mailer: &Mailer, mail: &LeasedMail) -> Result<(), Error> {
    let (id, attempts) = (mail.id, mail.attempts);
    let outcome = match send(shop, mailer, mail).await {
        Ok(()) => Outcome::Sent,
        Err(error) => {
            alarm::MAIL.count();
            tracing::warn!(mail = %id, attempts, error = format!("{error:#}"), "A mail was not sent");
            Outcome::Failed
        }
    };
    match outbox::finish(&shop.db, mail, outcome).await? {
        Finished::Stored => {}
        Finished::GivenUp => {
            alarm::MAIL_GIVEN_UP.count();
            tracing::error!(mail = %id, attempts, "A mail could not be sent for days and is not tried again");
        }
        Finished::LeaseLost => {
            tracing::warn!(mail = %id, attempts, "Sending a mail took longer than its lease");
        }
    }
    Ok(())
}

async fn send(shop: &Shop, mailer: &Mailer, mail: &LeasedMail) -> anyhow::Result<()> {
    let content = mail.open(&shop.keys).map_err(for_log)?;
    let letter = match mail.template {
        Template::Purchase => Letter::Purchase,
        Template::Gift => {
            let id = uuid::Uuid::try_parse(&content.params)?;
            Letter::Gift(gift_codes::of_purchase(shop, id).await.map_err(for_log)?)
        }
        Template::Proof => Letter::Proof(content.params),
        Template::Data => Letter::Data(content.params),
    };
    let id = mail.id.to_string();
    let written = emails::write(&letter, id, content.to, &shop.settings.public_url)?;
    Ok(mailer.send(written).await?)
}

#[expect(clippy::needless_pass_by_value, reason = "an error is mapped by value")]
fn for_log(error: Error) -> anyhow::Error {
    anyhow::anyhow!(error.for_log())
}
