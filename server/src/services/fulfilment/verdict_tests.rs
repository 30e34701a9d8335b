//! Tests of what a payment changes.

use entity::purchase::{Model, Status};

use super::verdict::{Reference, Verdict, judge};
use crate::gateway::stripe_charge::{Dispute, Refund};
use crate::gateway::stripe_objects::{Payment, PaymentStatus};

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
        refund: Refund::None,
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
    let real = judge(
        &purchase(Status::Pending),
        Reference::Intent("pi_1"),
        &paid(),
        true,
    );
    assert_eq!(real, Verdict::NotOurs);
}

#[test]
fn a_session_counts_where_it_is_the_orders_or_where_only_its_intent_is_known() {
    let typed = Payment {
        typed_email: Some("ann@example.com".to_owned()),
        ..paid()
    };
    for (intent, session, named, verdict) in [
        (Some("pi_1"), None, Some("pi_1"), Verdict::AddBuyer),
        (Some("pi_1"), Some("cs_1"), Some("pi_1"), Verdict::AddBuyer),
        (None, Some("cs_1"), Some("pi_1"), Verdict::AddBuyer),
        (Some("pi_1"), None, Some("pi_2"), Verdict::NotOurs),
        (Some("pi_1"), None, None, Verdict::NotOurs),
        (None, None, None, Verdict::NotOurs),
        (Some("pi_1"), Some("cs_2"), Some("pi_1"), Verdict::NotOurs),
    ] {
        let order = Model {
            payment_intent_id: intent.map(str::to_owned),
            checkout_session_id: session.map(str::to_owned),
            ..purchase(Status::Paid)
        };
        let payment = Payment {
            intent_id: named.map(str::to_owned),
            ..typed.clone()
        };
        assert_eq!(
            judge(&order, Reference::Session("cs_1"), &payment, false),
            verdict,
            "{intent:?} {session:?} {named:?}"
        );
    }
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
fn a_refund_that_is_made_stays_in_whatever_order_events_arrive() {
    let refunded = Payment {
        refund: Refund::Made,
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
fn a_refund_that_fails_gives_access_back_and_nothing_else_does() {
    let failed = Payment {
        refund: Refund::Failed,
        ..paid()
    };
    let failed_and = |dispute| Payment {
        dispute,
        ..failed.clone()
    };
    assert_eq!(judged(Status::Refunded, &failed), Verdict::Restore);
    assert_eq!(judged(Status::Paid, &failed), Verdict::Nothing);
    assert_eq!(judged(Status::Pending, &failed), Verdict::Pay);
    // A refund on its way fails where the buyer disputes the payment meanwhile.
    let disputed = failed_and(Dispute::Open);
    let revoked = Verdict::Revoke(Status::Disputed);
    assert_eq!(judged(Status::Refunded, &disputed), revoked);
    assert_eq!(judged(Status::Disputed, &failed), Verdict::Nothing);
    let won = failed_and(Dispute::Over);
    assert_eq!(judged(Status::Disputed, &won), Verdict::Restore);
    assert_eq!(judged(Status::Refunded, &won), Verdict::Restore);
    for status in [PaymentStatus::Open, PaymentStatus::Canceled] {
        let unpaid = Payment {
            status,
            ..failed.clone()
        };
        assert_eq!(judged(Status::Refunded, &unpaid), Verdict::Nothing);
    }
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
        refund: Refund::Made,
        ..payment
    };
    let revoked = Verdict::Revoke(Status::Refunded);
    assert_eq!(judged(Status::Paid, &refunded), revoked);
}
