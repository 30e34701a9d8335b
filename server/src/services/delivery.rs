//! Sends the mails of the outbox.

use entity::outbox_email::Template;

use super::outbox::{self, LeasedMail, Outcome};
use super::shop::Shop;
use crate::emails::{self, Letter};
use crate::error::Error;
use crate::gateway::mailer::{MailError, Mailer};

/// Sends the mails that are due. Returns the number of attempts.
pub async fn send_due(shop: &Shop, mailer: &Mailer) -> Result<usize, Error> {
    let leased = outbox::lease(&shop.db, &shop.keys).await?;
    let count = leased.len();
    for mail in leased {
        let sent = send(shop, mailer, &mail).await;
        if let Err(error) = sent {
            tracing::warn!(mail = %mail.id, %error, "A mail was not sent");
        }
        let outcome = match sent {
            Ok(()) => Outcome::Sent,
            Err(MailError::Temporary) => Outcome::TryAgain,
            Err(MailError::Permanent) => Outcome::GiveUp,
        };
        outbox::finish(&shop.db, &mail, outcome).await?;
    }
    Ok(count)
}

async fn send(shop: &Shop, mailer: &Mailer, mail: &LeasedMail) -> Result<(), MailError> {
    let letter = match mail.template {
        Template::Purchase => Letter::Purchase,
        Template::Gift => {
            let id = uuid::Uuid::try_parse(&mail.params).map_err(|_| MailError::Permanent)?;
            Letter::Gift(shop.keys.gift_code(id))
        }
        Template::Proof => Letter::Proof(mail.params.clone()),
    };
    let written = emails::write(
        &letter,
        mail.id.to_string(),
        mail.to.clone(),
        &shop.settings.public_url,
    );
    mailer
        .send(written.map_err(|_| MailError::Permanent)?)
        .await
}
