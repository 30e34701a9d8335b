//! Whether an address has a purchase, answered as the policy allows.

use entity::purchase;
use entity::verification_request::{self, Purpose};
use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait, QueryOrder};
use uuid::Uuid;

use super::access::{self, HeldPurchase};
use super::limits::policy::VERIFY_OWN;
use super::limits::rate_limit::{Counted, RateLimit};
use super::purchases;
use super::sealed::EncryptedColumn;
use super::shop::{Shop, VerifyPolicy};
use crate::domain::clock::now;
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::error::Error;

/// The answer to an address.
#[derive(Debug)]
pub enum Answer {
    /// It has one, and this device has access now.
    Verified(Box<HeldPurchase>),
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
    match shop.settings.verify_policy {
        VerifyPolicy::Instant => verify_instantly(shop, device, email.subject()).await,
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
    let usable = purchases::usable_by_address(&transaction, shop, &hash).await?;
    let found = purchases::entitle_to_all(&transaction, shop, device, usable).await?;
    transaction.commit().await?;
    let Some(found) = found else {
        return Ok(Answer::NotFound);
    };
    Ok(Answer::Verified(Box::new(
        access::holding(shop, found).await?,
    )))
}

/// A device that holds a purchase of this address is answered at once. For every other address the same row is written and no
/// purchase is looked for, so that neither the response nor its time tells whether it has a purchase.
async fn verify_by_proof(
    shop: &Shop,
    device: &DeviceId,
    email: &Counted<EmailAddress>,
) -> Result<Answer, Error> {
    let own = owned(shop, device, email.subject()).await?;
    let transaction = shop.db.begin().await?;
    if let Some(mut own) = own {
        purchases::count_verification(&transaction, shop, own.id).await?;
        transaction.commit().await?;
        own.verification_count += 1;
        return Ok(Answer::Verified(Box::new(
            access::holding(shop, own).await?,
        )));
    }
    request_link(&transaction, shop, Purpose::Access, email).await?;
    transaction.commit().await?;
    Ok(Answer::Sent)
}

/// The newest purchase of this address that a device holds.
async fn owned(
    shop: &Shop,
    device: &DeviceId,
    email: &EmailAddress,
) -> Result<Option<purchase::Model>, Error> {
    let hash = shop.keys.email_hash(email);
    let held = purchases::held_by(shop, device).order_by_desc(purchase::Column::PaidAt);
    let held = held.all(shop.db.read()).await?;
    let mut held = held.into_iter().filter_map(|(_, purchase)| purchase);
    Ok(held.find(|purchase| {
        let known = purchase.buyer_email_hash.as_ref();
        known.is_some_and(|known| *known == hash)
    }))
}

/// Counts a request about an address. A device that holds a purchase of the address is counted by itself where the others of its network
/// have used up a limit.
pub async fn count(
    shop: &Shop,
    rate_limit: RateLimit,
    email: EmailAddress,
) -> Result<Counted<EmailAddress>, Error> {
    let again = rate_limit.clone();
    match rate_limit.count(email.clone()).await {
        Err(Error::TooMany(limited)) => {
            let owned = match again.device() {
                Some(device) => owned(shop, device, &email).await?,
                None => None,
            };
            if owned.is_none() {
                return Err(Error::TooMany(limited));
            }
            again.count_by(&VERIFY_OWN, email).await
        }
        counted => counted,
    }
}

/// Stores that a link was asked for with this address, the same row for every address. A worker mails the link (`magic_links.rs`).
pub(super) async fn request_link(
    db: &impl ConnectionTrait,
    shop: &Shop,
    purpose: Purpose,
    asked: &Counted<EmailAddress>,
) -> Result<(), Error> {
    let (id, email) = (Uuid::now_v7(), asked.subject());
    let row = verification_request::ActiveModel {
        id: Set(id),
        purpose: Set(purpose),
        email_hash: Set(shop.keys.email_hash(email)),
        email_ct: Set(Some(
            EncryptedColumn::of_verification_request(&id).seal(&shop.keys, email.as_str())?,
        )),
        asker: Set(Some(asked.asker())),
        created_at: Set(now()),
        processed_at: Set(None),
    };
    verification_request::Entity::insert(row)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// The address that a request was made with; none where it cannot be opened.
pub(super) fn asking_address(
    shop: &Shop,
    request: &verification_request::Model,
) -> Option<EmailAddress> {
    let sealed = request.email_ct.as_deref()?;
    let opened =
        EncryptedColumn::of_verification_request(&request.id).open_address(&shop.keys, sealed);
    opened
        .inspect_err(|error| {
            tracing::warn!(request = %request.id, error = %error.for_log(), "A one-time link could not be mailed");
        })
        .ok()
}
