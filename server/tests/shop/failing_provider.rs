//! A payment provider that fails, hangs or loses its events.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::provider::{Mood, Provider, send_event};
use crate::server::eventually;

#[tokio::test]
async fn a_provider_that_fails_is_asked_again_with_the_same_key_and_then_reported() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    provider.be(Mood::Fails(500));
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
    assert_eq!(tried[0].1, tried[1].1);
    provider.be(Mood::Fails(402));
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
    provider.be(Mood::SpeaksNonsense);
    assert_eq!(
        device
            .post("/api/create-payment-intent", &json!({}))
            .await
            .status(),
        502
    );
    provider.be(Mood::Fine);
    let begun = device.begin("ann@example.com").await;
    assert_ne!(
        provider.creations().last().unwrap().1,
        tried[0].1,
        "a new try of the person is a new order"
    );
    provider.be(Mood::Fails(503));
    assert_eq!(
        send_event(&device, "payment_intent.succeeded", "evt_1", &begun).await,
        502,
        "the event comes again"
    );
    provider.be(Mood::Fine);
    provider.pay(&begun.intent);
    assert_eq!(
        send_event(&device, "payment_intent.succeeded", "evt_1", &begun).await,
        200
    );
    assert!(device.has_access().await);
}

#[tokio::test]
async fn a_provider_that_does_not_answer_holds_nobody_for_long() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    provider.be(Mood::ForgetsToAnswer);
    let began = Instant::now();
    let response = device
        .post(
            "/api/create-payment-intent",
            &json!({ "email": "ann@example.com" }),
        )
        .await;
    assert_eq!(response.status(), 503);
    assert_eq!(
        response.text().await.unwrap(),
        "Payments are not available right now."
    );
    assert!(began.elapsed() < Duration::from_secs(12));
    let tried = provider.creations();
    assert!(tried.len() == 2 && tried[0].1 == tried[1].1);
    assert_eq!(device.get("/checkout").await.status(), 200);
}

#[tokio::test]
async fn a_lost_event_is_made_up_for_when_the_buyer_asks() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let begun = device.begin("ann@example.com").await;
    provider.pay(&begun.intent);
    eventually("access without an event", async || {
        device.has_access().await.then_some(())
    })
    .await;
}
