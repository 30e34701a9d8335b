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
use crate::gateway::stripe_objects::Payment;
use crate::gateway::stripe_signature::Event;

mod effects;
mod verdict;

pub use verdict::{Reference, Verdict};

/// Asks the provider about a payment intent or a checkout session, and changes the purchase accordingly.
///
/// Returns the purchase after that and the provider's answer; no purchase where the payment belongs to none.
pub async fn settle(
    shop: &Shop,
    reference: Reference<'_>,
    event: Option<&Event>,
) -> Result<(Option<purchase::Model>, Payment), Error> {
    let payment = match reference {
        Reference::Intent(id) => shop.stripe.intent(id).await?,
        Reference::Session(id) => shop.stripe.session(id).await?,
    };
    let purchase = apply(shop, reference, &payment, event).await?;
    Ok((purchase, payment))
}

async fn apply(
    shop: &Shop,
    reference: Reference<'_>,
    payment: &Payment,
    event: Option<&Event>,
) -> Result<Option<purchase::Model>, Error> {
    let Some(id) = payment
        .order_id
        .as_deref()
        .and_then(|id| Uuid::try_parse(id).ok())
    else {
        return Ok(None);
    };
    let transaction = shop.db.begin().await?;
    let found = purchases::find(shop)
        .filter(purchase::Column::Id.eq(id))
        .lock_exclusive()
        .one(&transaction)
        .await?;
    let Some(found) = found else { return Ok(None) };
    let verdict = verdict::judge(&found, reference, payment, shop.settings.livemode);
    if let Some(event) = event {
        store_event(&transaction, event).await?;
    }
    let kept = match verdict {
        Verdict::NotOurs => {
            tracing::warn!(order = %id, "A payment does not match its order and is not accepted");
            None
        }
        Verdict::Nothing => Some(found),
        Verdict::Pay => Some(effects::pay(&transaction, shop, found, payment).await?),
        Verdict::AddBuyer => Some(effects::add_buyer(&transaction, shop, found, payment).await?),
        Verdict::Cancel => {
            Some(effects::set_status(&transaction, found, purchase::Status::Canceled).await?)
        }
        Verdict::Revoke(status) => Some(effects::revoke(&transaction, found, status).await?),
        Verdict::Restore => Some(effects::restore(&transaction, shop, found, payment).await?),
    };
    transaction.commit().await?;
    Ok(kept)
}

/// Whether this server started such a payment. The id is looked up here, so that nobody can make the server ask the provider.
pub async fn is_ours(shop: &Shop, reference: Reference<'_>) -> Result<bool, Error> {
    let named = match reference {
        Reference::Intent(id) => purchase::Column::PaymentIntentId.eq(id),
        Reference::Session(id) => purchase::Column::CheckoutSessionId.eq(id),
    };
    let found = purchases::find(shop).filter(named);
    Ok(found.one(shop.db.read()).await?.is_some())
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
