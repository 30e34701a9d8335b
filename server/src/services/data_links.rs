//! Links by which a person sees what is kept about an address, and erases it.
//!
//! Like the one-time links of `magic_links.rs` they are made by a worker, so that the response to a request tells nothing about the address.
//! Looking at a link changes nothing; erasing uses it up.

use entity::data_link;
use entity::outbox_email::Template;
use entity::verification_request::Purpose;
use sea_orm::{ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use super::data_subject::{self, Held};
use super::limits::rate_limit::Counted;
use super::mail_spacing::MailedLink;
use super::mailed_links::{LinkRequest, made_today, new_token, queue_mail};
use super::shop::Shop;
use super::verification::request_link;
use crate::domain::clock::now;
use crate::domain::email_address::EmailAddress;
use crate::domain::mailed_token::MailedToken;
use crate::error::Error;

/// Asks for a link by mail. Writes the same row for every address and reads nothing, so that nobody learns about the address.
pub async fn ask(shop: &Shop, email: &Counted<EmailAddress>) -> Result<(), Error> {
    let transaction = shop.db.begin().await?;
    request_link(&transaction, shop, Purpose::Data, email).await?;
    Ok(transaction.commit().await?)
}

/// Makes the link of a request and queues its mail, where anything is kept about the address.
pub(super) async fn queue_link(
    db: &impl ConnectionTrait,
    shop: &Shop,
    asked: LinkRequest,
) -> Result<(), Error> {
    if !data_subject::is_any_kept(db, &asked.hash).await? {
        return Ok(());
    }
    let links =
        data_link::Entity::find().filter(data_link::Column::EmailHash.eq(asked.hash.as_slice()));
    let mailed = made_today(links, data_link::Column::ExpiresAt);
    let mailed = mailed.all(db).await?.into_iter().map(|link| MailedLink {
        is_usable: now() < link.expires_at,
        asker: link.asker,
    });
    if !asked.is_due(db, shop, mailed.collect()).await? {
        return Ok(());
    }
    let token = new_token();
    let row = data_link::ActiveModel {
        token_hash: Set(shop.keys.proof_hash(&token)),
        email_hash: Set(Some(asked.hash.clone())),
        asker: Set(asked.asker.clone()),
        expires_at: Set(asked.expires_at),
    };
    data_link::Entity::insert(row)
        .exec_without_returning(db)
        .await?;
    queue_mail(db, shop, Template::Data, asked, token).await
}

/// What a link leads to.
#[derive(Debug)]
pub enum LinkTarget {
    /// What is kept about its address.
    Held(Held),
    /// Everything was erased with this link.
    Erased,
    /// The link is unknown or too old.
    Gone,
}

/// Follows a link. Changes nothing, because mail scanners follow links too.
pub async fn show(shop: &Shop, token: &Counted<MailedToken>) -> Result<LinkTarget, Error> {
    let db = shop.db.read();
    let found = find(db, shop, token).await?;
    token.note(found.is_some()).await?;
    Ok(match found {
        None => LinkTarget::Gone,
        Some(None) => LinkTarget::Erased,
        Some(Some(hash)) => LinkTarget::Held(data_subject::export(db, &shop.keys, &hash).await?),
    })
}

/// Erases everything about the link's address, in one transaction. Returns false where the link is unknown or too old.
///
/// A repeated request succeeds too, because the first response may have been lost.
pub async fn erase(shop: &Shop, token: &Counted<MailedToken>) -> Result<bool, Error> {
    let transaction = shop.db.begin().await?;
    let hash = match find(&transaction, shop, token).await? {
        None => {
            transaction.rollback().await?;
            token.note(false).await?;
            return Ok(false);
        }
        Some(None) => return Ok(true),
        Some(Some(hash)) => hash,
    };
    data_subject::erase_in(&transaction, &hash).await?;
    transaction.commit().await?;
    shop.db.empty_log_or_later().await;
    Ok(true)
}

/// The address of a link that has not expired, by its hash; none inside where it was erased.
async fn find(
    db: &impl ConnectionTrait,
    shop: &Shop,
    token: &Counted<MailedToken>,
) -> Result<Option<Option<Vec<u8>>>, Error> {
    let hash = shop.keys.proof_hash(token.subject().as_str());
    let found = data_link::Entity::find()
        .filter(data_link::Column::TokenHash.eq(hash))
        .filter(data_link::Column::ExpiresAt.gt(now()))
        .one(db)
        .await?;
    Ok(found.map(|link| link.email_hash))
}
