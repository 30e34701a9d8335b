//! Decides what a payment changes about its purchase.

use entity::purchase::{Model, Status};

use crate::gateway::stripe_objects::{Dispute, Payment, PaymentStatus};

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
    /// The dispute is over and was not lost.
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
        Reference::Session(id) => purchase.checkout_session_id.as_deref() == Some(id),
    };
    // The order's own price: another release may have another one.
    let (amount, currency) = (purchase.amount_cents, purchase.currency.as_str());
    let is_right = is_right(payment, amount, currency, livemode) && purchase.livemode == livemode;
    if !is_known || (!is_right && payment.status == PaymentStatus::Paid) {
        return Verdict::NotOurs;
    }
    match (purchase.status, payment.status) {
        (Status::Refunded, _) => Verdict::Nothing,
        (_, PaymentStatus::Paid) if payment.is_refunded => Verdict::Revoke(Status::Refunded),
        (Status::Disputed, PaymentStatus::Paid) if payment.dispute == Dispute::Over => {
            Verdict::Restore
        }
        (Status::Disputed, _) => Verdict::Nothing,
        (_, PaymentStatus::Paid) if payment.dispute == Dispute::Open => {
            Verdict::Revoke(Status::Disputed)
        }
        (Status::Pending | Status::Canceled, PaymentStatus::Paid) => Verdict::Pay,
        (Status::Paid, PaymentStatus::Paid)
            if purchase.buyer_email_hash.is_none() && payment.typed_email.is_some() =>
        {
            Verdict::AddBuyer
        }
        (Status::Pending, PaymentStatus::Canceled) => Verdict::Cancel,
        _ => Verdict::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn purchase(status: Status) -> Model {
        Model {
            id: uuid::Uuid::now_v7(),
            kind: entity::purchase::Kind::OwnUse,
            status,
            livemode: false,
            payment_intent_id: Some("pi_1".to_owned()),
            checkout_session_id: None,
            is_hosted: false,
            amount_cents: 999,
            currency: "usd".to_owned(),
            buyer_email_hash: None,
            buyer_email_ct: None,
            recipient_email_hash: None,
            recipient_email_ct: None,
            device_session_id: None,
            paid_by_purchase_id: None,
            verification_count: 0,
            paid_at: None,
            refunded_at: None,
            checked_at: 0,
            next_check_at: None,
            created_at: 0,
            updated_at: 0,
        }
    }

    fn paid() -> Payment {
        Payment {
            intent_id: Some("pi_1".to_owned()),
            status: PaymentStatus::Paid,
            amount: 999,
            currency: "usd".to_owned(),
            livemode: false,
            order_id: None,
            client_secret: None,
            typed_email: None,
            page_url: None,
            is_refunded: false,
            dispute: Dispute::None,
        }
    }

    fn judged(status: Status, payment: &Payment) -> Verdict {
        judge(&purchase(status), Reference::Intent("pi_1"), payment, false)
    }

    #[test]
    fn a_payment_counts_only_with_the_right_amount_currency_mode_and_reference() {
        assert_eq!(judged(Status::Pending, &paid()), Verdict::Pay);
        assert_eq!(judged(Status::Paid, &paid()), Verdict::Nothing);
        for wrong in [
            Payment {
                amount: 998,
                ..paid()
            },
            Payment {
                currency: "jpy".to_owned(),
                ..paid()
            },
            Payment {
                livemode: true,
                ..paid()
            },
        ] {
            assert_eq!(
                judged(Status::Pending, &wrong),
                Verdict::NotOurs,
                "{wrong:?}"
            );
        }
        let other = judge(
            &purchase(Status::Pending),
            Reference::Intent("pi_2"),
            &paid(),
            false,
        );
        assert_eq!(other, Verdict::NotOurs);
        let session = judge(
            &purchase(Status::Pending),
            Reference::Session("cs_1"),
            &paid(),
            false,
        );
        assert_eq!(session, Verdict::NotOurs);
        let real = judge(
            &purchase(Status::Pending),
            Reference::Intent("pi_1"),
            &paid(),
            true,
        );
        assert_eq!(real, Verdict::NotOurs);
    }

    #[test]
    fn an_address_that_arrives_after_the_payment_is_stored_once() {
        let typed = Payment {
            typed_email: Some("ann@example.com".to_owned()),
            ..paid()
        };
        assert_eq!(judged(Status::Paid, &typed), Verdict::AddBuyer);
        assert_eq!(judged(Status::Refunded, &typed), Verdict::Nothing);
        let known = Model {
            buyer_email_hash: Some(vec![1]),
            ..purchase(Status::Paid)
        };
        assert_eq!(
            judge(&known, Reference::Intent("pi_1"), &typed, false),
            Verdict::Nothing
        );
    }

    #[test]
    fn an_open_payment_changes_nothing_and_a_canceled_one_cancels_the_order() {
        assert_eq!(
            judged(
                Status::Pending,
                &Payment {
                    status: PaymentStatus::Open,
                    ..paid()
                }
            ),
            Verdict::Nothing
        );
        assert_eq!(
            judged(
                Status::Pending,
                &Payment {
                    status: PaymentStatus::Canceled,
                    ..paid()
                }
            ),
            Verdict::Cancel
        );
    }

    #[test]
    fn a_refund_is_final_in_whatever_order_events_arrive() {
        let refunded = Payment {
            is_refunded: true,
            ..paid()
        };
        let disputed = Payment {
            dispute: Dispute::Open,
            ..paid()
        };
        let won = Payment {
            dispute: Dispute::Over,
            ..paid()
        };
        assert_eq!(
            judged(Status::Pending, &refunded),
            Verdict::Revoke(Status::Refunded)
        );
        assert_eq!(
            judged(Status::Paid, &refunded),
            Verdict::Revoke(Status::Refunded)
        );
        assert_eq!(judged(Status::Refunded, &paid()), Verdict::Nothing);
        assert_eq!(
            judged(Status::Paid, &disputed),
            Verdict::Revoke(Status::Disputed)
        );
        assert_eq!(judged(Status::Disputed, &paid()), Verdict::Nothing);
        assert_eq!(
            judged(Status::Disputed, &refunded),
            Verdict::Revoke(Status::Refunded)
        );
        assert_eq!(judged(Status::Disputed, &won), Verdict::Restore);
        assert_eq!(judged(Status::Disputed, &disputed), Verdict::Nothing);
        assert_eq!(judged(Status::Paid, &won), Verdict::Nothing);
        assert_eq!(judged(Status::Refunded, &won), Verdict::Nothing);
        assert_eq!(judged(Status::Pending, &won), Verdict::Pay);
    }

    #[test]
    fn an_order_of_another_releases_price_is_paid_and_refunded_like_any_other() {
        let judged = |status, payment: &Payment| {
            let order = Model {
                amount_cents: 1499,
                ..purchase(status)
            };
            judge(&order, Reference::Intent("pi_1"), payment, false)
        };
        let payment = Payment {
            amount: 1499,
            ..paid()
        };
        assert_eq!(judged(Status::Pending, &payment), Verdict::Pay);
        assert_eq!(judged(Status::Paid, &payment), Verdict::Nothing);
        assert_eq!(judged(Status::Pending, &paid()), Verdict::NotOurs);
        let refunded = Payment {
            is_refunded: true,
            ..payment
        };
        let revoked = Verdict::Revoke(Status::Refunded);
        assert_eq!(judged(Status::Paid, &refunded), revoked);
    }
}
