//! Whether an address has bought, answered at once.

use serde_json::{Value, json};

use crate::device::Device;
use crate::server::TestServer;
use crate::shared_server::SharedServer;

/// Asks one of the two calls.
pub(crate) async fn verify(device: &Device, call: &str, email: &str) -> Value {
    let response = device
        .post(&format!("/api/{call}"), &json!({ "email": email }))
        .await;
    assert_eq!(response.status(), 200);
    response.json().await.unwrap()
}

#[tokio::test]
async fn an_address_with_a_purchase_is_verified_on_any_device() {
    let server = SharedServer::get().await;
    // No other test types these addresses.
    server.device().buy("ann@verified.example").await;
    let other = server.device();
    let answer = verify(&other, "verify-purchase", " ANN@verified.example").await;
    assert_eq!(
        (
            &answer["verified"],
            &answer["isGift"],
            &answer["verificationCount"],
            &answer["sent"]
        ),
        (&json!(true), &json!(false), &json!(1), &json!(false))
    );
    assert!(other.has_access().await);
    let answer = verify(&server.device(), "verify-email", "ann@verified.example").await;
    assert_eq!(
        (&answer["verified"], &answer["hasPurchased"]),
        (&json!(true), &json!(true))
    );
    assert!(answer["purchaseDate"].is_string());
    let nobody = server.device();
    assert_eq!(
        verify(&nobody, "verify-email", "bob@verified.example").await,
        json!({ "verified": false, "hasPurchased": false, "sent": false })
    );
    let answer = verify(&nobody, "verify-purchase", "bob@verified.example").await;
    assert_eq!(
        answer,
        json!({ "verified": false, "purchaseDate": null, "isGift": false, "verificationCount": 0, "sent": false })
    );
    assert!(!nobody.has_access().await);
}

#[tokio::test]
async fn the_address_that_redeemed_a_gift_is_verified_and_that_of_its_buyer_is_not() {
    let server = TestServer::start().await;
    let (_, code) = server.device().buy_gift("recipient@example.com").await;
    assert_eq!(
        server
            .device()
            .activate(&code, "recipient@example.org")
            .await,
        200
    );
    let answer = verify(&server.device(), "verify-purchase", "recipient@example.org").await;
    assert_eq!(
        (&answer["verified"], &answer["isGift"]),
        (&json!(true), &json!(true))
    );
    for email in ["buyer@example.com", "recipient@example.com"] {
        assert_eq!(
            verify(&server.device(), "verify-purchase", email).await["verified"],
            false
        );
    }
}

#[tokio::test]
async fn an_invalid_address_is_refused() {
    let server = SharedServer::get().await;
    for call in ["verify-email", "verify-purchase"] {
        for body in [
            json!({}),
            json!({ "email": null }),
            json!({ "email": "ann" }),
            json!({ "email": "a@example.com\r\nBcc: b@example.com" }),
        ] {
            let response = server.device().post(&format!("/api/{call}"), &body).await;
            assert_eq!(
                (
                    response.status().as_u16(),
                    response.text().await.unwrap().as_str()
                ),
                (400, "Please enter a valid email address")
            );
        }
    }
}
