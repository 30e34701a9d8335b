//! Finds payments and refunds that neither an event nor a return page reported.
//!
//! Every order says when it is to be checked next. The job leases those that are due by moving that time on, so that two processes never
//! check the same order, and an order that cannot be checked comes again.

use std::time::{Duration, Instant};

use entity::purchase::{self, Status};
use sea_orm::sea_query::{Expr, ExprTrait as _, LockBehavior, LockType};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use tokio::task::JoinSet;

use super::access::settle_order;
use super::database::batches;
use super::database::reached::is_too_far;
use super::orders::PAYABLE_PERIOD;
use super::purchases;
use super::reconcile_schedule::{MAX_OPEN_PAUSE, MAX_PAUSE, next_check};
use super::shop::Shop;
use crate::domain::clock::{self, DAY, Millis, now};
use crate::error::{Error, PaymentError};
use crate::gateway::bulkheads::CallPurpose;
use crate::gateway::stripe_objects::PaymentStatus;

/// Orders of one lease.
const MAX_BATCH: u64 = 64;
/// How many orders are checked at once.
const MAX_CONCURRENT: usize = 8;
/// After so long no further orders are leased; the next run goes on.
const MAX_RUN_TIME: Duration = Duration::from_secs(50);
/// How long unpaid orders of the other mode are kept, in milliseconds: whoever changed the settings by mistake has that long to notice.
const OTHER_MODE_INTERVAL: Millis = 7 * DAY;

/// Asks the provider about the orders that are due: unpaid ones after minutes, paid ones daily, and all of them the less often the older
/// they are.
///
/// Unpaid orders older than a day are canceled at the provider, so that nobody can pay for a deleted order, and then deleted, unless
/// the clock is in doubt. Returns the number of orders that were checked.
pub async fn run(shop: &Shop) -> Result<usize, Error> {
    let shop = &shop.on(CallPurpose::Jobs);
    if clock::is_trusted() {
        delete_of_other_mode(shop).await?;
        hasten(shop).await?;
        correct_times(shop).await?;
    }
    let (started, mut count) = (Instant::now(), 0);
    while started.elapsed() < MAX_RUN_TIME {
        let leased = lease(shop).await?;
        if leased.is_empty() {
            break;
        }
        let checked = check_all(shop, leased).await;
        if checked == 0 {
            // The provider does not answer: the others keep their turn.
            break;
        }
        count += checked;
    }
    Ok(count)
}

/// Takes the orders that are due the longest, and says when each is due again.
async fn lease(shop: &Shop) -> Result<Vec<purchase::Model>, Error> {
    let now = now();
    let transaction = shop.db.begin().await?;
    let due = purchases::find(shop)
        .filter(purchase::Column::NextCheckAt.lte(now))
        .order_by_asc(purchase::Column::NextCheckAt)
        .limit(MAX_BATCH)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .all(&transaction)
        .await?;
    for order in &due {
        purchase::Entity::update_many()
            .col_expr(
                purchase::Column::NextCheckAt,
                Expr::value(next_check(order, now, clock::time_of_ages())),
            )
            .filter(purchase::Column::Id.eq(order.id))
            .exec(&transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(due)
}

/// Makes the orders due of which a clock that was ahead has said when. Each half is found by an index that begins with what it compares.
async fn hasten(shop: &Shop) -> Result<(), Error> {
    use purchase::Column::{Livemode, NextCheckAt, Status as OrderStatus};
    let is_open = OrderStatus.is_in([Status::Pending, Status::Canceled]);
    let open = is_open.and(is_too_far(NextCheckAt, MAX_OPEN_PAUSE));
    let is_asked_about = Livemode.eq(shop.settings.livemode);
    let any = is_asked_about.and(is_too_far(NextCheckAt, MAX_PAUSE));
    batches::update::<purchase::Entity>(&shop.db, (NextCheckAt, now()), any.or(open)).await
}

/// Sets the times of unpaid orders to now where a clock that was ahead has set them. Otherwise these orders would be kept, and be the newest of
/// their device, until that time has come.
async fn correct_times(shop: &Shop) -> Result<(), Error> {
    use purchase::Column::{CreatedAt, Status as OrderStatus, UpdatedAt};
    for column in [CreatedAt, UpdatedAt] {
        let is_open = OrderStatus.is_in([Status::Pending, Status::Canceled]);
        let is_ahead = is_open.and(is_too_far(column, Duration::ZERO));
        batches::update::<purchase::Entity>(&shop.db, (column, now()), is_ahead).await?;
    }
    Ok(())
}

/// Checks a few orders at a time. Returns how many could be checked.
async fn check_all(shop: &Shop, orders: Vec<purchase::Model>) -> usize {
    let (mut orders, mut checking) = (orders.into_iter(), JoinSet::new());
    let mut count = 0;
    loop {
        while checking.len() < MAX_CONCURRENT
            && let Some(order) = orders.next()
        {
            let shop = shop.clone();
            checking.spawn(async move { is_checked(&shop, &order).await });
        }
        match checking.join_next().await {
            Some(checked) => count += usize::from(checked.unwrap_or(false)),
            None => return count,
        }
    }
}

/// Checks an order and logs why it could not be checked.
async fn is_checked(shop: &Shop, order: &purchase::Model) -> bool {
    let checked = check(shop, order).await;
    if let Err(error) = &checked {
        tracing::warn!(order = %order.id, error = %error.for_log(), "An order could not be checked");
    }
    checked.is_ok()
}

async fn check(shop: &Shop, order: &purchase::Model) -> Result<(), Error> {
    if order.payment_intent_id.is_some() || order.checkout_session_id.is_some() {
        match settle_order(shop, order).await {
            // The provider does not know it: an unpaid order is deleted below.
            Err(Error::Payment(PaymentError::Status(404))) => {}
            settled => settled?,
        }
    }
    let is_open = matches!(order.status, Status::Pending | Status::Canceled);
    if !is_open || !clock::is_trusted() || now() - PAYABLE_PERIOD < order.created_at {
        return Ok(());
    }
    let is_over = match (&order.payment_intent_id, &order.checkout_session_id) {
        (Some(id), _) => cancel_intent(shop, id).await?,
        // A hosted page expires after a day.
        (None, Some(id)) => is_session_over(shop, id).await?,
        // It never reached the provider.
        (None, None) => true,
    };
    if is_over {
        delete(shop, order).await?;
    }
    Ok(())
}

async fn cancel_intent(shop: &Shop, id: &str) -> Result<bool, Error> {
    match shop.stripe.intent(id).await {
        Ok(payment) if payment.status == PaymentStatus::Canceled => Ok(true),
        Ok(payment) if payment.status == PaymentStatus::Paid => Ok(false),
        Ok(_) => Ok(shop.stripe.cancel_intent(id).await?.status == PaymentStatus::Canceled),
        Err(PaymentError::Status(404)) => Ok(true),
        Err(cause) => Err(cause.into()),
    }
}

async fn is_session_over(shop: &Shop, id: &str) -> Result<bool, Error> {
    match shop.stripe.session(id).await {
        Ok(payment) => Ok(payment.status == PaymentStatus::Canceled),
        Err(PaymentError::Status(404)) => Ok(true),
        Err(cause) => Err(cause.into()),
    }
}

/// Deletes old unpaid orders of the other mode, which this server's provider does not know: nobody would ever ask about them.
async fn delete_of_other_mode(shop: &Shop) -> Result<(), Error> {
    let is_old = purchase::Column::Status
        .is_in([Status::Pending, Status::Canceled])
        .and(purchase::Column::NextCheckAt.lte(now() - OTHER_MODE_INTERVAL))
        .and(purchase::Column::Livemode.ne(shop.settings.livemode));
    batches::delete::<purchase::Entity>(&shop.db, is_old).await
}

async fn delete(shop: &Shop, order: &purchase::Model) -> Result<(), Error> {
    let transaction = shop.db.begin().await?;
    purchase::Entity::delete_many()
        .filter(purchase::Column::Id.eq(order.id))
        .filter(purchase::Column::Status.is_in([Status::Pending, Status::Canceled]))
        .exec(&transaction)
        .await?;
    transaction.commit().await?;
    Ok(())
}
