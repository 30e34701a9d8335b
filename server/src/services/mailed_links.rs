//! What the links in mails share: how long they work, when one is mailed (`mail_spacing.rs`), and their tokens.
//!
//! Some prove an address (`magic_links.rs`), others lead to what is kept about it (`data_links.rs`).

use data_encoding::BASE64URL_NOPAD;
use entity::outbox_email::Template;
use entity::verification_request;
use sea_orm::{
    ActiveEnum as _, ColumnTrait as _, ConnectionTrait, EntityTrait, QueryFilter as _, Select,
};
use uuid::Uuid;

use super::mail_spacing::{self, Asker, MailedLink};
use super::outbox::{self, NewMail};
use super::purchases;
use super::shop::Shop;
use super::verification::asking_address;
use crate::domain::clock::{DAY, Millis, is_trusted, now};
use crate::domain::email_address::EmailAddress;
use crate::error::Error;

/// How long a link works after it was asked for, in milliseconds.
pub(super) const LINK_LIFETIME: Millis = 3_600_000;
/// What precedes the token in a link.
const TOKEN_QUERY: &str = "?token=";

/// Those of `links` that were made within a day.
pub(super) fn made_today<E: EntityTrait>(links: Select<E>, expires_at: E::Column) -> Select<E> {
    links.filter(expires_at.gt(now() + LINK_LIFETIME - DAY))
}

/// Until when a link works that was asked for at a time; `None` where that is over. A clock that is in doubt does not say how long ago that was,
/// and by one that was ahead it was not later than now.
fn expiry(asked: Millis, now: Millis, is_trusted: bool) -> Option<Millis> {
    if !is_trusted {
        return Some(now + LINK_LIFETIME);
    }
    let expires_at = asked.min(now) + LINK_LIFETIME;
    (now < expires_at).then_some(expires_at)
}

/// A new token: 256 random bits.
pub(super) fn new_token() -> String {
    BASE64URL_NOPAD.encode(&rand::random::<[u8; 32]>())
}

/// The token in a link that a person pasted, whatever stands around the link; a text without a link is taken for the token.
pub(crate) fn token_in(pasted: &str) -> &str {
    let from = pasted
        .find(TOKEN_QUERY)
        .map_or(0, |at| at + TOKEN_QUERY.len());
    let rest = pasted[from..].trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_');
    &rest[..end.unwrap_or(rest.len())]
}

/// A request for a link by mail.
#[derive(Debug)]
pub(super) struct LinkRequest {
    /// The request's id.
    pub(super) request: Uuid,
    /// The address that asks.
    pub(super) address: EmailAddress,
    /// Its hash.
    pub(super) hash: Vec<u8>,
    /// Until when the link works that answers it.
    pub(super) expires_at: Millis,
    /// Who asks: hashes of the network and, with a cookie, of the device.
    pub(super) asker: Option<Vec<u8>>,
}

impl LinkRequest {
    /// Opens a request. `None` where its address cannot be read, which is logged, and where its link would not work any more: nobody waits
    /// for that mail.
    pub(super) fn open(shop: &Shop, request: &verification_request::Model) -> Option<Self> {
        let expires_at = expiry(request.created_at, now(), is_trusted())?;
        let address = asking_address(shop, request)?;
        Some(Self {
            request: request.id,
            expires_at,
            hash: shop.keys.email_hash(&address),
            asker: request.asker.clone(),
            address,
        })
    }

    /// Whether a mail is due, after those that the mailbox got today.
    pub(super) async fn is_due(
        &self,
        db: &impl ConnectionTrait,
        shop: &Shop,
        mailed: Vec<MailedLink>,
    ) -> Result<bool, Error> {
        let asker = self.asker.as_deref().map(Asker::of).unwrap_or_default();
        // Only who would get nothing as a stranger is looked for among the owners.
        let is_due = mail_spacing::is_due(&mailed, &asker, false);
        if is_due || asker.device.is_none() {
            return Ok(is_due);
        }
        let owners = purchases::holders(db, shop, &self.hash).await?;
        let is_owner = owners.iter().any(|device| {
            asker.device == Some(shop.keys.asking_device(device, &self.address).as_slice())
        });
        Ok(mail_spacing::is_due(&mailed, &asker, is_owner))
    }
}

/// Queues the mail with a link's token, which answers a request.
pub(super) async fn queue_mail(
    db: &impl ConnectionTrait,
    shop: &Shop,
    template: Template,
    asked: LinkRequest,
    token: String,
) -> Result<(), Error> {
    let mail = NewMail {
        dedupe_key: format!("{} {}", template.to_value(), asked.request),
        about: asked.request,
        template,
        to: asked.address,
        params: token,
    };
    outbox::queue(db, &shop.keys, mail).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_works_for_an_hour_after_it_was_asked_for_and_is_not_made_after_that() {
        let (hour, now) = (LINK_LIFETIME, 100 * DAY);
        for (asked, expires_at) in [
            (now, Some(now + hour)),
            (now - hour + 1, Some(now + 1)),
            (now - hour, None),
            (now + DAY, Some(now + hour)),
        ] {
            assert_eq!(expiry(asked, now, true), expires_at);
            assert_eq!(expiry(asked, now, false), Some(now + hour), "in doubt");
        }
    }

    #[test]
    fn the_token_is_found_in_a_link_that_was_copied_with_what_stands_around_it() {
        let token = new_token();
        let link = format!("https://monitor.example/redownload/confirm?token={token}");
        for pasted in [
            link.clone(),
            format!("  {link}\r\n"),
            format!("<{link}>"),
            format!("Here is the link: {link} It works once."),
            format!("{link}#top"),
            token.clone(),
            format!(" {token} "),
        ] {
            assert_eq!(token_in(&pasted), token, "{pasted:?}");
        }
    }

    #[test]
    fn a_text_without_a_link_has_no_token_that_could_work() {
        for pasted in [
            "",
            "   ",
            "?token=",
            "https://monitor.example/redownload",
            "\u{1F600}",
        ] {
            assert!(token_in(pasted).len() < 10, "{pasted:?}");
        }
    }
}
