//! Turns payments into access: one path for events, return pages and the reconcile job.
//!
//! Neither a browser nor an event is trusted. The provider is asked, and its answer must name the order and have the right amount, currency
//! and mode. A repetition has no effect.

use entity::{purchase, webhook_event};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect,
};
use uuid::Uuid;

use super::purchases;
use super::shop::Shop;
use crate::domain::clock::now;
use crate::error::Error;
use crate::gateway::stripe_charge::Refund;
use crate::gateway::stripe_objects::{Payment, PaymentStatus};
use crate::gateway::stripe_signature::Event;
use crate::telemetry::alarm;

mod effects;
mod verdict;
#[cfg(test)]
mod verdict_tests;

pub use effects::pay;
pub use verdict::is_right;
pub use verdict::{Reference, Verdict};

/// Why the provider is asked.
#[derive(Debug, Clone, Copy)]
pub enum Cause<'a> {
    /// An event, which is stored together with what it changes.
    Event(&'a Event),
    /// Somebody needs to know about this order, as it was just read.
    Order(&'a purchase::Model),
}

/// Asks the provider about a payment intent or a checkout session, and changes the purchase accordingly.
///
/// Returns the purchase after that and the provider's answer; no purchase where the payment belongs to none.
pub async fn settle(
    shop: &Shop,
    reference: Reference<'_>,
    cause: Cause<'_>,
) -> Result<(Option<purchase::Model>, Payment), Error> {
    let payment = match reference {
        Reference::Intent(id) => shop.stripe.intent(id).await?,
        Reference::Session(id) => shop.stripe.session(id).await?,
    };
    let purchase = apply(shop, reference, &payment, cause).await?;
    Ok((purchase, payment))
}

/// Changes the purchase that a payment names according to the provider's answer. Returns the purchase after that, as [`settle`] does.
pub async fn apply(
    shop: &Shop,
    reference: Reference<'_>,
    payment: &Payment,
    cause: Cause<'_>,
) -> Result<Option<purchase::Model>, Error> {
    let livemode = shop.settings.livemode;
    let Some(id) = payment
        .order_id
        .as_deref()
        .and_then(|id| Uuid::try_parse(id).ok())
    else {
        return Ok(None);
    };
    // The order was read before the provider was asked: what happened since then is in the answer, and would change something.
    if let Cause::Order(known) = cause
        && known.id == id
        && verdict::judge(known, reference, payment, livemode) == Verdict::Nothing
    {
        return Ok(Some(known.clone()));
    }
    let transaction = shop.db.begin().await?;
    let found = purchases::find(shop)
        .filter(purchase::Column::Id.eq(id))
        .lock_exclusive()
        .one(&transaction)
        .await?;
    let Some(found) = found else {
        report_unknown(reference, payment, id, livemode);
        return Ok(None);
    };
    let verdict = verdict::judge(&found, reference, payment, livemode);
    if let Cause::Event(event) = cause {
        store_event(&transaction, event).await?;
    }
    let kept = match verdict {
        Verdict::NotOurs => {
            alarm::PAYMENT_MISMATCH.count();
            tracing::warn!(order = %id, payment = reference.id(), "A payment does not match its order and is not accepted");
            None
        }
        Verdict::Nothing => Some(found),
        Verdict::Pay => Some(pay(&transaction, shop, found, payment).await?),
        Verdict::AddBuyer => Some(effects::add_buyer(&transaction, shop, found, payment).await?),
        Verdict::Cancel => Some(effects::cancel(&transaction, found).await?),
        Verdict::Revoke(status) => {
            Some(effects::revoke(&transaction, found, payment, status).await?)
        }
        Verdict::Restore => Some(effects::restore(&transaction, shop, found, payment).await?),
    };
    transaction.commit().await?;
    Ok(kept)
}

/// Somebody paid, and gets nothing for it: the order may have been lost with a database that was restored.
fn report_unknown(reference: Reference<'_>, payment: &Payment, order: Uuid, livemode: bool) {
    let is_kept = payment.status == PaymentStatus::Paid && payment.refund != Refund::Made;
    if is_kept && payment.livemode == livemode {
        let intent = payment.intent_id.as_deref();
        alarm::PAYMENT_UNKNOWN.count();
        tracing::error!(%order, payment = intent.unwrap_or(reference.id()), "A payment was made for an order that is not known; adopt it or refund it");
    }
}

/// The order for which this server started a payment. The id is looked up here, so that nobody can make the server ask the provider.
pub async fn find(shop: &Shop, reference: Reference<'_>) -> Result<Option<purchase::Model>, Error> {
    let named = match reference {
        Reference::Intent(id) => purchase::Column::PaymentIntentId.eq(id),
        Reference::Session(id) => purchase::Column::CheckoutSessionId.eq(id),
    };
    let found = purchases::find(shop).filter(named);
    Ok(found.one(shop.db.read()).await?)
}

/// Whether an event was handled before.
pub async fn is_known(shop: &Shop, event: &Event) -> Result<bool, Error> {
    let known = webhook_event::Entity::find_by_id(event.id.clone())
        .one(shop.db.read())
        .await?;
    Ok(known.is_some())
}

async fn store_event(db: &impl ConnectionTrait, event: &Event) -> Result<(), Error> {
    let row = webhook_event::ActiveModel {
        id: Set(event.id.clone()),
        kind: Set(event.kind.clone()),
        object_id: Set(event.object_id.clone()),
        livemode: Set(event.livemode),
        received_at: Set(now()),
    };
    let ignore = OnConflict::column(webhook_event::Column::Id)
        .do_nothing()
        .to_owned();
    webhook_event::Entity::insert(row)
        .on_conflict(ignore)
        .exec_without_returning(db)
        .await?;
    Ok(())
}
