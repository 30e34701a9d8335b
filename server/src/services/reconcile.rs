//! Finds payments and refunds that neither an event nor a return page reported.

use entity::purchase;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::access::settle_order;
use super::orders::PAYABLE;
use super::purchases;
use super::shop::Shop;
use crate::domain::clock::{Millis, now};
use crate::error::{Error, PaymentError};
use crate::gateway::stripe_objects::Progress;

const CHECK_UNPAID_EVERY: Millis = 9 * 60_000;
const BATCH: u64 = 50;
/// How often, and for how long, the provider is asked about a paid order, because a refund may come without an event.
const CHECK_PAID_EVERY: Millis = 86_400_000;
const REFUNDABLE: Millis = 180 * 86_400_000;
/// When a dispute is decided at the latest. It may begin after four months, and take another three.
const DECIDED: Millis = 365 * 86_400_000;

/// Asks the provider about unpaid orders every few minutes, and about paid and disputed ones daily.
///
/// Unpaid orders older than a day are canceled at the provider, so that nobody can pay for a deleted order, and then deleted. Returns the
/// number of orders that were checked.
pub async fn run(shop: &Shop) -> Result<usize, Error> {
    let unpaid = check_unpaid(shop).await?;
    let paid = check_paid(shop).await?;
    delete_without_payment(shop).await?;
    Ok(unpaid + paid)
}

async fn check_paid(shop: &Shop) -> Result<usize, Error> {
    let within = |status: purchase::Status, since: purchase::Column, age: Millis| {
        Condition::all()
            .add(purchase::Column::Status.eq(status))
            .add(since.gt(now() - age))
    };
    let paid = Condition::any()
        .add(within(purchase::Status::Paid, purchase::Column::PaidAt, REFUNDABLE))
        // A dispute may be known before the payment.
        .add(within(purchase::Status::Disputed, purchase::Column::CreatedAt, DECIDED));
    let due = due(shop, paid, CHECK_PAID_EVERY).await?;
    for order in &due {
        if let Err(error) = settle_order(shop, order).await {
            tracing::warn!(order = %order.id, error = %error.for_log(), "A paid order could not be checked");
        }
    }
    Ok(due.len())
}

async fn check_unpaid(shop: &Shop) -> Result<usize, Error> {
    let open = [purchase::Status::Pending, purchase::Status::Canceled];
    let unpaid = Condition::all().add(purchase::Column::Status.is_in(open));
    let due = due(shop, unpaid, CHECK_UNPAID_EVERY).await?;
    for order in &due {
        if let Err(error) = check(shop, order).await {
            tracing::warn!(order = %order.id, error = %error.for_log(), "An unpaid order could not be checked");
        }
    }
    Ok(due.len())
}

/// The orders of a kind about which the provider was not asked within `every`, the longest unasked first. Orders that never reached the
/// provider are left out, and so are redemptions, which another order paid for.
async fn due(shop: &Shop, kind: Condition, every: Millis) -> Result<Vec<purchase::Model>, Error> {
    let at_provider = Condition::any()
        .add(purchase::Column::PaymentIntentId.is_not_null())
        .add(purchase::Column::CheckoutSessionId.is_not_null());
    Ok(purchases::find(shop)
        .filter(kind)
        .filter(at_provider)
        .filter(purchase::Column::CheckedAt.lt(now() - every))
        .order_by_asc(purchase::Column::CheckedAt)
        .limit(BATCH)
        .all(shop.db.read())
        .await?)
}

async fn check(shop: &Shop, order: &purchase::Model) -> Result<(), Error> {
    settle_order(shop, order).await?;
    if now() - PAYABLE < order.created_at {
        return Ok(());
    }
    let is_over = match (&order.payment_intent_id, &order.checkout_session_id) {
        (Some(id), _) => cancel_intent(shop, id).await?,
        // A hosted page expires after a day.
        (None, Some(id)) => shop.stripe.session(id).await?.progress == Progress::Canceled,
        (None, None) => true,
    };
    if is_over {
        delete(shop, order).await?;
    }
    Ok(())
}

async fn cancel_intent(shop: &Shop, id: &str) -> Result<bool, Error> {
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

/// Deletes orders that never reached the provider.
async fn delete_without_payment(shop: &Shop) -> Result<(), Error> {
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
