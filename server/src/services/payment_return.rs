//! A browser returns from paying: what is confirmed, and what its device gets access to.

use entity::purchase::{Kind, Status};

use super::access::{self, BoughtGift, ClaimOutcome, HeldPurchase};
use super::fulfilment::{self, Cause, Reference};
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
    let (purchase, _) = fulfilment::settle(shop, reference, Cause::Order(&order)).await?;
    let own = purchase.filter(|purchase| {
        purchase.status == Status::Paid
            && purchase.device_session_id.as_deref() == Some(known.as_bytes())
    });
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
    let known = access::of_returning_device(shop, known).await?;
    let holding = known.and_then(|known| known.holding);
    Ok(holding.map_or(ReturnOutcome::Unconfirmed, |holding| {
        ReturnOutcome::Holds(Box::new(holding))
    }))
}
