//! The changes that a verdict makes in the database, inside the caller's transaction.

use entity::device_entitlement::Source;
use entity::{gift_link, outbox_email, purchase};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait,
    IntoActiveModel, QueryFilter,
};
use uuid::Uuid;

use crate::domain::clock::{now, time_of_ages};
use crate::domain::email_address::EmailAddress;
use crate::error::Error;
use crate::gateway::stripe_objects::Payment;
use crate::services::purchases::Party;
use crate::services::reconcile_schedule::next_check;
use crate::services::shop::Shop;
use crate::services::{devices, gifts, outbox};

/// The order is paid: its device gets access or its gift link starts to work, and the buyer gets one mail.
pub async fn pay(
    transaction: &DatabaseTransaction,
    shop: &Shop,
    found: purchase::Model,
    payment: &Payment,
) -> Result<purchase::Model, Error> {
    let mut row = found.clone().into_active_model();
    row.status = Set(purchase::Status::Paid);
    row.paid_at = Set(Some(now()));
    row.refunded_at = Set(None);
    row.updated_at = Set(now());
    set_intent(&mut row, &found, payment);
    set_buyer(&mut row, shop, &found, payment)?;
    let paid = purchase::Entity::update(row).exec(transaction).await?;
    if paid.kind == purchase::Kind::Gift {
        enable_gift(transaction, paid.id).await?;
    } else if let Some(device) = paid.device_session_id.clone() {
        devices::entitle(transaction, device, paid.id, Source::Checkout).await?;
    }
    queue_mail(transaction, shop, &paid).await?;
    Ok(paid)
}

/// Stores the buyer's address that arrived after the payment, and queues the mail to it.
pub(super) async fn add_buyer(
    transaction: &DatabaseTransaction,
    shop: &Shop,
    found: purchase::Model,
    payment: &Payment,
) -> Result<purchase::Model, Error> {
    let mut row = found.clone().into_active_model();
    if !set_buyer(&mut row, shop, &found, payment)? {
        return Ok(found);
    }
    row.updated_at = Set(now());
    let known = purchase::Entity::update(row).exec(transaction).await?;
    queue_mail(transaction, shop, &known).await?;
    Ok(known)
}

/// Sets the payment of an order that was placed at the hosted page. Only by this the provider tells later of disputes and refunds.
fn set_intent(row: &mut purchase::ActiveModel, found: &purchase::Model, payment: &Payment) {
    if let (None, Some(id)) = (&found.payment_intent_id, &payment.intent_id) {
        row.payment_intent_id = Set(Some(id.clone()));
    }
}

/// Sets the address that was entered at the hosted page, if the order has none. Returns whether it did.
fn set_buyer(
    row: &mut purchase::ActiveModel,
    shop: &Shop,
    found: &purchase::Model,
    payment: &Payment,
) -> Result<bool, Error> {
    let typed = payment
        .typed_email
        .as_deref()
        .and_then(|typed| typed.parse::<EmailAddress>().ok());
    let (None, Some(address)) = (&found.buyer_email_hash, typed) else {
        return Ok(false);
    };
    let column = Party::Buyer.column(&found.id);
    row.buyer_email_hash = Set(Some(shop.keys.email_hash(&address)));
    row.buyer_email_ct = Set(Some(column.seal(&shop.keys, address.as_str())?));
    Ok(true)
}

async fn enable_gift(db: &impl ConnectionTrait, purchase_id: Uuid) -> Result<(), Error> {
    gift_link::Entity::update_many()
        .col_expr(
            gift_link::Column::Status,
            Expr::value(gift_link::Status::Available),
        )
        .filter(gift_link::Column::PurchaseId.eq(purchase_id))
        .filter(gift_link::Column::Status.eq(gift_link::Status::Unpaid))
        .exec(db)
        .await?;
    Ok(())
}

/// Queues one discreet mail to the buyer. The recipient of a gift gets none, because that inbox may be watched.
async fn queue_mail(
    transaction: &DatabaseTransaction,
    shop: &Shop,
    paid: &purchase::Model,
) -> Result<(), Error> {
    let Some(buyer) = Party::Buyer.address(&shop.keys, paid)? else {
        return Ok(());
    };
    let template = match paid.kind {
        purchase::Kind::Gift => outbox_email::Template::Gift,
        _ => outbox_email::Template::Purchase,
    };
    let mail = outbox::NewMail {
        template,
        dedupe_key: format!("paid {}", paid.id),
        about: paid.id,
        to: buyer,
        params: paid.id.to_string(),
    };
    outbox::queue(transaction, &shop.keys, mail).await
}

/// Revokes what was paid for: the purchase, its gift link, and what a recipient redeemed with it.
pub(super) async fn revoke(
    transaction: &DatabaseTransaction,
    found: purchase::Model,
    payment: &Payment,
    status: purchase::Status,
) -> Result<purchase::Model, Error> {
    let id = found.id;
    // What it says would not hold any more.
    outbox::remove_unsent(transaction, id).await?;
    if found.kind == purchase::Kind::Gift {
        gifts::without_message(gift_link::Entity::update_many())
            .col_expr(
                gift_link::Column::Status,
                Expr::value(gift_link::Status::Revoked),
            )
            .filter(gift_link::Column::PurchaseId.eq(id))
            .exec(transaction)
            .await?;
        purchase::Entity::update_many()
            .col_expr(purchase::Column::Status, Expr::value(status))
            .col_expr(purchase::Column::RefundedAt, Expr::value(now()))
            .filter(purchase::Column::PaidByPurchaseId.eq(id))
            .exec(transaction)
            .await?;
    }
    let mut row = with_status(&found, status);
    set_intent(&mut row, &found, payment);
    row.recipient_email_hash = Set(None);
    row.recipient_email_ct = Set(None);
    Ok(purchase::Entity::update(row).exec(transaction).await?)
}

/// Gives back what [`revoke`] took, after a dispute that was not lost or a refund that failed: the purchase, its gift link without its
/// message, and what a recipient redeemed with it.
pub(super) async fn restore(
    transaction: &DatabaseTransaction,
    shop: &Shop,
    found: purchase::Model,
    payment: &Payment,
) -> Result<purchase::Model, Error> {
    if found.kind == purchase::Kind::Gift {
        restore_gift(transaction, found.id).await?;
    }
    if found.paid_at.is_none() {
        // The dispute was known before the payment, which gave nothing yet.
        return pay(transaction, shop, found, payment).await;
    }
    let is_new = found
        .paid_at
        .is_some_and(|paid| now() - paid < outbox::RETRY_PERIOD);
    let row = with_status(&found, purchase::Status::Paid);
    let restored = purchase::Entity::update(row).exec(transaction).await?;
    // Queued where it was not sent before the dispute. Of an older order nothing may tell any more that it was, and nobody expects a mail.
    if is_new {
        queue_mail(transaction, shop, &restored).await?;
    }
    Ok(restored)
}

async fn restore_gift(db: &impl ConnectionTrait, purchase_id: Uuid) -> Result<(), Error> {
    let used = gift_link::Column::ActivatedAt.is_not_null();
    let status =
        Expr::case(used, gift_link::Status::Activated).finally(gift_link::Status::Available);
    gift_link::Entity::update_many()
        .col_expr(gift_link::Column::Status, status.into())
        .filter(gift_link::Column::PurchaseId.eq(purchase_id))
        .filter(gift_link::Column::Status.eq(gift_link::Status::Revoked))
        .exec(db)
        .await?;
    let nothing = Expr::value(Option::<i64>::None);
    purchase::Entity::update_many()
        .col_expr(
            purchase::Column::Status,
            Expr::value(purchase::Status::Paid),
        )
        .col_expr(purchase::Column::RefundedAt, nothing)
        .filter(purchase::Column::PaidByPurchaseId.eq(purchase_id))
        .exec(db)
        .await?;
    Ok(())
}

/// The order can no longer be paid.
pub(super) async fn cancel(
    transaction: &DatabaseTransaction,
    found: purchase::Model,
) -> Result<purchase::Model, Error> {
    if found.kind == purchase::Kind::Gift {
        gifts::without_message(gift_link::Entity::update_many())
            .filter(gift_link::Column::PurchaseId.eq(found.id))
            .exec(transaction)
            .await?;
    }
    let mut row = found.into_active_model();
    row.recipient_email_hash = Set(None);
    row.recipient_email_ct = Set(None);
    row.status = Set(purchase::Status::Canceled);
    row.updated_at = Set(now());
    Ok(purchase::Entity::update(row).exec(transaction).await?)
}

/// A change to a status that is not the end: the provider is asked again.
fn with_status(found: &purchase::Model, status: purchase::Status) -> purchase::ActiveModel {
    let now = now();
    let changed = purchase::Model {
        status,
        refunded_at: (status != purchase::Status::Paid).then_some(now),
        updated_at: now,
        ..found.clone()
    };
    purchase::ActiveModel {
        status: Set(changed.status),
        refunded_at: Set(changed.refunded_at),
        updated_at: Set(now),
        next_check_at: Set(next_check(&changed, now, time_of_ages())),
        ..found.clone().into_active_model()
    }
}
