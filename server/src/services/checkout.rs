//! Starting a payment: in the page with a payment intent, or at the provider's hosted page.

use entity::{gift_link, purchase};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
};
use uuid::Uuid;

use super::limits::permit::Counted;
use super::orders::{self, Order};
use super::shop::Shop;
use crate::domain::clock::{Millis, now};
use crate::domain::device_token::DeviceId;
use crate::domain::price::PRICE;
use crate::error::{Error, PaymentError};
use crate::gateway::stripe::HostedOrder;
use crate::gateway::stripe_objects::{Payment, Progress};

/// How long an order can be paid.
pub const PAYABLE: Millis = 24 * 3_600_000;

/// Starts a payment in the page, or finds the one that this device started for the same order. Returns the client secret that the payment
/// form needs.
pub async fn start(
    shop: &Shop,
    device: &DeviceId,
    order: &Counted<Order>,
) -> Result<String, Error> {
    let order = order.subject();
    if let Some(secret) = reuse(shop, device, order).await? {
        return Ok(secret);
    }
    let id = orders::insert(shop, device, order).await?;
    let payment = shop.stripe.create_intent(id).await?;
    store_intent(shop, id, &payment).await?;
    payment
        .client_secret
        .ok_or_else(|| PaymentError::Unreadable.into())
}

/// Starts a payment at the hosted page and returns that page's URL. `success_path` is where the buyer returns to; in it the provider writes
/// its session's id in the place of `{CHECKOUT_SESSION_ID}`.
pub async fn start_hosted(
    shop: &Shop,
    device: &DeviceId,
    order: &Counted<Order>,
    success_path: &str,
    cancel_path: &str,
) -> Result<String, Error> {
    let order = order.subject();
    let id = orders::insert(shop, device, order).await?;
    let public_url = &shop.settings.public_url;
    let hosted = HostedOrder {
        purchase_id: id,
        success_url: format!("{public_url}{success_path}"),
        cancel_url: format!("{public_url}{cancel_path}"),
        email: order.buyer().map(|address| address.as_str().to_owned()),
    };
    let page = shop.stripe.create_hosted_page(&hosted).await?;
    let transaction = shop.db.begin().await?;
    let row = purchase::ActiveModel {
        id: Set(id),
        checkout_session_id: Set(Some(page.session_id)),
        updated_at: Set(now()),
        ..Default::default()
    };
    purchase::Entity::update(row).exec(&transaction).await?;
    transaction.commit().await?;
    Ok(page.url)
}

/// The client secret of a payment that this device started for the same order within a day, if it can still be paid.
async fn reuse(shop: &Shop, device: &DeviceId, order: &Order) -> Result<Option<String>, Error> {
    let hash = |address| shop.keys.email_hash(address);
    let pending = purchase::Entity::find()
        .filter(purchase::Column::DeviceSessionId.eq(device.to_vec()))
        .filter(purchase::Column::Kind.eq(order.kind()))
        .filter(purchase::Column::Status.eq(purchase::Status::Pending))
        .filter(match order.buyer() {
            Some(buyer) => purchase::Column::BuyerEmailHash.eq(hash(buyer)),
            None => purchase::Column::BuyerEmailHash.is_null(),
        })
        .filter(match order.recipient() {
            Some(recipient) => purchase::Column::RecipientEmailHash.eq(hash(recipient)),
            None => purchase::Column::RecipientEmailHash.is_null(),
        })
        .filter(purchase::Column::PaymentIntentId.is_not_null())
        .filter(purchase::Column::CreatedAt.gt(now() - PAYABLE))
        .order_by_desc(purchase::Column::CreatedAt)
        .one(shop.db.read())
        .await?;
    let Some(pending) = pending else {
        return Ok(None);
    };
    let Some(intent_id) = &pending.payment_intent_id else {
        return Ok(None);
    };
    let payment = match shop.stripe.intent(intent_id).await {
        // The provider no longer has it: a new one is created.
        Err(PaymentError::Status(404)) => return Ok(None),
        asked => asked?,
    };
    if payment.progress != Progress::Open || payment.amount != PRICE.cents {
        return Ok(None);
    }
    if let Order::Gift { .. } = order {
        replace_message(shop, pending.id, order).await?;
    }
    Ok(payment.client_secret)
}

/// The buyer may have returned to the form and changed the personal message.
async fn replace_message(shop: &Shop, purchase_id: Uuid, order: &Order) -> Result<(), Error> {
    let Order::Gift { message, .. } = order else {
        return Ok(());
    };
    let transaction = shop.db.begin().await?;
    let link = gift_link::Entity::find()
        .filter(gift_link::Column::PurchaseId.eq(purchase_id))
        .one(&transaction)
        .await?;
    if let Some(link) = link {
        let sealed = orders::seal_message(shop, &link.id, message.as_ref())?;
        let mut row = link.into_active_model();
        row.personal_message_ct = Set(sealed);
        gift_link::Entity::update(row).exec(&transaction).await?;
    }
    transaction.commit().await?;
    Ok(())
}

async fn store_intent(shop: &Shop, id: Uuid, payment: &Payment) -> Result<(), Error> {
    let transaction = shop.db.begin().await?;
    let row = purchase::ActiveModel {
        id: Set(id),
        payment_intent_id: Set(payment.intent_id.clone()),
        updated_at: Set(now()),
        ..Default::default()
    };
    purchase::Entity::update(row).exec(&transaction).await?;
    transaction.commit().await?;
    Ok(())
}
