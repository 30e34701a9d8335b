//! Whether an address has a purchase, answered as the policy allows.

use entity::device_entitlement::Source;
use entity::verification_request;
use sea_orm::{ActiveValue::Set, EntityTrait};
use uuid::Uuid;

use super::access::{self, Holding};
use super::devices;
use super::limits::permit::Counted;
use super::purchases;
use super::sealed::Column;
use super::shop::{Shop, VerifyPolicy};
use crate::domain::clock::now;
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::error::Error;

/// The answer to an address.
#[derive(Debug)]
pub enum Answer {
    /// It has one, and this device has access now.
    Verified(Box<Holding>),
    /// It has none. Only the policy `Instant` says so.
    NotFound,
    /// Neither yes nor no: where there is a purchase, a one-time link is mailed.
    Sent,
}

/// Answers whether an address has a purchase.
pub async fn verify(
    shop: &Shop,
    device: &DeviceId,
    email: &Counted<EmailAddress>,
) -> Result<Answer, Error> {
    let email = email.subject();
    match shop.settings.verify_policy {
        VerifyPolicy::Instant => verify_instantly(shop, device, email).await,
        VerifyPolicy::Proof => verify_by_proof(shop, device, email).await,
    }
}

async fn verify_instantly(
    shop: &Shop,
    device: &DeviceId,
    email: &EmailAddress,
) -> Result<Answer, Error> {
    let hash = shop.keys.email_hash(email);
    let transaction = shop.db.begin().await?;
    let Some(mut found) = purchases::usable_by_address(&transaction, shop, &hash).await? else {
        return Ok(Answer::NotFound);
    };
    devices::ensure(&transaction, device).await?;
    devices::entitle(&transaction, device.to_vec(), found.id, Source::Redownload).await?;
    purchases::count_verification(&transaction, found.id).await?;
    transaction.commit().await?;
    found.verification_count += 1;
    Ok(Answer::Verified(Box::new(access::holding(shop, found)?)))
}

/// A device that holds a purchase of this address is answered at once. For every other address the same row is written and the table of
/// purchases is not read, so that neither the response nor its time tells whether it has a purchase.
async fn verify_by_proof(
    shop: &Shop,
    device: &DeviceId,
    email: &EmailAddress,
) -> Result<Answer, Error> {
    let hash = shop.keys.email_hash(email);
    let held = purchases::held_by(shop, device).all(shop.db.read()).await?;
    let own = held
        .into_iter()
        .filter_map(|(_, purchase)| purchase)
        .find(|purchase| purchase.buyer_email_hash.as_ref() == Some(&hash));
    let transaction = shop.db.begin().await?;
    if let Some(mut own) = own {
        purchases::count_verification(&transaction, own.id).await?;
        transaction.commit().await?;
        own.verification_count += 1;
        return Ok(Answer::Verified(Box::new(access::holding(shop, own)?)));
    }
    let id = Uuid::now_v7();
    let row = verification_request::ActiveModel {
        id: Set(id),
        email_hash: Set(hash),
        email_ct: Set(Some(
            Column::of_verification_request(&id).seal(&shop.keys, email.as_str())?,
        )),
        created_at: Set(now()),
        processed_at: Set(None),
    };
    verification_request::Entity::insert(row)
        .exec_without_returning(&transaction)
        .await?;
    transaction.commit().await?;
    Ok(Answer::Sent)
}
