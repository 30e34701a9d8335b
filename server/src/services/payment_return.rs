//! A browser returns from paying: what is confirmed, and what its device gets access to.

use entity::purchase::{Kind, Model, Status};

use super::access::{self, BoughtGift, ClaimOutcome, HeldPurchase};
use super::fulfilment::{self, Cause, Reference};
use super::open_orders;
use super::shop::Shop;
use crate::domain::device_token::DeviceId;
use crate::domain::provider_id::is_provider_id;
use crate::error::Error;

/// What the URL of the return claims.
#[derive(Debug, Clone, Copy)]
pub struct PaymentReturn<'a> {
    /// A payment intent with its client secret.
    pub intent: Option<(&'a str, &'a str)>,
    /// A checkout session.
    pub session: Option<&'a str>,
    /// Whether the URL says that it was a gift.
    pub is_gift: bool,
}

/// What is confirmed.
#[derive(Debug)]
pub enum ReturnOutcome {
    /// The device holds a purchase.
    Holds(Box<HeldPurchase>),
    /// The device bought a gift.
    BoughtGift(Box<BoughtGift>),
    /// The provider says that nothing is paid, and the payment can be tried again.
    Unpaid,
    /// Nothing is confirmed.
    Unconfirmed,
}

/// Settles the payment from which a browser returns.
///
/// `known` is the device of its cookie. `device` is the same, or a new one for a browser
/// without the cookie, which gets access only when its client secret proves that it started the payment.
pub async fn settle(
    shop: &Shop,
    known: Option<&DeviceId>,
    device: &DeviceId,
    claim: PaymentReturn<'_>,
) -> Result<ReturnOutcome, Error> {
    if let Some((intent, secret)) = claim.intent.filter(|(intent, _)| is_provider_id(intent)) {
        let Some(order) = fulfilment::find(shop, Reference::Intent(intent)).await? else {
            return Ok(ReturnOutcome::Unconfirmed);
        };
        note_return(shop, known, &order).await?;
        let claimed = access::claim(shop, device, &order, (intent, secret)).await?;
        return match claimed {
            ClaimOutcome::Paid(paid) if paid.kind == Kind::Gift => Ok(ReturnOutcome::BoughtGift(
                Box::new(access::describe_gift(shop, &paid).await?),
            )),
            ClaimOutcome::Paid(paid) => Ok(ReturnOutcome::Holds(Box::new(
                access::holding(shop, *paid).await?,
            ))),
            ClaimOutcome::Unpaid => Ok(ReturnOutcome::Unpaid),
            ClaimOutcome::Nothing => Ok(ReturnOutcome::Unconfirmed),
        };
    }
    let Some(known) = known else {
        return Ok(ReturnOutcome::Unconfirmed);
    };
    match claim.session.filter(|session| is_provider_id(session)) {
        Some(session) => settle_session(shop, known, session).await,
        None => settle_known(shop, known, claim.is_gift).await,
    }
}

/// Stores from which of its orders a device came back. The page's first script removes what the URL claims, and when the page is loaded
/// again, it must not be about another order.
async fn note_return(shop: &Shop, known: Option<&DeviceId>, order: &Model) -> Result<(), Error> {
    let is_own = known.is_some_and(|known| is_of(order, known));
    if is_own && order.status == Status::Pending {
        open_orders::note_buyer(shop.db.write(), order.id).await?;
    }
    Ok(())
}

fn is_of(order: &Model, device: &DeviceId) -> bool {
    order.device_session_id.as_deref() == Some(device.as_bytes())
}

/// A session's id is part of URLs and proves nothing: only the device that started the session learns its state.
async fn settle_session(
    shop: &Shop,
    known: &DeviceId,
    session: &str,
) -> Result<ReturnOutcome, Error> {
    let reference = Reference::Session(session);
    let Some(order) = fulfilment::find(shop, reference).await? else {
        return Ok(ReturnOutcome::Unconfirmed);
    };
    note_return(shop, Some(known), &order).await?;
    let (purchase, _) = fulfilment::settle(shop, reference, Cause::Order(&order)).await?;
    let own = purchase.filter(|purchase| purchase.status == Status::Paid && is_of(purchase, known));
    match own {
        Some(own) if own.kind == Kind::Gift => Ok(ReturnOutcome::BoughtGift(Box::new(
            access::describe_gift(shop, &own).await?,
        ))),
        Some(own) => Ok(ReturnOutcome::Holds(Box::new(
            access::holding(shop, own).await?,
        ))),
        None => Ok(ReturnOutcome::Unconfirmed),
    }
}

async fn settle_known(
    shop: &Shop,
    known: &DeviceId,
    is_gift: bool,
) -> Result<ReturnOutcome, Error> {
    if is_gift {
        access::settle_pending(shop, known).await?;
        let gift = access::bought_gift(shop, known).await?;
        return Ok(gift.map_or(ReturnOutcome::Unconfirmed, |gift| {
            ReturnOutcome::BoughtGift(Box::new(gift))
        }));
    }
    let found = access::of_returning_device(shop, known).await?;
    let mut holding = found.and_then(|found| found.holding);
    // It may have had access from elsewhere when it came back from paying.
    if let Some(held) = &holding
        && is_at_unpaid(shop, known, held).await?
    {
        access::settle_pending(shop, known).await?;
        if is_at_unpaid(shop, known, held).await? {
            return Ok(ReturnOutcome::Unconfirmed);
        }
        holding = access::of_device(shop, known).await?;
    }
    Ok(holding.map_or(ReturnOutcome::Unconfirmed, |holding| {
        ReturnOutcome::Holds(Box::new(holding))
    }))
}

async fn is_at_unpaid(shop: &Shop, known: &DeviceId, held: &HeldPurchase) -> Result<bool, Error> {
    open_orders::is_at_unpaid(shop, known, Kind::OwnUse, &held.purchase).await
}
