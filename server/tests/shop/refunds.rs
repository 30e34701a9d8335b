//! Refunds that fail or are canceled give everything back, and those that are made or on their way do not.

use crate::device::{Device, StartedPayment};
use crate::disputes::buy_gift;
use crate::provider::{Provider, send_event};
use crate::server::{TestServer, eventually};
use crate::shared_doubles;

async fn buy(provider: &Provider, device: &Device, email: &str) -> StartedPayment {
    let payment = device.start_payment(email).await;
    provider.pay(&payment.intent);
    let id = format!("paid {}", payment.intent);
    let kind = "payment_intent.succeeded";
    assert_eq!(send_event(device, kind, &id, &payment).await, 200);
    assert!(device.has_access().await);
    payment
}

#[tokio::test]
async fn access_follows_each_event_about_a_refund() {
    let (provider, server) = shared_doubles::provider().await;
    let device = server.device();
    let payment = buy(provider, &device, "ann@example.com").await;
    for (number, (kind, refunds, has_access)) in [
        ("refund.created", &[(500, "pending")][..], true),
        ("refund.updated", &[(500, "succeeded")], true),
        ("refund.failed", &[(500, "failed")], true),
        (
            "charge.refunded",
            &[(999, "pending"), (500, "failed")],
            false,
        ),
        ("refund.updated", &[(999, "succeeded")], false),
        ("refund.failed", &[(999, "failed")], true),
        (
            "refund.created",
            &[(999, "pending"), (999, "failed")],
            false,
        ),
        (
            "refund.updated",
            &[(999, "canceled"), (999, "failed")],
            true,
        ),
        ("refund.created", &[(999, "requires_action")], false),
        ("charge.refund.updated", &[(999, "failed")], true),
        ("charge.refunded", &[(999, "succeeded")], false),
    ]
    .into_iter()
    .enumerate()
    {
        provider.refund(&payment.intent, refunds);
        for _ in 0..2 {
            let status = send_event(&device, kind, &format!("evt_{number}"), &payment).await;
            assert_eq!(status, 200);
            assert_eq!(device.has_access().await, has_access, "{kind} {refunds:?}");
        }
    }
}

#[tokio::test]
async fn events_about_a_failed_refund_have_the_same_end_in_any_order() {
    let (provider, server) = shared_doubles::provider().await;
    let kinds = [
        "charge.refunded",
        "refund.failed",
        "payment_intent.succeeded",
    ];
    for (first, second, third) in [
        (0, 1, 2),
        (0, 2, 1),
        (1, 0, 2),
        (1, 2, 0),
        (2, 0, 1),
        (2, 1, 0),
    ] {
        let device = server.device();
        let name = format!("ann{first}{second}@example.com");
        let payment = device.start_payment(&name).await;
        provider.pay(&payment.intent);
        // The provider says how it stands, whichever event comes.
        for (number, kind) in [first, second, third]
            .map(|kind| kinds[kind])
            .iter()
            .enumerate()
        {
            let status = if number == 0 { "pending" } else { "failed" };
            provider.refund(&payment.intent, &[(999, status)]);
            let id = format!("evt_{name}_{kind}");
            assert_eq!(send_event(&device, kind, &id, &payment).await, 200);
        }
        assert!(device.has_access().await, "{first} {second} {third}");
    }
}

#[tokio::test]
async fn a_refund_that_fails_because_of_a_dispute_leaves_the_dispute() {
    let (provider, server) = shared_doubles::provider().await;
    let device = server.device();
    let payment = buy(provider, &device, "ann@example.com").await;
    provider.refund(&payment.intent, &[(999, "pending")]);
    send_event(&device, "charge.refunded", "evt_1", &payment).await;
    provider.dispute_after_refund(&payment.intent, "needs_response");
    send_event(&device, "refund.failed", "evt_2", &payment).await;
    assert!(!device.has_access().await);
    provider.dispute_after_refund(&payment.intent, "won");
    send_event(&device, "charge.dispute.closed", "evt_3", &payment).await;
    assert!(device.has_access().await);
}

#[tokio::test]
async fn a_refund_that_fails_restores_a_redeemed_gift() {
    let (provider, server) = shared_doubles::provider().await;
    let (buyer, recipient) = (server.device(), server.device());
    let (payment, code) = buy_gift(provider, &buyer).await;
    assert_eq!(recipient.activate(&code, "b@example.com").await, 200);
    provider.refund(&payment.intent, &[(999, "succeeded")]);
    send_event(&buyer, "charge.refunded", "evt_1", &payment).await;
    assert!(!recipient.has_access().await);
    provider.refund(&payment.intent, &[(999, "failed")]);
    send_event(&buyer, "refund.failed", "evt_2", &payment).await;
    assert!(recipient.has_access().await);
    let late = server.device().activate(&code, "late@example.com").await;
    assert_eq!(late, 410);
}

#[tokio::test]
async fn the_reconcile_job_finds_a_failed_refund_whose_event_was_lost() {
    let provider = Provider::start().await;
    let TestServer { place, mut process } = provider.server(&[]).await;
    let device = process.device();
    let payment = buy(&provider, &device, "ann@example.com").await;
    // An order so old that it is not checked any more.
    place
        .execute("UPDATE purchases SET next_check_at = NULL, paid_at = 1")
        .await;
    provider.refund(&payment.intent, &[(999, "succeeded")]);
    send_event(&device, "charge.refunded", "evt_1", &payment).await;
    assert!(!device.has_access().await);
    provider.refund(&payment.intent, &[(999, "failed")]);
    process.kill();
    let due = "UPDATE purchases SET next_check_at = 0 WHERE next_check_at IS NOT NULL";
    place.execute(due).await;
    let process = place.start(&provider.settings(&[])).await;
    let device = device.at(&process.base);
    eventually("the access", async || {
        device.has_access().await.then_some(())
    })
    .await;
}
