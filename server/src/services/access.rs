//! What a device has access to.

use std::time::Duration;

use entity::{device_entitlement, gift_link, purchase};
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use subtle::ConstantTimeEq;

use super::database::reached::is_too_far;
use super::device_loader::KnownDevice;
use super::fulfilment::{self, Cause, Reference};
use super::purchases::{self, Party};
use super::shop::Shop;
use super::{devices, gift_codes, open_orders, orders};
use crate::domain::clock::{Millis, iso, now};
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;
use crate::error::Error;
use crate::gateway::stripe_objects::PaymentStatus;

/// A purchase that a device holds.
#[derive(Debug, Clone)]
pub struct HeldPurchase {
    /// The purchase.
    pub purchase: purchase::Model,
    /// Its owner's address, where it is known.
    pub email: Option<EmailAddress>,
    /// The code of the gift that was redeemed, if it was a gift.
    pub gift_code: Option<GiftCode>,
}

impl HeldPurchase {
    /// When it was paid, in ISO 8601.
    pub fn paid_on(&self) -> Option<String> {
        self.purchase.paid_at.map(iso)
    }
}

/// A gift that a device bought.
#[derive(Debug, Clone)]
pub struct BoughtGift {
    /// The code to hand on.
    pub code: GiftCode,
    /// The buyer's address.
    pub buyer: Option<EmailAddress>,
    /// The recipient's address.
    pub recipient: Option<EmailAddress>,
}

/// The pause between two questions to the provider about the same order.
const CHECK_INTERVAL: Millis = 3_000;
/// How many of a device's pending orders the provider is asked about in one request.
const MAX_CHECKED_ORDERS: u64 = 2;

/// A device with what it may use.
#[derive(Debug)]
pub struct DeviceAccess {
    /// The device.
    pub device: KnownDevice,
    /// The newest paid purchase that it holds.
    pub holding: Option<HeldPurchase>,
}

/// The newest paid purchase that the device holds.
pub async fn of_device(shop: &Shop, device: &DeviceId) -> Result<Option<HeldPurchase>, Error> {
    match shop.device_loader.find(device).await? {
        Some(known) => of_known(shop, &known).await,
        None => Ok(None),
    }
}

/// What a device has; `None` where the server does not know it.
///
/// Where it has nothing yet, the provider is asked about its pending orders first: a browser may return from paying before the provider's
/// event arrives.
pub async fn of_returning_device(
    shop: &Shop,
    device: &DeviceId,
) -> Result<Option<DeviceAccess>, Error> {
    let mut known = shop.device_loader.find(device).await?;
    let has_nothing = known.as_ref().is_some_and(|known| known.paid().is_none());
    if has_nothing && settle_pending(shop, device).await? {
        known = shop.device_loader.find(device).await?;
    }
    let Some(device) = known else {
        return Ok(None);
    };
    let holding = of_known(shop, &device).await?;
    Ok(Some(DeviceAccess { device, holding }))
}

async fn of_known(shop: &Shop, known: &KnownDevice) -> Result<Option<HeldPurchase>, Error> {
    match known.paid() {
        Some(purchase) => holding(shop, purchase.clone()).await.map(Some),
        None => Ok(None),
    }
}

/// What a return from paying proves.
#[derive(Debug)]
pub enum ClaimOutcome {
    /// The payment is this browser's and paid.
    Paid(Box<purchase::Model>),
    /// It is this browser's; it is not paid, and can be tried again.
    Unpaid,
    /// Nothing.
    Nothing,
}

/// Settles the payment of an order from which a browser returns, and gives this device access. Only the client secret proves that the
/// caller started the payment; the intent's id does not.
pub async fn claim(
    shop: &Shop,
    device: &DeviceId,
    order: &purchase::Model,
    (intent_id, client_secret): (&str, &str),
) -> Result<ClaimOutcome, Error> {
    let reference = Reference::Intent(intent_id);
    let (purchase, payment) = fulfilment::settle(shop, reference, Cause::Order(order)).await?;
    let expected = payment.client_secret.unwrap_or_default();
    let is_proven =
        !expected.is_empty() && bool::from(expected.as_bytes().ct_eq(client_secret.as_bytes()));
    let Some(purchase) = purchase.filter(|_| is_proven) else {
        return Ok(ClaimOutcome::Nothing);
    };
    if purchase.status == purchase::Status::Pending && payment.status == PaymentStatus::Open {
        return Ok(ClaimOutcome::Unpaid);
    }
    if purchase.status != purchase::Status::Paid {
        return Ok(ClaimOutcome::Nothing);
    }
    let is_own = purchase.kind == purchase::Kind::OwnUse;
    if is_own && !devices::holds(shop.db.read(), device, purchase.id).await? {
        let transaction = shop.db.begin().await?;
        devices::ensure(&transaction, device).await?;
        let source = device_entitlement::Source::Checkout;
        devices::entitle(&transaction, device.to_vec(), purchase.id, source).await?;
        transaction.commit().await?;
    }
    Ok(ClaimOutcome::Paid(Box::new(purchase)))
}

/// The newest gift that this device bought and paid for.
///
/// None while the device is at a later gift that is not paid: the earlier one would be taken for it.
pub async fn bought_gift(shop: &Shop, device: &DeviceId) -> Result<Option<BoughtGift>, Error> {
    let gift = purchases::find(shop)
        .filter(purchase::Column::DeviceSessionId.eq(device.to_vec()))
        .filter(purchase::Column::Kind.eq(purchase::Kind::Gift))
        .filter(purchase::Column::Status.eq(purchase::Status::Paid))
        .find_also_related(gift_link::Entity)
        .order_by_desc(purchase::Column::PaidAt)
        .one(shop.db.read())
        .await?;
    let Some((gift, link)) = gift else {
        return Ok(None);
    };
    if open_orders::is_at_unpaid(shop, device, purchase::Kind::Gift, &gift).await? {
        return Ok(None);
    }
    let code = gift_codes::of(&shop.keys, gift.id, link.as_ref())?;
    with_code(shop, &gift, code).map(Some)
}

/// What the buyer of a gift may see of it.
pub async fn describe_gift(shop: &Shop, gift: &purchase::Model) -> Result<BoughtGift, Error> {
    let code = gift_codes::of_purchase(shop, gift.id).await?;
    with_code(shop, gift, code)
}

fn with_code(shop: &Shop, gift: &purchase::Model, code: GiftCode) -> Result<BoughtGift, Error> {
    Ok(BoughtGift {
        code,
        buyer: Party::Buyer.address(&shop.keys, gift)?,
        recipient: Party::Recipient.address(&shop.keys, gift)?,
    })
}

/// What a device that holds a purchase may see of it.
pub async fn holding(shop: &Shop, purchase: purchase::Model) -> Result<HeldPurchase, Error> {
    let email = Party::Buyer.address(&shop.keys, &purchase)?;
    let gift_code = match purchase.paid_by_purchase_id {
        Some(id) => Some(gift_codes::of_purchase(shop, id).await?),
        None => None,
    };
    Ok(HeldPurchase {
        purchase,
        email,
        gift_code,
    })
}

/// Asks the provider about the newest pending orders of this device. When the provider does not answer they stay as they are. Returns
/// whether there were any to ask about.
pub async fn settle_pending(shop: &Shop, device: &DeviceId) -> Result<bool, Error> {
    let is_over = purchase::Column::CheckedAt.lt(now() - CHECK_INTERVAL);
    let pending = purchases::find(shop)
        .filter(purchase::Column::DeviceSessionId.eq(device.to_vec()))
        .filter(purchase::Column::Status.eq(purchase::Status::Pending))
        .filter(purchase::Column::CreatedAt.gt(now() - orders::PAYABLE_PERIOD))
        .filter(is_over.or(is_too_far(purchase::Column::CheckedAt, Duration::ZERO)))
        .order_by_desc(purchase::Column::CreatedAt)
        .limit(MAX_CHECKED_ORDERS)
        .all(shop.db.read())
        .await?;
    let is_any = !pending.is_empty();
    for order in pending {
        if let Err(error) = settle_order(shop, &order).await {
            tracing::warn!(order = %order.id, error = %error.for_log(), "An order could not be settled");
        }
    }
    Ok(is_any)
}

/// Asks the provider about one order and stores when.
pub async fn settle_order(shop: &Shop, order: &purchase::Model) -> Result<(), Error> {
    purchase::Entity::update_many()
        .col_expr(purchase::Column::CheckedAt, Expr::value(now()))
        .filter(purchase::Column::Id.eq(order.id))
        .exec(shop.db.write())
        .await?;
    let (intent, session) = (&order.payment_intent_id, &order.checkout_session_id);
    // Only a session has the address that was entered at the hosted page; only an intent shows whether the payment was refunded.
    if let Some(id) = session
        && (intent.is_none() || order.buyer_email_hash.is_none())
    {
        fulfilment::settle(shop, Reference::Session(id), Cause::Order(order)).await?;
    }
    if let Some(id) = intent {
        fulfilment::settle(shop, Reference::Intent(id), Cause::Order(order)).await?;
    }
    Ok(())
}
