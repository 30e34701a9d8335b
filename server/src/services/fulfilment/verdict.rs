//! Decides what a payment changes about its purchase.

use entity::purchase::{Model, Status};

use crate::gateway::stripe_charge::{Dispute, Refund};
use crate::gateway::stripe_objects::{Payment, PaymentStatus};

/// What the provider was asked about.
#[derive(Debug, Clone, Copy)]
pub enum Reference<'a> {
    /// A payment intent.
    Intent(&'a str),
    /// A checkout session.
    Session(&'a str),
}

impl Reference<'_> {
    /// The provider's id.
    pub fn id(&self) -> &str {
        match self {
            Self::Intent(id) | Self::Session(id) => id,
        }
    }
}

/// What changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The payment does not match the purchase.
    NotOurs,
    /// Nothing changes.
    Nothing,
    /// The purchase is paid.
    Pay,
    /// It was paid before, and now the buyer's address is known: an address that is entered at a hosted page comes with the checkout session,
    /// and the event of its payment intent may come first.
    AddBuyer,
    /// It can no longer be paid.
    Cancel,
    /// The payment was refunded or is disputed.
    Revoke(Status),
    /// The dispute is over and was not lost, or the refund failed.
    Restore,
}

/// Whether a payment has this amount, in cents, and this currency and mode.
pub fn is_right(payment: &Payment, amount: i64, currency: &str, livemode: bool) -> bool {
    payment.amount == amount && payment.currency == currency && payment.livemode == livemode
}

/// Compares the provider's answer with the purchase that it names.
pub(super) fn judge(
    purchase: &Model,
    reference: Reference<'_>,
    payment: &Payment,
    livemode: bool,
) -> Verdict {
    let is_known = match reference {
        // The intent of a hosted page becomes known when it is paid.
        Reference::Intent(id) => match &purchase.payment_intent_id {
            Some(known) => known == id,
            None => purchase.checkout_session_id.is_some(),
        },
        // An adopted order has only the intent, and a session that names it is the one that was paid.
        Reference::Session(id) => match &purchase.checkout_session_id {
            Some(known) => known == id,
            None => {
                purchase.payment_intent_id.is_some()
                    && payment.intent_id == purchase.payment_intent_id
            }
        },
    };
    // The order's own price: another release may have another one.
    let (amount, currency) = (purchase.amount_cents, purchase.currency.as_str());
    let is_right = is_right(payment, amount, currency, livemode) && purchase.livemode == livemode;
    if !is_known || (!is_right && payment.status == PaymentStatus::Paid) {
        return Verdict::NotOurs;
    }
    match payment.status {
        PaymentStatus::Paid => judge_paid(purchase, payment),
        PaymentStatus::Canceled if purchase.status == Status::Pending => Verdict::Cancel,
        _ => Verdict::Nothing,
    }
}

/// What is taken is given back only where the provider says that a refund failed or that a dispute is over. Not knowing of either is not
/// enough: an answer from before may be read after a later one.
fn judge_paid(purchase: &Model, payment: &Payment) -> Verdict {
    match (purchase.status, payment.refund, payment.dispute) {
        (Status::Refunded, Refund::Made | Refund::None, _) => Verdict::Nothing,
        (_, Refund::Made, _) => Verdict::Revoke(Status::Refunded),
        (Status::Refunded, Refund::Failed, Dispute::Open) => Verdict::Revoke(Status::Disputed),
        (Status::Refunded, Refund::Failed, _) | (Status::Disputed, _, Dispute::Over) => {
            Verdict::Restore
        }
        (Status::Disputed, ..) => Verdict::Nothing,
        (_, _, Dispute::Open) => Verdict::Revoke(Status::Disputed),
        (Status::Pending | Status::Canceled, ..) => Verdict::Pay,
        (Status::Paid, ..)
            if purchase.buyer_email_hash.is_none() && payment.typed_email.is_some() =>
        {
            Verdict::AddBuyer
        }
        (Status::Paid, ..) => Verdict::Nothing,
    }
}
