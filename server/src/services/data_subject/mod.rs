//! Everything that is kept about a person or an order: found, exported and erased, for the operator and for the person.

use std::collections::HashMap;

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
use super::sealed::EncryptedColumn;
use crate::crypto::keys::Keys;
use crate::domain::clock::iso;
use crate::domain::email_address::EmailAddress;
use crate::error::Error;

mod erase;
mod subject;

pub use erase::{Erased, erase, erase_in};
pub use subject::Subject;

use subject::{of_address, purchases};

/// An order without personal data. Times are in ISO 8601.
#[derive(Debug, Serialize)]
pub struct Order {
    pub(crate) id: Uuid,
    pub(crate) kind: String,
    pub(crate) status: String,
    pub(crate) livemode: bool,
    pub(crate) payment_intent: Option<String>,
    pub(crate) checkout_session: Option<String>,
    pub(crate) amount_cents: i64,
    pub(crate) currency: String,
    pub(crate) created_at: String,
    pub(crate) paid_at: Option<String>,
    pub(crate) refunded_at: Option<String>,
    /// For a redeemed gift: the order that paid for it.
    pub(crate) paid_by: Option<Uuid>,
    pub(crate) verifications: i32,
    /// How many devices hold it.
    pub(crate) devices: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) gift: Option<Gift>,
    pub(crate) mails: Vec<Mail>,
}

/// The link of a gift.
#[derive(Debug, Serialize)]
pub struct Gift {
    pub(crate) status: String,
    pub(crate) redeemed_at: Option<String>,
}

/// A mail about an order.
#[derive(Debug, Serialize)]
pub struct Mail {
    pub(crate) id: Uuid,
    pub(crate) template: String,
    pub(crate) status: String,
    pub(crate) attempts: i32,
    pub(crate) created_at: String,
    pub(crate) sent_at: Option<String>,
}

/// An order with the personal data that only its own people may see.
#[derive(Debug, Serialize)]
pub struct Export {
    /// The order.
    #[serde(flatten)]
    pub order: Order,
    /// The buyer's address, for the buyer.
    pub buyer_email: Option<String>,
    /// The recipient's address.
    pub recipient_email: Option<String>,
    /// What the buyer wrote, for the buyer.
    pub personal_message: Option<String>,
}

/// What is kept about an address, without what belongs to the other side of a gift.
#[derive(Debug, Serialize)]
pub struct Held {
    /// The orders in which it is, oldest first.
    pub orders: Vec<Export>,
    /// How many links were asked for with it and are not deleted yet.
    pub verification_requests: u64,
}

/// The orders of a subject, oldest first.
pub async fn find(db: &Database, keys: &Keys, subject: &Subject) -> Result<Vec<Order>, Error> {
    let found = purchases(db.read(), keys, subject).await?;
    let details = Details::of(db.read(), &found).await?;
    Ok(found.iter().map(|found| details.order(found)).collect())
}

/// What is kept about an address, by its hash. Where the address is the recipient's, what concerns the buyer is left out, and
/// where it is the buyer's, what the recipient did.
pub async fn export(db: &impl ConnectionTrait, keys: &Keys, hash: &[u8]) -> Result<Held, Error> {
    let mut orders = Vec::new();
    let all = of_address(db, hash).await?;
    let details = Details::of(db, &all).await?;
    for found in all {
        let mut order = details.order(&found);
        let buyer = found.buyer_email_hash.as_ref();
        let is_buyer = buyer.is_some_and(|buyer| buyer == hash);
        // Whether and when a gift was redeemed is for nobody to know but who redeemed it.
        order.gift = None;
        if !is_buyer {
            (order.payment_intent, order.checkout_session) = (None, None);
            order.mails.clear();
        }
        let link = details.links.get(&found.id).filter(|_| is_buyer);
        let message = link.and_then(|link| Some((link.id, link.personal_message_ct.as_ref()?)));
        let text = |address: Option<EmailAddress>| address.map(String::from);
        orders.push(Export {
            order,
            buyer_email: text(Party::Buyer.address(keys, &found)?).filter(|_| is_buyer),
            recipient_email: text(Party::Recipient.address(keys, &found)?),
            personal_message: message
                .map(|(id, sealed)| {
                    EncryptedColumn::of_gift_link(&id, "personal_message_ct").open(keys, sealed)
                })
                .transpose()?,
        });
    }
    let verification_requests = verification_request::Entity::find()
        .filter(verification_request::Column::EmailHash.eq(hash))
        .count(db)
        .await?;
    Ok(Held {
        orders,
        verification_requests,
    })
}

/// Whether an address is in any order.
pub(super) async fn is_any_kept(db: &impl ConnectionTrait, hash: &[u8]) -> Result<bool, Error> {
    Ok(!of_address(db, hash).await?.is_empty())
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
        about: found.id,
        to,
        params: found.id.to_string(),
    };
    outbox::queue(&transaction, keys, mail).await?;
    transaction.commit().await?;
    Ok(true)
}

/// What belongs to orders in other tables, by their ids.
struct Details {
    links: HashMap<Uuid, gift_link::Model>,
    /// How many devices hold an order.
    devices: HashMap<Uuid, u64>,
    /// The mails about an order, oldest first.
    mails: HashMap<String, Vec<outbox_email::Model>>,
}

impl Details {
    async fn of(db: &impl ConnectionTrait, found: &[purchase::Model]) -> Result<Self, Error> {
        let mut details = Self {
            links: HashMap::new(),
            devices: HashMap::new(),
            mails: HashMap::new(),
        };
        if found.is_empty() {
            return Ok(details);
        }
        let ids = || found.iter().map(|order| order.id);
        let links = gift_link::Entity::find()
            .filter(gift_link::Column::PurchaseId.is_in(ids()))
            .all(db)
            .await?;
        let holders = device_entitlement::Entity::find()
            .filter(device_entitlement::Column::PurchaseId.is_in(ids()))
            .all(db)
            .await?;
        let mails = outbox_email::Entity::find()
            .filter(outbox_email::Column::About.is_in(ids().map(|id| id.to_string())))
            .order_by_asc(outbox_email::Column::CreatedAt)
            .all(db)
            .await?;
        let links = links.into_iter().map(|link| (link.purchase_id, link));
        details.links = links.collect();
        for holder in holders {
            *details.devices.entry(holder.purchase_id).or_default() += 1;
        }
        for mail in mails {
            let about = mail.about.clone().unwrap_or_default();
            details.mails.entry(about).or_default().push(mail);
        }
        Ok(details)
    }

    fn order(&self, found: &purchase::Model) -> Order {
        let mails = self.mails.get(&found.id.to_string());
        Order {
            id: found.id,
            kind: found.kind.to_value(),
            status: found.status.to_value(),
            livemode: found.livemode,
            payment_intent: found.payment_intent_id.clone(),
            checkout_session: found.checkout_session_id.clone(),
            amount_cents: found.amount_cents,
            currency: found.currency.clone(),
            created_at: iso(found.created_at),
            paid_at: found.paid_at.map(iso),
            refunded_at: found.refunded_at.map(iso),
            paid_by: found.paid_by_purchase_id,
            verifications: found.verification_count,
            devices: self.devices.get(&found.id).copied().unwrap_or(0),
            gift: self.links.get(&found.id).map(|link| Gift {
                status: link.status.to_value(),
                redeemed_at: link.activated_at.map(iso),
            }),
            mails: mails.into_iter().flatten().map(Mail::from).collect(),
        }
    }
}

impl From<&outbox_email::Model> for Mail {
    fn from(row: &outbox_email::Model) -> Self {
        Self {
            id: row.id,
            template: row.template.to_value(),
            status: row.status.to_value(),
            attempts: row.attempts,
            created_at: iso(row.created_at),
            sent_at: row.sent_at.map(iso),
        }
    }
}
