//! Coming back from paying: what an address says is never believed.

use serde_json::json;

use crate::device::page_data;
use crate::server::TestServer;

#[tokio::test]
async fn a_forged_return_confirms_nothing() {
    let server = TestServer::start().await;
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
    let server = TestServer::start().await;
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
    let server = TestServer::start().await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    let path = format!(
        "/payment-success?payment_intent={}&payment_intent_client_secret={}",
        payment.intent, payment.secret
    );
    let data = page_data(&device.get(&path).await.text().await.unwrap());
    assert_eq!(data["name"], "issue");
    assert!(!device.has_access().await);
}
