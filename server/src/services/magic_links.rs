//! One-time links that prove an address.
//!
//! They are created and mailed by a worker, so that the response to a request tells nothing about the
//! address, and used up by a button, because mail scanners follow links.

use entity::outbox_email::Template;
use entity::verification_request::{self, Purpose};
use entity::{proof_token, purchase};
use sea_orm::sea_query::{Expr, LockBehavior, LockType};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter,
    QueryOrder, QuerySelect,
};

use super::limits::rate_limit::Counted;
use super::mail_spacing::MailedLink;
use super::mailed_links::{LinkRequest, made_today, new_token, queue_mail};
use super::shop::Shop;
use super::{data_links, purchases};
use crate::domain::clock::now;
use crate::domain::device_token::DeviceId;
use crate::domain::mailed_token::MailedToken;
use crate::error::Error;

/// Requests of one transaction.
const MAX_BATCH: usize = 20;
const MAX_BATCHES: usize = 25;

/// Processes the verification requests that wait, a batch in a transaction. Returns their number. So many batches, however many wait, that
/// mails are sent between them.
pub async fn answer_requests(shop: &Shop) -> Result<usize, Error> {
    let mut count = 0;
    for _ in 0..MAX_BATCHES {
        let answered = answer_batch(shop).await?;
        count += answered;
        if answered < MAX_BATCH {
            break;
        }
    }
    Ok(count)
}

/// Queues the mail with the link where the address has a purchase. Returns the number of requests; another process that answers has them all.
async fn answer_batch(shop: &Shop) -> Result<usize, Error> {
    let transaction = shop.db.begin().await?;
    if !shop.db.has_turn_to_answer(&transaction).await? {
        transaction.rollback().await?;
        return Ok(0);
    }
    let requests = verification_request::Entity::find()
        .filter(verification_request::Column::ProcessedAt.is_null())
        .order_by_asc(verification_request::Column::CreatedAt)
        .limit(MAX_BATCH as u64)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .all(&transaction)
        .await?;
    let count = requests.len();
    for request in requests {
        if let Some(asked) = LinkRequest::open(shop, &request) {
            match request.purpose {
                Purpose::Access => queue_link(&transaction, shop, asked).await?,
                Purpose::Data => data_links::queue_link(&transaction, shop, asked).await?,
            }
        }
        let mut row = request.into_active_model();
        row.processed_at = Set(Some(now()));
        row.email_ct = Set(None);
        verification_request::Entity::update(row)
            .exec_without_returning(&transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(count)
}

async fn queue_link(
    db: &impl ConnectionTrait,
    shop: &Shop,
    asked: LinkRequest,
) -> Result<(), Error> {
    let usable = purchases::usable_by_address(db, shop, &asked.hash).await?;
    let Some(purchase) = usable.first() else {
        return Ok(());
    };
    let links = proof_token::Entity::find().filter(proof_token::Column::PurchaseId.eq(purchase.id));
    let mailed = made_today(links, proof_token::Column::ExpiresAt);
    let mailed = mailed.all(db).await?.into_iter().map(|link| MailedLink {
        is_usable: link.used_at.is_none() && now() < link.expires_at,
        asker: link.asker,
    });
    if !asked.is_due(db, shop, mailed.collect()).await? {
        return Ok(());
    }
    let token = new_token();
    let row = proof_token::ActiveModel {
        token_hash: Set(shop.keys.proof_hash(&token)),
        purchase_id: Set(purchase.id),
        asker: Set(asked.asker.clone()),
        expires_at: Set(asked.expires_at),
        used_at: Set(None),
    };
    proof_token::Entity::insert(row)
        .exec_without_returning(db)
        .await?;
    queue_mail(db, shop, Template::Proof, asked, token).await
}

/// Whether a link still works. Asking does not use it up.
pub async fn is_usable(shop: &Shop, token: &Counted<MailedToken>) -> Result<bool, Error> {
    let found = proof_token::Entity::find()
        .filter(of(shop, token))
        .filter(proof_token::Column::UsedAt.is_null())
        .filter(proof_token::Column::ExpiresAt.gt(now()))
        .one(shop.db.read())
        .await?;
    token.note(found.is_some()).await?;
    Ok(found.is_some())
}

/// Whether a row is that of a token.
fn of(shop: &Shop, token: &Counted<MailedToken>) -> Expr {
    let hash = shop.keys.proof_hash(token.subject().as_str());
    proof_token::Column::TokenHash.eq(hash)
}

/// Uses a link up and gives this device access. Returns false where the link is too old, unknown, or was used by another device.
///
/// A repeated request of the device that used it succeeds too, because the first response may have been lost.
pub async fn redeem(
    shop: &Shop,
    device: &DeviceId,
    token: &Counted<MailedToken>,
) -> Result<bool, Error> {
    let is_redeemed = redeem_uncounted(shop, device, of(shop, token)).await?;
    token.note(is_redeemed).await?;
    Ok(is_redeemed)
}

async fn redeem_uncounted(shop: &Shop, device: &DeviceId, of_token: Expr) -> Result<bool, Error> {
    let transaction = shop.db.begin().await?;
    let used = proof_token::Entity::update_many()
        .col_expr(proof_token::Column::UsedAt, Expr::value(now()))
        .filter(of_token.clone())
        .filter(proof_token::Column::UsedAt.is_null())
        .filter(proof_token::Column::ExpiresAt.gt(now()))
        .exec_with_returning(&transaction)
        .await?;
    let Some(proven) = used.into_iter().next() else {
        transaction.rollback().await?;
        return was_used_by(shop, device, of_token).await;
    };
    // The purchase for which it was mailed stands for its address.
    let hash = purchases::address_hash(&transaction, shop, proven.purchase_id).await?;
    let usable = match hash {
        Some(hash) => purchases::usable_by_address(&transaction, shop, &hash).await?,
        None => Vec::new(),
    };
    let found = purchases::entitle_to_all(&transaction, shop, device, usable).await?;
    transaction.commit().await?;
    Ok(found.is_some())
}

/// Whether this device holds what a link gave that was used and has not expired: a purchase of its address.
async fn was_used_by(shop: &Shop, device: &DeviceId, of_token: Expr) -> Result<bool, Error> {
    let used = proof_token::Entity::find()
        .filter(of_token)
        .filter(proof_token::Column::ExpiresAt.gt(now()))
        .one(shop.db.read())
        .await?;
    let Some(used) = used else {
        return Ok(false);
    };
    let hash = purchases::address_hash(shop.db.read(), shop, used.purchase_id).await?;
    let Some(hash) = hash else {
        return Ok(false);
    };
    let of_address = purchase::Column::BuyerEmailHash.eq(hash);
    let held = purchases::held_by(shop, device).filter(of_address);
    Ok(held.one(shop.db.read()).await?.is_some())
}
