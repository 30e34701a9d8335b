//! Coming back from paying: what an address says is never believed.

use std::time::Duration;

use serde_json::json;

use crate::device::{CHECKED_CARD, GOOD_CARD, page_data};
use crate::provider::Provider;
use crate::shared_server::SharedServer;

#[tokio::test]
async fn a_forged_return_confirms_nothing() {
    let server = SharedServer::get().await;
    let device = server.device();
    for path in [
        "/payment-success",
        "/payment-success?payment_intent=pi_x&payment_intent_client_secret=y",
        "/payment-success?payment_intent=..%2Fcharges&payment_intent_client_secret=y",
        "/payment-success?session_id=cs_test_x",
        "/paypal-success?payment_intent=pi_x&payment_intent_client_secret=y",
    ] {
        let data = page_data(&device.get(path).await.text().await.unwrap());
        assert_eq!(data, json!({ "name": "issue" }), "{path}");
    }
    for path in [
        "/download-success?gift=true&buyer=a@example.com&recipient=b@example.com",
        "/download-success/a@example.com?gift=true",
    ] {
        let text = device.get(path).await.text().await.unwrap();
        let data = page_data(&text);
        assert_eq!(data, json!({ "name": "unconfirmed" }));
        assert!(
            !text.contains("example.com\""),
            "an address of the URL is not repeated"
        );
    }
    assert!(!device.has_access().await);
}

#[tokio::test]
async fn another_browser_gets_access_only_with_the_client_secret() {
    let server = SharedServer::get().await;
    let buyer = server.device();
    let payment = buyer.buy("ann@example.com").await;
    let thief = server.device();
    for secret in ["", "x", &payment.secret[..payment.secret.len() - 1]] {
        let path = format!(
            "/payment-success?payment_intent={}&payment_intent_client_secret={secret}",
            payment.intent
        );
        let data = page_data(&thief.get(&path).await.text().await.unwrap());
        assert_eq!(data["name"], "issue");
    }
    assert!(!thief.has_access().await);
    // The buyer's other browser, to which the bank's page came back.
    let other = server.device();
    let path = format!(
        "/payment-success?payment_intent={}&payment_intent_client_secret={}",
        payment.intent, payment.secret
    );
    let data = page_data(&other.get(&path).await.text().await.unwrap());
    assert_eq!(data["name"], "verified");
    assert!(other.has_access().await);
}

#[tokio::test]
async fn an_unpaid_intent_is_not_verified_by_its_secret() {
    let server = SharedServer::get().await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    let path = format!(
        "/payment-success?payment_intent={}&payment_intent_client_secret={}",
        payment.intent, payment.secret
    );
    let data = page_data(&device.get(&path).await.text().await.unwrap());
    assert_eq!(data["name"], "unpaid");
    assert!(!device.has_access().await);
}

#[tokio::test]
async fn a_payment_that_the_bank_refused_can_be_tried_again() {
    let server = SharedServer::get().await;
    let device = server.device();
    let gift = json!({ "buyerEmail": "a@example.com", "recipientEmail": "b@example.com" });
    for (endpoint, body, page) in [
        ("/api/create-payment-intent", json!({}), "/payment-success?"),
        (
            "/api/create-gift-payment-intent",
            gift,
            "/download-success?gift=true&",
        ),
    ] {
        let payment = device.start_payment_at(endpoint, &body).await;
        let asked = device.confirm(&payment, CHECKED_CARD).await;
        let bank = &asked["next_action"]["redirect_to_url"]["url"];
        device
            .submit(bank.as_str().unwrap(), &[("action", "fail")])
            .await;
        let claim = |secret: &str| {
            let intent = &payment.intent;
            format!(
                "{page}payment_intent={intent}&payment_intent_client_secret={secret}&redirect_status=failed"
            )
        };
        let data = page_data(
            &device
                .get(&claim(&payment.secret))
                .await
                .text()
                .await
                .unwrap(),
        );
        assert_eq!(data, json!({ "name": "unpaid" }));
        let forged = page_data(&device.get(&claim("forged")).await.text().await.unwrap());
        assert_ne!(forged["name"], "unpaid", "a stranger learns nothing");
        let again = device.start_payment_at(endpoint, &body).await;
        assert_eq!(
            again.secret, payment.secret,
            "the same payment is tried again"
        );
    }
}

#[tokio::test]
async fn a_refused_check_at_the_hosted_page_leads_back_to_its_form() {
    let server = SharedServer::get().await;
    let device = server.device();
    let response = device.submit("/buy", &[("from", "subscribe")]).await;
    let hosted = response.headers()["location"].to_str().unwrap().to_owned();
    let pay = |card| {
        [
            ("action", "pay"),
            ("email", "ann@example.com"),
            ("number", card),
        ]
    };
    let asked = device.submit(&hosted, &pay(CHECKED_CARD)).await;
    let bank = asked.headers()["location"].to_str().unwrap();
    let bank = format!("{}/{bank}", hosted.rsplit_once('/').unwrap().0);
    let page = device.submit(&bank, &[("action", "fail")]).await;
    let page = page.text().await.unwrap();
    assert!(
        page.contains("Try again") && page.contains("unable to authenticate"),
        "{page}"
    );
    let action = page
        .split("action=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let form = format!("{}/{action}", bank.rsplit_once('/').unwrap().0);
    let paid = device.submit(&form, &pay(GOOD_CARD)).await;
    assert_eq!(paid.status(), 303, "the form of that page pays");
    device.wait_for_access().await;
}

#[tokio::test]
async fn the_provider_is_not_asked_about_payments_that_the_server_did_not_start() {
    // A provider that counts who connects, and never answers.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/", listener.local_addr().unwrap());
    let provider = Provider::start().await;
    let server = provider.server(&[("STRIPE_API_BASE", &base)]).await;
    let device = server.device();
    let contact = json!({ "phoneNumber": "000" });
    assert_eq!(device.post("/api/contacts", &contact).await.status(), 201);
    for path in [
        "/payment-success?payment_intent=pi_x&payment_intent_client_secret=y",
        "/paypal-success?payment_intent=pi_x&payment_intent_client_secret=y",
        "/download-success?payment_intent=pi_x&payment_intent_client_secret=y",
        "/payment-success?session_id=cs_test_x",
    ] {
        assert_eq!(device.get(path).await.status(), 200, "{path}");
    }
    // What connected meanwhile waits in the queue of the listener.
    let connected = tokio::time::timeout(Duration::ZERO, listener.accept()).await;
    assert!(connected.is_err(), "the provider was asked");
}
