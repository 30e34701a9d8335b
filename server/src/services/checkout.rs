//! Starting a payment: in the page with a payment intent, or at the provider's hosted page.
//!
//! An order that was opened before is asked about first: what is paid is settled where it is found, and an order for the same thing that
//! could be paid as well is closed at the provider before another one can be paid.

use entity::purchase::{self, Status};

use super::fulfilment::{self, Cause, Reference};
use super::limits::rate_limit::Counted;
use super::open_orders::{self, OpenOutcome};
use super::orders::{Order, PaymentUi};
use super::shop::Shop;
use crate::domain::device_token::DeviceId;
use crate::domain::price::PRICE;
use crate::error::{Error, PaymentError};
use crate::gateway::bulkheads::CallPurpose;
use crate::gateway::stripe::HostedOrder;
use crate::gateway::stripe_objects::{Payment, PaymentStatus};

/// How often an order is opened anew, when other tabs of the device open and close orders at the same time.
const MAX_ATTEMPTS: u32 = 5;

/// What came of starting a payment.
#[derive(Debug)]
pub enum StartOutcome {
    /// It can be paid: with this client secret in our page, or at this URL.
    Payable(String),
    /// The device owns what it wants to buy.
    Owned,
    /// This gift was paid a moment ago.
    PaidGift,
}

/// How an order stands that was opened.
enum OrderState {
    Payable(String),
    Paid,
    /// It cannot be paid any more.
    Over,
}

/// Starts a payment, or finds the one that this device started for the same order.
pub async fn start(
    shop: &Shop,
    device: &DeviceId,
    order: &Counted<Order>,
    ui: PaymentUi<'_>,
) -> Result<StartOutcome, Error> {
    let (order, shop) = (order.subject(), &shop.on(CallPurpose::Buying));
    for _ in 0..MAX_ATTEMPTS {
        let is_paid = match open_orders::open(shop, device, order, ui).await? {
            OpenOutcome::Owned => return Ok(StartOutcome::Owned),
            OpenOutcome::Others(others) => close_all(shop, &others).await?,
            OpenOutcome::Order(found) => match prepare(shop, &found, order, ui).await? {
                OrderState::Payable(way) => return Ok(StartOutcome::Payable(way)),
                OrderState::Paid => true,
                OrderState::Over => false,
            },
        };
        if is_paid {
            return Ok(match order {
                Order::OwnUse { .. } => StartOutcome::Owned,
                Order::Gift { .. } => StartOutcome::PaidGift,
            });
        }
    }
    Err(Error::Busy)
}

/// Closes orders at the provider. Returns whether one turned out to be paid.
async fn close_all(shop: &Shop, others: &[purchase::Model]) -> Result<bool, Error> {
    for other in others {
        if close(shop, other).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn close(shop: &Shop, order: &purchase::Model) -> Result<bool, Error> {
    if let Some(reference) = reference(order) {
        let Some((purchase, payment)) = ask(shop, reference, order).await? else {
            open_orders::close(shop, order).await?;
            return Ok(false);
        };
        if is_paid(purchase.as_ref()) {
            return Ok(true);
        }
        if payment.status == PaymentStatus::Open && !cancel(shop, reference).await? {
            // It was paid or closed a moment ago, and is asked about again.
            return Ok(false);
        }
        if payment.status == PaymentStatus::Processing {
            return Ok(false);
        }
    }
    open_orders::close(shop, order).await?;
    Ok(false)
}

/// Closes a payment at the provider. Returns false where the provider refuses, because it is paid or closed.
async fn cancel(shop: &Shop, reference: Reference<'_>) -> Result<bool, Error> {
    let canceled = match reference {
        Reference::Intent(id) => shop.stripe.cancel_intent(id).await,
        Reference::Session(id) => shop.stripe.expire_session(id).await,
    };
    match canceled {
        Ok(_) => Ok(true),
        Err(PaymentError::Status(400 | 404)) => Ok(false),
        Err(cause) => Err(cause.into()),
    }
}

/// Asks the provider about the payment of an order and settles it; `None` where the provider does not know it.
async fn ask(
    shop: &Shop,
    reference: Reference<'_>,
    order: &purchase::Model,
) -> Result<Option<(Option<purchase::Model>, Payment)>, Error> {
    match fulfilment::settle(shop, reference, Cause::Order(order)).await {
        Err(Error::Payment(PaymentError::Status(404))) => Ok(None),
        settled => settled.map(Some),
    }
}

fn reference(order: &purchase::Model) -> Option<Reference<'_>> {
    if order.is_hosted {
        return order.checkout_session_id.as_deref().map(Reference::Session);
    }
    order.payment_intent_id.as_deref().map(Reference::Intent)
}

fn is_paid(purchase: Option<&purchase::Model>) -> bool {
    purchase.is_some_and(|purchase| purchase.status == Status::Paid)
}

async fn prepare(
    shop: &Shop,
    found: &purchase::Model,
    order: &Order,
    ui: PaymentUi<'_>,
) -> Result<OrderState, Error> {
    let Some(reference) = reference(found) else {
        return create(shop, found, order, ui).await;
    };
    let Some((purchase, payment)) = ask(shop, reference, found).await? else {
        open_orders::close(shop, found).await?;
        return Ok(OrderState::Over);
    };
    if is_paid(purchase.as_ref()) {
        return Ok(OrderState::Paid);
    }
    let is_open = matches!(
        payment.status,
        PaymentStatus::Open | PaymentStatus::Processing
    );
    let way = match ui {
        PaymentUi::Embedded => payment.client_secret,
        PaymentUi::Hosted { .. } => payment.page_url,
    };
    let is_payable = is_open && payment.amount == PRICE.cents;
    if let Some(way) = way.filter(|_| is_payable) {
        return Ok(OrderState::Payable(way));
    }
    close(shop, found).await?;
    Ok(OrderState::Over)
}

/// Creates the payment of an order at the provider. An order for which the provider would repeat an error is closed, so that the next try is
/// another order.
async fn create(
    shop: &Shop,
    found: &purchase::Model,
    order: &Order,
    ui: PaymentUi<'_>,
) -> Result<OrderState, Error> {
    let created = create_once(shop, found, order, ui).await;
    if let Err(Error::Payment(cause)) = &created
        && cause.is_repeated()
    {
        open_orders::close(shop, found).await?;
    }
    created
}

/// The same. Should another tab do so too, both get the same payment: the order's id is its key.
async fn create_once(
    shop: &Shop,
    found: &purchase::Model,
    order: &Order,
    ui: PaymentUi<'_>,
) -> Result<OrderState, Error> {
    // An order that cannot take its payment has been closed by another tab meanwhile, which did not know this payment.
    match ui {
        PaymentUi::Embedded => {
            let payment = shop.stripe.create_intent(found.id).await?;
            let unreadable = || PaymentError::Unreadable;
            let intent = payment.intent_id.ok_or_else(unreadable)?;
            let secret = payment.client_secret.ok_or_else(unreadable)?;
            if open_orders::store_intent(shop, found.id, &intent).await? {
                return Ok(OrderState::Payable(secret));
            }
            cancel(shop, Reference::Intent(&intent)).await?;
        }
        PaymentUi::Hosted {
            success_path,
            cancel_path,
        } => {
            let public_url = &shop.settings.public_url;
            let hosted = HostedOrder {
                purchase_id: found.id,
                success_url: format!("{public_url}{success_path}"),
                cancel_url: format!("{public_url}{cancel_path}"),
                email: order.buyer().map(|address| address.as_str().to_owned()),
            };
            let page = shop.stripe.create_hosted_page(&hosted).await?;
            if open_orders::store_session(shop, found.id, &page.session_id).await? {
                return Ok(OrderState::Payable(page.url));
            }
            cancel(shop, Reference::Session(&page.session_id)).await?;
        }
    }
    Ok(OrderState::Over)
}
