//! Buying for oneself, with simulated payments.

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::{CHECKED_CARD, DECLINED_CARD, GOOD_CARD};
use crate::server::{TestServer, eventually};
use crate::shared_server::SharedServer;

#[tokio::test]
async fn a_payment_gives_its_device_access_and_sends_a_mail() {
    const ANN: &str = "Ann@paid.example";
    let server = SharedServer::get().await;
    let device = server.device();
    let payment = device.buy(ANN).await;
    let access = device.json("/api/access").await;
    assert_eq!(access["email"], ANN);
    assert_eq!(access["paymentIntent"], payment.intent);
    assert_eq!(
        (&access["isGift"], &access["giftCode"]),
        (&json!(false), &Value::Null)
    );
    assert!(access["purchaseDate"].as_str().unwrap().ends_with('Z'));
    let mail = eventually("the mail", async || server.mails_to(ANN).pop()).await;
    assert!(mail.contains("Your heart rate monitor"), "{mail}");
    assert!(!server.device().has_access().await);
}

#[tokio::test]
async fn an_intent_needs_no_body_and_ignores_what_it_does_not_know() {
    let server = TestServer::start().await;
    let device = server.device();
    let empty = device
        .request(Method::POST, "/api/create-payment-intent")
        .send()
        .await
        .unwrap();
    assert_eq!(empty.status(), 200);
    for nothing in [json!({}), json!(null), json!({ "email": " " })] {
        let response = device.post("/api/create-payment-intent", &nothing).await;
        assert_eq!(response.status(), 200, "{nothing}");
    }
    let greedy = json!({ "email": "a@example.com", "amount": 1, "currency": "jpy", "__proto__": { "amount": 1 }, "items": [1] });
    assert_eq!(
        device
            .post("/api/create-payment-intent", &greedy)
            .await
            .status(),
        200
    );
    for (body, status) in [
        (json!([1]), 400),
        (json!({ "email": 1 }), 400),
        (json!({ "email": "nobody" }), 400),
    ] {
        assert_eq!(
            device
                .post("/api/create-payment-intent", &body)
                .await
                .status(),
            status,
            "{body}"
        );
    }
    let wrong = server
        .place
        .number("SELECT COUNT(*) FROM purchases WHERE amount_cents <> 999 OR currency <> 'usd'")
        .await;
    assert_eq!(wrong, 0);
}

#[tokio::test]
async fn a_device_gets_the_same_payment_again_until_it_is_paid() {
    let server = SharedServer::get().await;
    let device = server.device();
    let first = device.start_payment("ann@example.com").await;
    assert_eq!(
        device.start_payment("ANN@example.com").await.secret,
        first.secret
    );
    assert_ne!(
        device.start_payment("other@example.com").await.secret,
        first.secret
    );
    assert_ne!(
        server
            .device()
            .start_payment("ann@example.com")
            .await
            .secret,
        first.secret
    );
    device.confirm(&first, GOOD_CARD).await;
    assert_ne!(
        device.start_payment("ann@example.com").await.secret,
        first.secret,
        "a paid one is not paid again"
    );
}

#[tokio::test]
async fn a_payment_can_succeed_after_a_declined_card() {
    let server = SharedServer::get().await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    let declined = device.confirm(&payment, DECLINED_CARD).await;
    assert_eq!(declined["error"]["message"], "Your card was declined.");
    assert!(!device.has_access().await);
    assert_eq!(
        device.confirm(&payment, GOOD_CARD).await["status"],
        "succeeded"
    );
    device.wait_for_access().await;
}

#[tokio::test]
async fn a_card_with_3d_secure_gives_access_only_after_the_check() {
    let server = SharedServer::get().await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    let asked = device.confirm(&payment, CHECKED_CARD).await;
    let url = asked["next_action"]["redirect_to_url"]["url"]
        .as_str()
        .unwrap();
    assert!(
        device
            .get(url)
            .await
            .text()
            .await
            .unwrap()
            .contains("no money moves")
    );
    let failed = device.submit(url, &[("action", "fail")]).await;
    assert!(
        failed.headers()["location"]
            .to_str()
            .unwrap()
            .ends_with("redirect_status=failed")
    );
    assert!(!device.has_access().await);
    let done = device.submit(url, &[("action", "complete")]).await;
    assert_eq!(done.status(), 303);
    let expected = format!(
        "payment_intent={}&payment_intent_client_secret={}",
        payment.intent, payment.secret
    );
    assert!(
        done.headers()["location"]
            .to_str()
            .unwrap()
            .contains(&expected)
    );
    device.wait_for_access().await;
}

#[tokio::test]
async fn a_refund_or_a_dispute_revokes_access() {
    let server = SharedServer::get().await;
    for action in ["refund", "dispute"] {
        let device = server.device();
        let payment = device.buy("ann@example.com").await;
        let response = device
            .submit(
                &format!("/_sandbox/stripe/payments/{}", payment.intent),
                &[("action", action)],
            )
            .await;
        assert_eq!(response.status(), 303);
        eventually("the loss of access", async || {
            (!device.has_access().await).then_some(())
        })
        .await;
    }
}
