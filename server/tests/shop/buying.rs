//! Buying for oneself, with pretended payments.

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::{CHECKED_CARD, DECLINED_CARD, GOOD_CARD};
use crate::server::{Place, TestServer, eventually, refused};

#[tokio::test]
async fn a_paid_intent_gives_access_and_one_mail() {
    let server = TestServer::start().await;
    let device = server.device();
    let begun = device.buy("Ann@example.com").await;
    let access = device.json("/api/access").await;
    assert_eq!(access["email"], "Ann@example.com");
    assert_eq!(access["paymentIntent"], begun.intent);
    assert_eq!(
        (&access["isGift"], &access["giftCode"]),
        (&json!(false), &Value::Null)
    );
    assert!(access["purchaseDate"].as_str().unwrap().ends_with('Z'));
    let mail = server.place.mail().await;
    assert!(
        mail.contains("Ann@example.com") && mail.contains("Your heart rate monitor"),
        "{mail}"
    );
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
async fn the_same_device_finds_the_payment_that_it_began() {
    let server = TestServer::start().await;
    let device = server.device();
    let first = device.begin("ann@example.com").await;
    assert_eq!(device.begin("ANN@example.com").await.secret, first.secret);
    assert_ne!(device.begin("other@example.com").await.secret, first.secret);
    assert_ne!(
        server.device().begin("ann@example.com").await.secret,
        first.secret
    );
    device.confirm(&first, GOOD_CARD).await;
    assert_ne!(
        device.begin("ann@example.com").await.secret,
        first.secret,
        "a paid one is not paid again"
    );
}

#[tokio::test]
async fn a_declined_card_gives_nothing_and_another_try_may_pay() {
    let server = TestServer::start().await;
    let device = server.device();
    let begun = device.begin("ann@example.com").await;
    let declined = device.confirm(&begun, DECLINED_CARD).await;
    assert_eq!(declined["error"]["message"], "Your card was declined.");
    assert!(!device.has_access().await);
    assert_eq!(
        device.confirm(&begun, GOOD_CARD).await["status"],
        "succeeded"
    );
    device.waits_for_access().await;
}

#[tokio::test]
async fn a_bank_that_asks_first_is_answered_on_its_own_page() {
    let server = TestServer::start().await;
    let device = server.device();
    let begun = device.begin("ann@example.com").await;
    let asked = device.confirm(&begun, CHECKED_CARD).await;
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
        begun.intent, begun.secret
    );
    assert!(
        done.headers()["location"]
            .to_str()
            .unwrap()
            .contains(&expected)
    );
    device.waits_for_access().await;
}

#[tokio::test]
async fn a_refund_takes_access_back() {
    let server = TestServer::start().await;
    for action in ["refund", "dispute"] {
        let device = server.device();
        let begun = device.buy("ann@example.com").await;
        let response = device
            .submit(
                &format!("/_sandbox/stripe/payments/{}", begun.intent),
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

#[tokio::test]
async fn pretended_payments_are_never_taken_for_real_ones() {
    let place = Place::new().await;
    for (settings, word) in [
        (
            vec![("STRIPE_SECRET_KEY", "sk_live_1")],
            "STRIPE_SECRET_KEY",
        ),
        (
            vec![("PUBLIC_URL", "https://monitor.example")],
            "PUBLIC_URL",
        ),
        (vec![("PAYMENTS", "stripe")], "STRIPE_SECRET_KEY"),
        (
            vec![("DATABASE_URL", "sqlite:///proc/none/app.sqlite")],
            "database",
        ),
    ] {
        let (code, said) = refused(&place, &settings).await;
        assert_ne!(code, 0, "{settings:?}");
        assert!(
            said.contains(word) || said.contains("sandbox"),
            "{settings:?}: {said}"
        );
    }
}
