//! Beginning a payment: in the page with a payment intent, or at the provider's hosted page.

use entity::{gift_link, purchase};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
};
use uuid::Uuid;

use super::orders::{self, Order};
use super::shop::Shop;
use crate::domain::clock::{Millis, now};
use crate::domain::device_token::DeviceId;
use crate::domain::price::PRICE;
use crate::error::{Error, PaymentError};
use crate::gateway::stripe::HostedOrder;
use crate::gateway::stripe_objects::{Payment, Progress};

/// How long an order may wait for its payment.
pub const PAYABLE: Millis = 24 * 3_600_000;

/// Begins a payment in the page, or finds the one that this device began for the same order, and answers the client
/// secret that the payment form needs.
pub async fn begin(shop: &Shop, device: &DeviceId, order: &Order) -> Result<String, Error> {
    if let Some(secret) = reuse(shop, device, order).await? {
        return Ok(secret);
    }
    let id = orders::write_down(shop, device, order).await?;
    let payment = shop.stripe.create_intent(id).await?;
    remember(shop, id, &payment).await?;
    payment
        .client_secret
        .ok_or_else(|| PaymentError::Unreadable.into())
}

/// Begins a payment at the hosted page and answers its address. `success_path` is where the buyer comes back to:
/// the provider writes its session's id over `{CHECKOUT_SESSION_ID}`.
pub async fn begin_hosted(
    shop: &Shop,
    device: &DeviceId,
    order: &Order,
    success_path: &str,
    cancel_path: &str,
) -> Result<String, Error> {
    let id = orders::write_down(shop, device, order).await?;
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

/// The client secret of a payment that this device began for the same order within a day and can still pay.
async fn reuse(shop: &Shop, device: &DeviceId, order: &Order) -> Result<Option<String>, Error> {
    let hash = |address| shop.keys.email_hash(address);
    let begun = purchase::Entity::find()
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
    let Some(begun) = begun else { return Ok(None) };
    let Some(intent_id) = &begun.payment_intent_id else {
        return Ok(None);
    };
    let payment = match shop.stripe.intent(intent_id).await {
        // The provider does not know it any more: a new one is made.
        Err(PaymentError::Status(404)) => return Ok(None),
        asked => asked?,
    };
    if payment.progress != Progress::Open || payment.amount != PRICE.cents {
        return Ok(None);
    }
    if let Order::Gift { .. } = order {
        renew_message(shop, begun.id, order).await?;
    }
    Ok(payment.client_secret)
}

/// The buyer may have gone back and changed the words for the friend.
async fn renew_message(shop: &Shop, purchase_id: Uuid, order: &Order) -> Result<(), Error> {
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

async fn remember(shop: &Shop, id: Uuid, payment: &Payment) -> Result<(), Error> {
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
