//! Links by which a person sees what is kept about an address, and erases it.
//!
//! Like the one-time links of `magic_links.rs` they are made by a worker, so that the response to a request tells nothing about the address.
//! Looking at a link changes nothing; erasing uses it up.

use entity::data_link;
use entity::outbox_email::Template;
use entity::verification_request::Purpose;
use sea_orm::{ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use super::data_subject::{self, HASH, Held};
use super::database::Database;
use super::limits::permit::Counted;
use super::mail_spacing::Mailed;
use super::mailed_links::{Asked, LIFE, made_today, new_token, queue_mail};
use super::shop::Shop;
use super::verification::request_link;
use crate::domain::clock::{Millis, now};
use crate::domain::email_address::EmailAddress;
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
    asked: Asked,
) -> Result<(), Error> {
    if !data_subject::is_any_kept(db, &asked.hashes).await? {
        return Ok(());
    }
    let links = data_link::Entity::find().filter(data_subject::are_links_of(&asked.hashes));
    let mailed = made_today(links, data_link::Column::ExpiresAt);
    let mailed = mailed.all(db).await?.into_iter().map(|link| Mailed {
        is_usable: now() < link.expires_at,
        asker: link.asker,
    });
    if !asked.is_due(db, shop, mailed.collect()).await? {
        return Ok(());
    }
    let token = new_token();
    let row = data_link::ActiveModel {
        token_hash: Set(shop.keys.proof_hash(&token)),
        email_hash: Set(Some(asked.hashes.concat())),
        asker: Set(asked.asker.clone()),
        expires_at: Set(now() + LIFE),
    };
    data_link::Entity::insert(row)
        .exec_without_returning(db)
        .await?;
    queue_mail(db, shop, Template::Data, asked, token).await
}

/// Deletes the links that were made before `since`, because their stored hashes of the address find nothing once rows are written anew with
/// another secret. Their page then says that the link is too old.
pub(super) async fn end_those_before(db: &Database, since: Millis) -> Result<(), Error> {
    let transaction = db.begin_patiently().await?;
    data_link::Entity::delete_many()
        .filter(data_link::Column::ExpiresAt.lte(since + LIFE))
        .exec(&transaction)
        .await?;
    Ok(transaction.commit().await?)
}

/// What a link leads to.
#[derive(Debug)]
pub enum Shown {
    /// What is kept about its address.
    Held(Held),
    /// Everything was erased with this link.
    Erased,
    /// The link is unknown or too old.
    Gone,
}

/// Follows a link. Changes nothing, because mail scanners follow links too.
pub async fn show(shop: &Shop, token: &str) -> Result<Shown, Error> {
    let db = shop.db.read();
    Ok(match find(db, shop, token).await? {
        None => Shown::Gone,
        Some(None) => Shown::Erased,
        Some(Some(hashes)) => Shown::Held(data_subject::export(db, &shop.keys, &hashes).await?),
    })
}

/// Erases everything about the link's address, in one transaction. Returns false where the link is unknown or too old.
///
/// A repeated request succeeds too, because the first response may have been lost.
pub async fn erase(shop: &Shop, token: &str) -> Result<bool, Error> {
    let transaction = shop.db.begin().await?;
    let hashes = match find(&transaction, shop, token).await? {
        None => return Ok(false),
        Some(None) => return Ok(true),
        Some(Some(hashes)) => hashes,
    };
    data_subject::erase_in(&transaction, &hashes).await?;
    transaction.commit().await?;
    shop.db.empty_log_or_later().await;
    Ok(true)
}

/// The address of a link that has not expired, by its hashes; none inside where it was erased.
async fn find(
    db: &impl ConnectionTrait,
    shop: &Shop,
    token: &str,
) -> Result<Option<Option<Vec<Vec<u8>>>>, Error> {
    let found = data_link::Entity::find()
        .filter(data_link::Column::TokenHash.is_in(shop.keys.proof_hashes(token)))
        .filter(data_link::Column::ExpiresAt.gt(now()))
        .one(db)
        .await?;
    let each = |stored: Vec<u8>| stored.chunks(HASH).map(<[u8]>::to_vec).collect();
    Ok(found.map(|link| link.email_hash.map(each)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crypto::keys::Keys;
    use crate::services::database::DatabaseOptions;

    /// The link was made with both secrets, and the address is erased with the new one alone.
    #[tokio::test]
    async fn an_erasure_after_a_replaced_secret_finds_the_links_from_during_it() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("app.sqlite").display());
        let db = Database::open(&url, DatabaseOptions::default())
            .await
            .unwrap();
        let hashes = |keys: Keys, address: &str| keys.email_hashes(&address.parse().unwrap());
        for address in ["ann@example.com", "bob@example.com"] {
            let both = hashes(Keys::derive_both(b"new", b"old"), address);
            let row = data_link::ActiveModel {
                token_hash: Set(address.into()),
                email_hash: Set(Some(both.concat())),
                asker: Set(None),
                expires_at: Set(now() + LIFE),
            };
            data_link::Entity::insert(row)
                .exec_without_returning(db.read())
                .await
                .unwrap();
        }
        let erased = hashes(Keys::derive(b"new"), "ann@example.com");
        data_subject::erase(&db, &erased).await.unwrap();
        let links = data_link::Entity::find().all(db.read()).await.unwrap();
        let kept = links.iter().filter(|link| link.email_hash.is_some());
        let kept: Vec<_> = kept.map(|link| link.token_hash.as_slice()).collect();
        assert_eq!(kept, [b"bob@example.com"]);
    }
}
