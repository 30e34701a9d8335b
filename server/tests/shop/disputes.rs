//! Disputes: one that is open or lost revokes, one that is won gives everything back, and an inquiry changes nothing.

use crate::device::{Device, StartedPayment};
use crate::operator::operate_with;
use crate::provider::{Provider, send_event};
use crate::server::{TestServer, eventually};
use crate::shared_doubles;

async fn report(device: &Device, id: &str, payment: &StartedPayment) {
    let status = send_event(device, "charge.dispute.closed", id, payment).await;
    assert_eq!(status, 200);
}

/// Buys a gift at a provider in the test's hand; returns its payment and its code.
pub(crate) async fn buy_gift(provider: &Provider, buyer: &Device) -> (StartedPayment, String) {
    let body =
        serde_json::json!({ "buyerEmail": "a@example.com", "recipientEmail": "b@example.com" });
    let path = "/api/create-gift-payment-intent";
    let payment = buyer.start_payment_at(path, &body).await;
    provider.pay(&payment.intent);
    send_event(buyer, "payment_intent.succeeded", &payment.intent, &payment).await;
    let code = buyer.json("/api/access").await["giftCode"].clone();
    (payment, code.as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_won_dispute_restores_access() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    report(&device, "evt_paid", &payment).await;
    let sent = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'sent'";
    eventually("the mail", async || {
        (server.place.number(sent).await == 1).then_some(())
    })
    .await;
    for (number, (status, has_access)) in [
        ("warning_needs_response", true),
        ("needs_response", false),
        ("under_review", false),
        ("won", true),
        ("lost", false),
    ]
    .into_iter()
    .enumerate()
    {
        provider.dispute(&payment.intent, status);
        report(&device, &format!("evt_{number}"), &payment).await;
        assert_eq!(device.has_access().await, has_access, "{status}");
    }
    let mails = "SELECT COUNT(*) FROM outbox_emails";
    assert_eq!(server.place.number(mails).await, 1);
}

#[tokio::test]
async fn a_won_dispute_restores_a_redeemed_gift() {
    let (provider, server) = shared_doubles::provider().await;
    let (buyer, recipient) = (server.device(), server.device());
    let (payment, code) = buy_gift(provider, &buyer).await;
    assert_eq!(recipient.activate(&code, "b@example.com").await, 200);
    provider.dispute(&payment.intent, "needs_response");
    report(&buyer, "evt_1", &payment).await;
    assert!(!recipient.has_access().await);
    provider.dispute(&payment.intent, "won");
    report(&buyer, "evt_2", &payment).await;
    assert!(recipient.has_access().await);
    assert_eq!(
        server.device().activate(&code, "late@example.com").await,
        410
    );
}

#[tokio::test]
async fn a_won_dispute_restores_an_unused_gift_link() {
    let (provider, server) = shared_doubles::provider().await;
    let (buyer, recipient) = (server.device(), server.device());
    let (payment, code) = buy_gift(provider, &buyer).await;
    provider.dispute(&payment.intent, "needs_response");
    report(&buyer, "evt_1", &payment).await;
    assert_eq!(recipient.activate(&code, "b@example.com").await, 410);
    provider.dispute(&payment.intent, "won");
    report(&buyer, "evt_2", &payment).await;
    assert_eq!(recipient.activate(&code, "b@example.com").await, 200);
    assert!(recipient.has_access().await);
}

#[tokio::test]
async fn a_refund_after_a_won_dispute_is_final() {
    let (provider, server) = shared_doubles::provider().await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    provider.dispute(&payment.intent, "won");
    report(&device, "evt_1", &payment).await;
    assert!(device.has_access().await);
    let refunded = serde_json::json!({ "latest_charge": { "refunded": true, "disputed": true } });
    provider.set(&payment.intent, &refunded);
    report(&device, "evt_2", &payment).await;
    let won = serde_json::json!({ "latest_charge": { "refunded": false, "disputed": true } });
    provider.set(&payment.intent, &won);
    report(&device, "evt_3", &payment).await;
    assert!(!device.has_access().await);
}

#[tokio::test]
async fn the_reconcile_job_finds_a_won_dispute_whose_event_was_lost() {
    let provider = Provider::start().await;
    let TestServer { place, mut process } = provider.server(&[]).await;
    let device = process.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    provider.dispute(&payment.intent, "needs_response");
    report(&device, "evt_1", &payment).await;
    process.kill();
    provider.dispute(&payment.intent, "won");
    place
        .execute("UPDATE purchases SET next_check_at = 0")
        .await;
    let process = place.start(&provider.settings(&[])).await;
    let device = device.at(&process.base);
    eventually("the access", async || {
        device.has_access().await.then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_mail_that_waits_is_sent_only_while_what_it_says_holds() {
    let provider = Provider::start().await;
    let mail_server = ("MAIL_URL", "smtp://127.0.0.1:9");
    let server = provider.server(&[mail_server]).await;
    let waiting = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending'";
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    report(&device, "evt_paid", &payment).await;
    for (number, (status, mails)) in [("needs_response", 0), ("won", 1), ("lost", 0)]
        .into_iter()
        .enumerate()
    {
        assert_eq!(device.has_access().await, number != 1);
        provider.dispute(&payment.intent, status);
        report(&device, &format!("evt_{number}"), &payment).await;
        assert_eq!(server.place.number(waiting).await, mails, "{status}");
    }
}

#[tokio::test]
async fn a_dispute_that_is_won_after_months_sends_no_second_mail() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    report(&device, "evt_paid", &payment).await;
    server.place.mail().await;
    for months_pass in [
        "UPDATE purchases SET paid_at = 1",
        "DELETE FROM outbox_emails",
    ] {
        server.place.execute(months_pass).await;
    }
    for (id, status) in [("evt_1", "needs_response"), ("evt_2", "won")] {
        provider.dispute(&payment.intent, status);
        report(&device, id, &payment).await;
    }
    assert!(device.has_access().await);
    let mails = "SELECT COUNT(*) FROM outbox_emails";
    assert_eq!(server.place.number(mails).await, 0);
}

#[tokio::test]
async fn a_won_dispute_restores_a_gift_link_whose_buyer_had_everything_erased_meanwhile() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let (buyer, recipient) = (server.device(), server.device());
    let (payment, code) = buy_gift(&provider, &buyer).await;
    provider.dispute(&payment.intent, "needs_response");
    report(&buyer, "evt_1", &payment).await;
    let settings = provider.settings(&[]);
    let erased = operate_with(&server.place, &settings, &["erase", "a@example.com"]);
    assert!(erased.status.success());
    provider.dispute(&payment.intent, "won");
    report(&buyer, "evt_2", &payment).await;
    assert_eq!(recipient.activate(&code, "c@example.com").await, 200);
    assert!(recipient.has_access().await);
}
