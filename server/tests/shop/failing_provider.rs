//! A payment provider that fails, hangs or loses its events.

use serde_json::json;

use crate::charged_once::known_device;
use crate::device::Device;
use crate::provider::{Behaviour, Provider, send_event};
use crate::server::eventually;
use crate::shared_doubles;

#[tokio::test]
async fn a_provider_that_fails_is_asked_again_with_another_key_and_then_reported() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    provider.behave(Behaviour::Error(500));
    let response = device
        .post(
            "/api/create-payment-intent",
            &json!({ "email": "ann@example.com" }),
        )
        .await;
    assert_eq!(response.status(), 502);
    assert_eq!(
        response.text().await.unwrap(),
        "Failed to create payment intent"
    );
    let tried = provider.creations();
    assert_eq!(tried.len(), 2);
    assert_eq!(format!("{}-2", tried[0].1), tried[1].1);
    provider.behave(Behaviour::Error(402));
    assert_eq!(
        device
            .post("/api/create-payment-intent", &json!({}))
            .await
            .status(),
        502
    );
    assert_eq!(
        provider.creations().len(),
        3,
        "what cannot pass is not tried again"
    );
    provider.behave(Behaviour::Unreadable);
    assert_eq!(
        device
            .post("/api/create-payment-intent", &json!({}))
            .await
            .status(),
        502
    );
    provider.behave(Behaviour::Normal);
    let payment = device.start_payment("ann@example.com").await;
    assert_ne!(
        provider.creations().last().unwrap().1,
        tried[0].1,
        "a new try of the person is a new order"
    );
    provider.behave(Behaviour::Error(503));
    assert_eq!(
        send_event(&device, "payment_intent.succeeded", "evt_1", &payment).await,
        502,
        "the event comes again"
    );
    provider.behave(Behaviour::Normal);
    provider.pay(&payment.intent);
    assert_eq!(
        send_event(&device, "payment_intent.succeeded", "evt_1", &payment).await,
        200
    );
    assert!(device.has_access().await);
}

/// The provider repeats what it answered to an idempotency key, also an error.
#[tokio::test]
async fn a_buyer_who_met_an_error_pays_a_moment_later_and_keeps_nobody_from_it() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let (device, other) = (known_device(&server).await, server.device());
    provider.behave(Behaviour::Error(500));
    let body = json!({ "email": "ann@example.com" });
    let intent = "/api/create-payment-intent";
    assert_eq!(device.post(intent, &body).await.status(), 502);
    provider.behave(Behaviour::Normal);
    for _ in 0..6 {
        assert_eq!(device.post(intent, &body).await.status(), 200);
    }
    other.start_payment("bob@example.com").await;
    assert_eq!(provider.payable(), 2);
}

#[tokio::test]
async fn a_buyer_at_the_hosted_page_who_met_an_error_pays_a_moment_later() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = known_device(&server).await;
    provider.behave(Behaviour::Error(500));
    let fields = [("from", "checkout"), ("email", "ann@example.com")];
    assert_eq!(device.submit("/buy", &fields).await.status(), 502);
    provider.behave(Behaviour::Normal);
    assert_eq!(device.submit("/buy", &fields).await.status(), 303);
}

#[tokio::test]
async fn a_provider_that_does_not_answer_fails_the_request_in_time() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    provider.behave(Behaviour::NoResponse);
    let response = device
        .post(
            "/api/create-payment-intent",
            &json!({ "email": "ann@example.com" }),
        )
        .await;
    assert_eq!(response.status(), 503);
    let tried = provider.creations();
    assert!(tried.len() == 2 && tried[0].1 == tried[1].1);
    assert_eq!(device.get("/checkout").await.status(), 200);
}

#[tokio::test]
async fn asking_for_access_settles_a_payment_whose_event_was_lost() {
    let (provider, server) = shared_doubles::provider().await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    eventually("access without an event", async || {
        device.has_access().await.then_some(())
    })
    .await;
}

#[tokio::test]
async fn who_tries_to_pay_while_the_provider_fails_uses_up_no_limit_of_a_day() {
    let provider = Provider::start().await;
    let settings = [("RATE_LIMITS", "on"), ("TRUSTED_PROXIES", "1")];
    let server = provider.server(&settings).await;
    let device = || Device::in_network(&server.process.base, "10.1.0.1");
    provider.behave(Behaviour::Error(402));
    let path = "/api/create-payment-intent";
    for _ in 0..8 {
        let answer = device().post(path, &json!({})).await;
        assert_eq!(answer.status(), 502);
    }
    // As if many others had tried as well, and the shorter windows were over.
    let others = "UPDATE rate_buckets SET count = count * 5";
    let over = "DELETE FROM rate_buckets WHERE expires_at - window_start < 86400000";
    for sql in [others, over] {
        server.place.execute(sql).await;
    }
    provider.behave(Behaviour::Normal);
    device().start_payment("ann@example.com").await;
}
