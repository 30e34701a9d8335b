//! Takes over a payment whose order is not in the database: it was paid after the copy was made from which the database was restored.

use entity::purchase::{self, Kind, Model, Status};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter};
use serde::Serialize;
use uuid::Uuid;

use super::fulfilment::{self, Cause, Reference};
use super::shop::Shop;
use super::{orders, purchases};
use crate::domain::email_address::EmailAddress;
use crate::domain::price::PRICE;
use crate::error::{Error, PaymentError};
use crate::gateway::stripe_charge::{Dispute, Refund};
use crate::gateway::stripe_objects::{Payment, PaymentStatus};

/// Why a payment is not adopted.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The payment provider does not have it.
    #[error("Stripe does not know this payment")]
    Unknown,
    /// It has no order of this shop.
    #[error("this payment was not made for this shop")]
    NotOurs,
    /// There is nothing to give for it.
    #[error("this payment is not paid, or it was refunded or disputed")]
    NotPaid,
    /// It has another amount, currency or mode.
    #[error("this payment has not the product's amount, currency and mode")]
    Mismatch,
    /// The provider or the database failed.
    #[error("{0}")]
    Failed(String),
}

impl From<Error> for Refusal {
    fn from(cause: Error) -> Self {
        Self::Failed(cause.for_log())
    }
}

/// What became of a payment.
#[derive(Debug, Serialize)]
pub struct Adopted {
    /// The order of the payment.
    pub order: Uuid,
    /// Whether the database had it already, so that the payment was only looked up.
    pub was_known: bool,
    /// How far it is now, as the database has it.
    pub is_paid: bool,
    /// Whether a mail to its buyer is queued or was.
    pub has_buyer: bool,
}

/// Stores the order that a payment intent names, as paid, unless it is there. Whether a gift was bought the provider does not know.
///
/// `buyer` is who gets the mail, and access by that address; an order that is there gets it where it has none.
pub async fn adopt(
    shop: &Shop,
    intent: &str,
    is_gift: bool,
    buyer: Option<&EmailAddress>,
) -> Result<Adopted, Refusal> {
    let payment = match shop.stripe.intent(intent).await {
        Err(PaymentError::Status(404)) => return Err(Refusal::Unknown),
        asked => asked.map_err(Error::from)?,
    };
    let order = payment.order_id.as_deref();
    let id = order.and_then(|id| Uuid::try_parse(id).ok());
    let id = id.ok_or(Refusal::NotOurs)?;
    let found = purchases::find(shop).filter(purchase::Column::Id.eq(id));
    let found = found.one(shop.db.read()).await.map_err(Error::from)?;
    if let Some(found) = found {
        // As if the buyer had typed the address: an order that has one keeps it.
        let payment = Payment {
            typed_email: buyer.map(|address| address.as_str().to_owned()),
            ..payment
        };
        let (reference, cause) = (Reference::Intent(intent), Cause::Order(&found));
        let settled = fulfilment::apply(shop, reference, &payment, cause).await?;
        return Ok(adopted(&settled.unwrap_or(found), true));
    }
    check(&payment, shop.settings.livemode)?;
    let kind = if is_gift { Kind::Gift } else { Kind::OwnUse };
    let stored = store(shop, id, kind, buyer, &payment).await?;
    Ok(adopted(&stored, false))
}

fn adopted(order: &Model, was_known: bool) -> Adopted {
    Adopted {
        order: order.id,
        was_known,
        is_paid: order.status == Status::Paid,
        has_buyer: order.buyer_email_ct.is_some(),
    }
}

fn check(payment: &Payment, livemode: bool) -> Result<(), Refusal> {
    let is_kept = payment.status == PaymentStatus::Paid
        && payment.refund != Refund::Made
        && payment.dispute != Dispute::Open;
    if !is_kept {
        return Err(Refusal::NotPaid);
    }
    fulfilment::is_right(payment, PRICE.cents, PRICE.currency, livemode)
        .then_some(())
        .ok_or(Refusal::Mismatch)
}

async fn store(
    shop: &Shop,
    id: Uuid,
    kind: Kind,
    buyer: Option<&EmailAddress>,
    payment: &Payment,
) -> Result<Model, Error> {
    let transaction = shop.db.begin_with_long_timeouts().await?;
    let row = purchase::ActiveModel {
        payment_intent_id: Set(payment.intent_id.clone()),
        ..orders::pending(shop, id, kind, buyer)?
    };
    let pending = purchase::Entity::insert(row)
        .exec_with_returning(&transaction)
        .await?;
    if kind == Kind::Gift {
        orders::insert_gift_link(&transaction, shop, id, None).await?;
    }
    let paid = fulfilment::pay(&transaction, shop, pending, payment).await?;
    transaction.commit().await?;
    Ok(paid)
}
