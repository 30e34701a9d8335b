//! Everything that is kept about a person or an order: found, exported and erased for the operator.

use entity::{device_entitlement, gift_link, outbox_email, purchase, verification_request};
use sea_orm::{
    ActiveEnum as _, ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter,
    QueryOrder,
};
use serde::Serialize;
use uuid::Uuid;

use super::database::Database;
use super::outbox::{self, NewMail};
use super::purchases::Party;
use super::sealed::Column;
use crate::crypto::keys::Keys;
use crate::domain::clock::Millis;
use crate::domain::email_address::EmailAddress;
use crate::error::Error;

mod erase;
mod subject;

pub use erase::{Erased, erase};
pub use subject::Subject;

use subject::purchases;

/// An order without personal data. Times are milliseconds since the Unix epoch.
#[derive(Debug, Serialize)]
pub struct Order {
    id: Uuid,
    kind: String,
    status: String,
    livemode: bool,
    payment_intent: Option<String>,
    checkout_session: Option<String>,
    amount_cents: i64,
    currency: String,
    created_at: Millis,
    paid_at: Option<Millis>,
    refunded_at: Option<Millis>,
    /// For a redeemed gift: the order that paid for it.
    paid_by: Option<Uuid>,
    verifications: i32,
    /// How many devices hold it.
    devices: u64,
    gift: Option<Gift>,
    mails: Vec<Mail>,
}

/// The link of a gift.
#[derive(Debug, Serialize)]
pub struct Gift {
    status: String,
    redeemed_at: Option<Millis>,
}

/// A mail about an order.
#[derive(Debug, Serialize)]
pub struct Mail {
    id: Uuid,
    template: String,
    status: String,
    attempts: i32,
    created_at: Millis,
    sent_at: Option<Millis>,
}

/// An order with the personal data that only its own people may see.
#[derive(Debug, Serialize)]
pub struct Export {
    #[serde(flatten)]
    order: Order,
    buyer_email: Option<String>,
    recipient_email: Option<String>,
    personal_message: Option<String>,
}

/// The orders of a subject, oldest first.
pub async fn find(db: &Database, keys: &Keys, subject: &Subject) -> Result<Vec<Order>, Error> {
    let mut orders = Vec::new();
    for found in purchases(db.read(), keys, subject).await? {
        orders.push(order(db.read(), &found).await?.0);
    }
    Ok(orders)
}

/// The same with personal data. Where the address is the recipient's, the buyer's address and message are left out.
pub async fn export(
    db: &Database,
    keys: &Keys,
    address: &EmailAddress,
) -> Result<Vec<Export>, Error> {
    let hash = keys.email_hash(address);
    let mut exports = Vec::new();
    for found in purchases(db.read(), keys, &Subject::Address(address.clone())).await? {
        let (order, link) = order(db.read(), &found).await?;
        let is_buyer = found.buyer_email_hash.as_ref() == Some(&hash);
        let message = link
            .filter(|_| is_buyer)
            .and_then(|link| link.personal_message_ct.map(|sealed| (link.id, sealed)));
        let text = |address: Option<EmailAddress>| address.map(String::from);
        exports.push(Export {
            order,
            buyer_email: text(Party::Buyer.address(keys, &found)?).filter(|_| is_buyer),
            recipient_email: text(Party::Recipient.address(keys, &found)?),
            personal_message: message
                .map(|(id, sealed)| {
                    Column::of_gift_link(&id, "personal_message_ct").open(keys, &sealed)
                })
                .transpose()?,
        });
    }
    Ok(exports)
}

/// How many one-time links were asked for with this address and are not deleted yet.
pub async fn verification_requests(
    db: &Database,
    keys: &Keys,
    address: &EmailAddress,
) -> Result<u64, Error> {
    Ok(verification_request::Entity::find()
        .filter(verification_request::Column::EmailHash.eq(keys.email_hash(address)))
        .count(db.read())
        .await?)
}

/// Queues the mail of a paid order again. Returns false where there is no such order, it is not paid, or its buyer is not known.
pub async fn resend(db: &Database, keys: &Keys, order: Uuid) -> Result<bool, Error> {
    let transaction = db.begin().await?;
    let found = purchase::Entity::find_by_id(order)
        .filter(purchase::Column::Status.eq(purchase::Status::Paid))
        .filter(purchase::Column::Kind.ne(purchase::Kind::GiftRedemption))
        .one(&transaction)
        .await?;
    let Some(found) = found else { return Ok(false) };
    let Some(to) = Party::Buyer.address(keys, &found)? else {
        return Ok(false);
    };
    let mail = NewMail {
        template: match found.kind {
            purchase::Kind::Gift => outbox_email::Template::Gift,
            purchase::Kind::OwnUse | purchase::Kind::GiftRedemption => {
                outbox_email::Template::Purchase
            }
        },
        dedupe_key: format!("resent {} {}", found.id, Uuid::now_v7()),
        to,
        params: found.id.to_string(),
    };
    outbox::queue(&transaction, keys, mail).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Whether these keys open what the database holds sealed. A database without anything sealed fits every key.
pub async fn fits(db: &Database, keys: &Keys) -> Result<bool, Error> {
    let newest = purchase::Entity::find()
        .filter(purchase::Column::BuyerEmailCt.is_not_null())
        .order_by_desc(purchase::Column::Id)
        .one(db.read())
        .await?;
    Ok(newest.is_none_or(|found| Party::Buyer.address(keys, &found).is_ok()))
}

async fn order(
    db: &impl ConnectionTrait,
    found: &purchase::Model,
) -> Result<(Order, Option<gift_link::Model>), Error> {
    let link = gift_link::Entity::find()
        .filter(gift_link::Column::PurchaseId.eq(found.id))
        .one(db)
        .await?;
    let devices = device_entitlement::Entity::find()
        .filter(device_entitlement::Column::PurchaseId.eq(found.id))
        .count(db)
        .await?;
    let order = Order {
        id: found.id,
        kind: found.kind.to_value(),
        status: found.status.to_value(),
        livemode: found.livemode,
        payment_intent: found.payment_intent_id.clone(),
        checkout_session: found.checkout_session_id.clone(),
        amount_cents: found.amount_cents,
        currency: found.currency.clone(),
        created_at: found.created_at,
        paid_at: found.paid_at,
        refunded_at: found.refunded_at,
        paid_by: found.paid_by_purchase_id,
        verifications: found.verification_count,
        devices,
        gift: link.as_ref().map(|link| Gift {
            status: link.status.to_value(),
            redeemed_at: link.activated_at,
        }),
        mails: mails(db, found.id).await?,
    };
    Ok((order, link))
}

/// The keys of all mails about an order hold its id.
async fn mails(db: &impl ConnectionTrait, order: Uuid) -> Result<Vec<Mail>, Error> {
    let found = outbox_email::Entity::find()
        .filter(outbox_email::Column::DedupeKey.contains(order.to_string()))
        .order_by_asc(outbox_email::Column::CreatedAt)
        .all(db)
        .await?;
    let mail = |row: outbox_email::Model| Mail {
        id: row.id,
        template: row.template.to_value(),
        status: row.status.to_value(),
        attempts: row.attempts,
        created_at: row.created_at,
        sent_at: row.sent_at,
    };
    Ok(found.into_iter().map(mail).collect())
}
