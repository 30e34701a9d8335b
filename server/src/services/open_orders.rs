//! The open orders of a device. It has one for the same thing: two tabs, a reload and both ways to pay find the same one, so that nobody
//! pays twice.

use entity::{gift_link, purchase};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, EntityTrait, IntoActiveModel,
    QueryFilter, QueryOrder, Select,
};
use uuid::Uuid;

use super::orders::{self, Order, PAYABLE_PERIOD, PaymentUi};
use super::shop::Shop;
use super::{devices, gifts, purchases};
use crate::domain::clock::now;
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::error::Error;

/// What a device finds that wants to buy.
#[derive(Debug)]
pub enum OpenOutcome {
    /// The order to pay: a new one, or the one that the device has opened before.
    Order(Box<purchase::Model>),
    /// Orders that stand in its way and must be closed first: they are for the same thing and can be paid as well.
    Others(Vec<purchase::Model>),
    /// The device holds what it wants to buy.
    Owned,
}

/// Opens an order: finds the one that this device opened before, or stores a new one.
///
/// The device's row is locked meanwhile, so that two tabs do not both store one.
pub async fn open(
    shop: &Shop,
    device: &DeviceId,
    order: &Order,
    ui: PaymentUi<'_>,
) -> Result<OpenOutcome, Error> {
    let transaction = shop.db.begin().await?;
    devices::ensure(&transaction, device).await?;
    // Pending orders are read before what is owned: an order that is paid in between is found by one of the two.
    let pending = pending(shop, device, order).all(&transaction).await?;
    let same = pending
        .iter()
        .position(|found| is_same(shop, found, order, ui));
    let opened = match (same, pending) {
        (Some(0), pending) if pending.len() == 1 => {
            let found = pending.into_iter().next();
            let found = found.map(Box::new).ok_or(Error::Busy)?;
            note_buyer(&transaction, found.id).await?;
            replace_message(&transaction, shop, found.id, order).await?;
            OpenOutcome::Order(found)
        }
        (same, mut pending) if !pending.is_empty() => {
            if let Some(same) = same {
                pending.remove(same);
            }
            OpenOutcome::Others(pending)
        }
        _ if owns(&transaction, shop, device, order).await? => OpenOutcome::Owned,
        _ => OpenOutcome::Order(Box::new(
            orders::insert(&transaction, shop, device, order, ui).await?,
        )),
    };
    transaction.commit().await?;
    Ok(opened)
}

/// Whether this device has opened this order before, to be paid in the same way.
pub async fn is_open(
    shop: &Shop,
    device: &DeviceId,
    order: &Order,
    ui: PaymentUi<'_>,
) -> Result<bool, Error> {
    let pending = pending(shop, device, order).all(shop.db.read()).await?;
    Ok(pending.iter().any(|found| is_same(shop, found, order, ui)))
}

/// Stores that the buyer is at an order: the device opened it again, or came back from its payment.
pub async fn note_buyer(db: &impl ConnectionTrait, id: Uuid) -> Result<(), Error> {
    purchase::Entity::update_many()
        .col_expr(purchase::Column::UpdatedAt, Expr::value(now()))
        .filter(purchase::Column::Id.eq(id))
        .filter(purchase::Column::Status.eq(purchase::Status::Pending))
        .exec(db)
        .await?;
    Ok(())
}

/// Whether the device was at an order of this kind after it had paid another one, and the order is not paid and still could be.
///
/// What is shown to it then is about that order, and must not look like its success. `paid` is the other one.
pub async fn is_at_unpaid(
    shop: &Shop,
    device: &DeviceId,
    kind: purchase::Kind,
    paid: &purchase::Model,
) -> Result<bool, Error> {
    let later = purchases::find(shop)
        .filter(purchase::Column::DeviceSessionId.eq(device.to_vec()))
        .filter(purchase::Column::Kind.eq(kind))
        .filter(purchase::Column::Status.eq(purchase::Status::Pending))
        .filter(purchase::Column::CreatedAt.gt(now() - PAYABLE_PERIOD))
        .filter(purchase::Column::UpdatedAt.gt(paid.paid_at.unwrap_or_default()));
    Ok(later.one(shop.db.read()).await?.is_some())
}

/// Stores the payment intent of an order. Returns false where the order was closed meanwhile.
pub async fn store_intent(shop: &Shop, id: Uuid, intent: &str) -> Result<bool, Error> {
    let column = purchase::Column::PaymentIntentId;
    store(shop, id, column, intent).await
}

/// Stores the checkout session of an order. Returns false where the order was closed meanwhile.
pub async fn store_session(shop: &Shop, id: Uuid, session: &str) -> Result<bool, Error> {
    let column = purchase::Column::CheckoutSessionId;
    store(shop, id, column, session).await
}

async fn store(
    shop: &Shop,
    id: Uuid,
    column: purchase::Column,
    value: &str,
) -> Result<bool, Error> {
    let is_free = Condition::any().add(column.is_null()).add(column.eq(value));
    let stored = purchase::Entity::update_many()
        .col_expr(column, Expr::value(value))
        .col_expr(purchase::Column::UpdatedAt, Expr::value(now()))
        .filter(purchase::Column::Id.eq(id))
        .filter(purchase::Column::Status.eq(purchase::Status::Pending))
        .filter(is_free)
        .exec(shop.db.write())
        .await?;
    Ok(stored.rows_affected == 1)
}

/// Closes an order that cannot be paid, as `known` was read. One that has got a payment since then stays open.
pub async fn close(shop: &Shop, known: &purchase::Model) -> Result<(), Error> {
    let unchanged = |column: purchase::Column, value: &Option<String>| match value {
        Some(value) => column.eq(value.as_str()),
        None => column.is_null(),
    };
    let transaction = shop.db.begin().await?;
    let closed = gifts::without_recipient(purchase::Entity::update_many())
        .col_expr(
            purchase::Column::Status,
            Expr::value(purchase::Status::Canceled),
        )
        .col_expr(purchase::Column::UpdatedAt, Expr::value(now()))
        .filter(purchase::Column::Id.eq(known.id))
        .filter(purchase::Column::Status.eq(purchase::Status::Pending))
        .filter(unchanged(
            purchase::Column::PaymentIntentId,
            &known.payment_intent_id,
        ))
        .filter(unchanged(
            purchase::Column::CheckoutSessionId,
            &known.checkout_session_id,
        ))
        .exec(&transaction)
        .await?;
    if closed.rows_affected == 1 && known.kind == purchase::Kind::Gift {
        gifts::without_message(gift_link::Entity::update_many())
            .filter(gift_link::Column::PurchaseId.eq(known.id))
            .exec(&transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// The device's unpaid orders for the same thing, newest first. For itself a device needs one, whatever address it gives.
fn pending(shop: &Shop, device: &DeviceId, order: &Order) -> Select<purchase::Entity> {
    let all = purchases::find(shop)
        .filter(purchase::Column::DeviceSessionId.eq(device.to_vec()))
        .filter(purchase::Column::Kind.eq(order.kind()))
        .filter(purchase::Column::Status.eq(purchase::Status::Pending))
        .order_by_desc(purchase::Column::CreatedAt);
    match order {
        Order::OwnUse { .. } => all,
        Order::Gift {
            buyer, recipient, ..
        } => all
            .filter(purchase::Column::BuyerEmailHash.eq(shop.keys.email_hash(buyer)))
            .filter(purchase::Column::RecipientEmailHash.eq(shop.keys.email_hash(recipient))),
    }
}

fn is_same(shop: &Shop, found: &purchase::Model, order: &Order, ui: PaymentUi<'_>) -> bool {
    let is_of = |stored: &Option<Vec<u8>>, address: Option<&EmailAddress>| match (stored, address) {
        (Some(stored), Some(address)) => shop.keys.email_hash(address) == *stored,
        (stored, address) => stored.is_none() && address.is_none(),
    };
    found.is_hosted == ui.is_hosted()
        && is_of(&found.buyer_email_hash, order.buyer())
        && is_of(&found.recipient_email_hash, order.recipient())
        && now() - PAYABLE_PERIOD < found.created_at
}

async fn owns(
    db: &impl ConnectionTrait,
    shop: &Shop,
    device: &DeviceId,
    order: &Order,
) -> Result<bool, Error> {
    if let Order::Gift { .. } = order {
        return Ok(false);
    }
    Ok(purchases::held_by(shop, device).one(db).await?.is_some())
}

/// The buyer may have returned to the form and changed the personal message.
async fn replace_message(
    db: &impl ConnectionTrait,
    shop: &Shop,
    purchase_id: Uuid,
    order: &Order,
) -> Result<(), Error> {
    let Order::Gift { message, .. } = order else {
        return Ok(());
    };
    let link = gift_link::Entity::find()
        .filter(gift_link::Column::PurchaseId.eq(purchase_id))
        .one(db)
        .await?;
    if let Some(link) = link {
        let sealed = orders::seal_message(shop, &link.id, message.as_ref())?;
        let mut row = link.into_active_model();
        row.personal_message_ct = Set(sealed);
        gift_link::Entity::update(row)
            .exec_without_returning(db)
            .await?;
    }
    Ok(())
}
