//! One-time links that prove an address.
//!
//! They are created and mailed by a worker, so that the response to a request tells nothing about the
//! address, and used up by a button, because mail scanners follow links.

use data_encoding::BASE64URL_NOPAD;
use entity::device_entitlement::Source;
use entity::{outbox_email, proof_token, purchase, verification_request};
use sea_orm::sea_query::{Expr, LockBehavior, LockType};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect,
};

use super::outbox::{self, NewMail};
use super::sealed::Column;
use super::shop::Shop;
use super::{devices, purchases};
use crate::domain::clock::{Millis, now};
use crate::domain::device_token::DeviceId;
use crate::error::Error;

/// How long a link works, in milliseconds.
const LIFE: Millis = 3_600_000;
const DAY: Millis = 86_400_000;
/// Many mails a day would attract attention.
const MAILS_A_DAY: u64 = 3;
const BATCH: u64 = 20;

/// Processes verification requests: queues the mail with the link where the address has a purchase. Returns the number of requests.
pub async fn answer_requests(shop: &Shop) -> Result<usize, Error> {
    let transaction = shop.db.begin().await?;
    let requests = verification_request::Entity::find()
        .filter(verification_request::Column::ProcessedAt.is_null())
        .order_by_asc(verification_request::Column::CreatedAt)
        .limit(BATCH)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .all(&transaction)
        .await?;
    let count = requests.len();
    for request in requests {
        queue_link(&transaction, shop, &request).await?;
        let mut row = request.into_active_model();
        row.processed_at = Set(Some(now()));
        row.email_ct = Set(None);
        verification_request::Entity::update(row)
            .exec(&transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(count)
}

async fn queue_link(
    db: &impl ConnectionTrait,
    shop: &Shop,
    request: &verification_request::Model,
) -> Result<(), Error> {
    let Some(purchase) = purchases::usable_by_address(db, shop, &request.email_hash).await? else {
        return Ok(());
    };
    let sent_today = proof_token::Entity::find()
        .filter(proof_token::Column::PurchaseId.eq(purchase.id))
        .filter(proof_token::Column::ExpiresAt.gt(now() + LIFE - DAY))
        .count(db)
        .await?;
    let Some(sealed) = request
        .email_ct
        .as_deref()
        .filter(|_| sent_today < MAILS_A_DAY)
    else {
        return Ok(());
    };
    let to = match Column::of_verification_request(&request.id).open_address(&shop.keys, sealed) {
        Ok(to) => to,
        Err(error) => {
            tracing::warn!(request = %request.id, error = %error.for_log(), "A one-time link could not be mailed");
            return Ok(());
        }
    };
    let token = BASE64URL_NOPAD.encode(&rand::random::<[u8; 32]>());
    let row = proof_token::ActiveModel {
        token_hash: Set(shop.keys.proof_hash(&token)),
        purchase_id: Set(purchase.id),
        expires_at: Set(now() + LIFE),
        used_at: Set(None),
    };
    proof_token::Entity::insert(row)
        .exec_without_returning(db)
        .await?;
    let mail = NewMail {
        template: outbox_email::Template::Proof,
        dedupe_key: format!("proof {}", request.id),
        to,
        params: token,
    };
    outbox::queue(db, &shop.keys, mail).await
}

/// Whether a link still works. Asking does not use it up.
pub async fn is_usable(shop: &Shop, token: &str) -> Result<bool, Error> {
    let found = proof_token::Entity::find_by_id(shop.keys.proof_hash(token))
        .filter(proof_token::Column::UsedAt.is_null())
        .filter(proof_token::Column::ExpiresAt.gt(now()))
        .one(shop.db.read())
        .await?;
    Ok(found.is_some())
}

/// Uses a link up and gives this device access. Returns false where the link is too old, unknown, or was used by another device.
///
/// A repeated request of the device that used it succeeds too, because the first response may have been lost.
pub async fn redeem(shop: &Shop, device: &DeviceId, token: &str) -> Result<bool, Error> {
    let hash = shop.keys.proof_hash(token);
    let transaction = shop.db.begin().await?;
    let used = proof_token::Entity::update_many()
        .col_expr(proof_token::Column::UsedAt, Expr::value(now()))
        .filter(proof_token::Column::TokenHash.eq(hash.clone()))
        .filter(proof_token::Column::UsedAt.is_null())
        .filter(proof_token::Column::ExpiresAt.gt(now()))
        .exec(&transaction)
        .await?;
    let proven = proof_token::Entity::find_by_id(hash)
        .filter(proof_token::Column::ExpiresAt.gt(now()))
        .one(&transaction)
        .await?;
    let Some(proven) = proven else {
        return Ok(false);
    };
    if used.rows_affected != 1 {
        transaction.rollback().await?;
        let held =
            purchases::held_by(shop, device).filter(purchase::Column::Id.eq(proven.purchase_id));
        return Ok(held.one(shop.db.read()).await?.is_some());
    }
    let paid = purchases::find(shop)
        .filter(purchase::Column::Id.eq(proven.purchase_id))
        .filter(purchase::Column::Status.eq(purchase::Status::Paid))
        .one(&transaction)
        .await?;
    if let Some(paid) = &paid {
        devices::ensure(&transaction, device).await?;
        devices::entitle(&transaction, device.to_vec(), paid.id, Source::Redownload).await?;
        purchases::count_verification(&transaction, paid.id).await?;
    }
    transaction.commit().await?;
    Ok(paid.is_some())
}
