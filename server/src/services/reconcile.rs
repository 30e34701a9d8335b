//! Finds payments and refunds that neither an event nor a return page told us about.

use entity::purchase;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::access::settle_order;
use super::checkout::PAYABLE;
use super::shop::Shop;
use crate::domain::clock::{Millis, now};
use crate::error::{Error, PaymentError};
use crate::gateway::stripe_objects::Progress;

const ASK_EVERY: Millis = 9 * 60_000;
const AT_ONCE: u64 = 50;
/// How often, and for how long, a paid order is asked about: its money may go back without our hearing of it.
const ASK_PAID_EVERY: Millis = 86_400_000;
const MAY_GO_BACK: Millis = 180 * 86_400_000;

/// Asks the provider about every order that is not paid, and daily about those that are, unless it was asked lately.
///
/// Unpaid orders older than a day are given up at the provider first, so that nobody pays for a row that is gone, and
/// then deleted. Returns how many orders were looked at.
pub async fn run(shop: &Shop) -> Result<usize, Error> {
    let waiting = look_at_unpaid(shop).await?;
    let paid = look_at_paid(shop).await?;
    delete_unbegun(shop).await?;
    Ok(waiting + paid)
}

async fn look_at_paid(shop: &Shop) -> Result<usize, Error> {
    let paid = Condition::all()
        .add(purchase::Column::Status.eq(purchase::Status::Paid))
        .add(purchase::Column::PaidAt.gt(now() - MAY_GO_BACK));
    let due = due(shop, paid, ASK_PAID_EVERY).await?;
    for order in &due {
        if let Err(cause) = settle_order(shop, order).await {
            tracing::warn!(%cause, "a paid order could not be looked at again");
        }
    }
    Ok(due.len())
}

async fn look_at_unpaid(shop: &Shop) -> Result<usize, Error> {
    let open = [purchase::Status::Pending, purchase::Status::Canceled];
    let unpaid = Condition::all().add(purchase::Column::Status.is_in(open));
    let due = due(shop, unpaid, ASK_EVERY).await?;
    for order in &due {
        if let Err(cause) = look_at(shop, order).await {
            tracing::warn!(%cause, "an order could not be reconciled");
        }
    }
    Ok(due.len())
}

/// The orders of a kind that were not asked about for so long, the oldest first; those that never reached the provider
/// are left out, and so is a redeemed gift, which another order paid for.
async fn due(shop: &Shop, kind: Condition, every: Millis) -> Result<Vec<purchase::Model>, Error> {
    let begun = Condition::any()
        .add(purchase::Column::PaymentIntentId.is_not_null())
        .add(purchase::Column::CheckoutSessionId.is_not_null());
    Ok(purchase::Entity::find()
        .filter(kind)
        .filter(begun)
        .filter(purchase::Column::CheckedAt.lt(now() - every))
        .order_by_asc(purchase::Column::CheckedAt)
        .limit(AT_ONCE)
        .all(shop.db.read())
        .await?)
}

async fn look_at(shop: &Shop, order: &purchase::Model) -> Result<(), Error> {
    settle_order(shop, order).await?;
    if now() - PAYABLE < order.created_at {
        return Ok(());
    }
    let is_over = match (&order.payment_intent_id, &order.checkout_session_id) {
        (Some(id), _) => give_up_intent(shop, id).await?,
        // A hosted page closes by itself after a day.
        (None, Some(id)) => shop.stripe.session(id).await?.progress == Progress::Canceled,
        (None, None) => true,
    };
    if is_over {
        delete(shop, order).await?;
    }
    Ok(())
}

async fn give_up_intent(shop: &Shop, id: &str) -> Result<bool, Error> {
    match shop.stripe.intent(id).await {
        Ok(payment) if payment.progress == Progress::Canceled => Ok(true),
        Ok(payment) if payment.progress == Progress::Paid => Ok(false),
        Ok(_) => Ok(shop.stripe.cancel_intent(id).await?.progress == Progress::Canceled),
        Err(PaymentError::Status(404)) => Ok(true),
        Err(cause) => Err(cause.into()),
    }
}

async fn delete(shop: &Shop, order: &purchase::Model) -> Result<(), Error> {
    let transaction = shop.db.begin().await?;
    purchase::Entity::delete_many()
        .filter(purchase::Column::Id.eq(order.id))
        .filter(
            purchase::Column::Status.is_in([purchase::Status::Pending, purchase::Status::Canceled]),
        )
        .exec(&transaction)
        .await?;
    transaction.commit().await?;
    Ok(())
}

/// Orders that never reached the provider.
async fn delete_unbegun(shop: &Shop) -> Result<(), Error> {
    let transaction = shop.db.begin().await?;
    purchase::Entity::delete_many()
        .filter(purchase::Column::Status.eq(purchase::Status::Pending))
        .filter(purchase::Column::PaymentIntentId.is_null())
        .filter(purchase::Column::CheckoutSessionId.is_null())
        .filter(purchase::Column::CreatedAt.lt(now() - PAYABLE))
        .exec(&transaction)
        .await?;
    transaction.commit().await?;
    Ok(())
}
