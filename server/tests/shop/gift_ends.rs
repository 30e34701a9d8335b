//! How a gift ends: by its use, and with the money that paid for it.

use reqwest::Method;
use serde_json::json;

use crate::device::{Device, StartedPayment, page_data};
use crate::server::{TestServer, eventually};

/// Asserts that the gift answers as one that is over, to calls and pages alike.
async fn assert_is_over(device: &Device, code: &str) {
    for path in [format!("/api/gift-links/{code}"), format!("/gift/{code}")] {
        for method in [Method::GET, Method::HEAD] {
            let response = device.request(method, &path).send().await.unwrap();
            assert_eq!(response.status(), 410, "{path}");
        }
    }
    let response = device
        .post(
            &format!("/api/gift-links/{code}/activate"),
            &json!({ "email": "late@example.com" }),
        )
        .await;
    assert_eq!(response.status(), 410);
    assert_eq!(response.text().await.unwrap(), "Gift link expired or used");
    let page = device
        .submit(
            &format!("/gift/{code}/activate"),
            &[("email", "late@example.com")],
        )
        .await;
    assert_eq!(page.status(), 410);
    assert_eq!(
        page_data(&page.text().await.unwrap())["name"],
        "unavailable"
    );
    assert!(!device.has_access().await);
}

#[tokio::test]
async fn a_gift_does_not_expire() {
    let server = TestServer::start().await;
    let (_, code) = server.device().buy_gift("recipient@example.com").await;
    // Everything about it happened ten years ago.
    let past = 10 * 365 * 86_400_000_i64;
    for sql in [
        format!("UPDATE gift_links SET created_at = created_at - {past}"),
        format!(
            "UPDATE purchases SET created_at = created_at - {past}, paid_at = paid_at - {past}"
        ),
    ] {
        server.place.execute(&sql).await;
    }
    let recipient = server.device();
    assert_eq!(
        recipient.activate(&code, "recipient@example.com").await,
        200
    );
    assert!(recipient.has_access().await);
}

/// Takes the money back and waits until the server has heard of it, when so many gifts are revoked.
async fn take_back(
    server: &TestServer,
    buyer: &Device,
    payment: &StartedPayment,
    (action, revoked): (&str, i64),
) {
    let path = format!("/_sandbox/stripe/payments/{}", payment.intent);
    buyer.submit(&path, &[("action", action)]).await;
    let count = "SELECT COUNT(*) FROM gift_links WHERE status = 'revoked'";
    eventually("the end of the gift", async || {
        (server.place.number(count).await == revoked).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_refund_or_a_dispute_revokes_an_unused_gift() {
    let server = TestServer::start().await;
    for (revoked, action) in [(1, "refund"), (2, "dispute")] {
        let buyer = server.device();
        let (payment, code) = buyer.buy_gift("recipient@example.com").await;
        take_back(&server, &buyer, &payment, (action, revoked)).await;
        assert_is_over(&server.device(), &code).await;
        let access = buyer.json("/api/access").await;
        assert_eq!(access["giftCode"], json!(null), "{action}");
    }
}

#[tokio::test]
async fn a_refund_or_a_dispute_revokes_the_access_of_a_redeemed_gift() {
    let server = TestServer::start().await;
    for (revoked, action) in [(1, "refund"), (2, "dispute")] {
        let (buyer, recipient) = (server.device(), server.device());
        let (payment, code) = buyer.buy_gift("recipient@example.com").await;
        assert_eq!(
            recipient.activate(&code, "recipient@example.com").await,
            200
        );
        assert!(recipient.has_access().await);
        take_back(&server, &buyer, &payment, (action, revoked)).await;
        // Only the device that lost its access is told so; one without a purchase is simply not known.
        let told = async |device: &Device| device.json("/api/access").await["isRevoked"].clone();
        assert_eq!(told(&recipient).await, json!(true), "{action}");
        assert_eq!(told(&server.device()).await, json!(false), "{action}");
        assert_is_over(&recipient, &code).await;
        assert_is_over(&server.device(), &code).await;
    }
}
