//! A purchase of the other mode opens no door: what was bought in the sandbox gives nothing once real money moves.
//!
//! The server of these tests is in test mode and its rows are made live ones, which is the same comparison.

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::{Device, page_data};
use crate::server::{TestServer, eventually};
use crate::verification::verify;

/// Turns every purchase into one of the other mode.
const SWITCH: &str = "UPDATE purchases SET livemode = NOT livemode";

async fn name(device: &Device, path: &str) -> Value {
    page_data(&device.get(path).await.text().await.unwrap())["name"].clone()
}

#[tokio::test]
async fn a_purchase_of_the_other_mode_opens_no_door() {
    let server = TestServer::start().await;
    let (owner, giver, holder) = (server.device(), server.device(), server.device());
    let payment = owner.buy("ann@example.com").await;
    let (_, used) = giver.buy_gift("bob@example.com").await;
    assert_eq!(holder.activate(&used, "bob@example.com").await, 200);
    let (gift, code) = giver.buy_gift("cleo@example.com").await;
    server.place.execute(SWITCH).await;

    assert!(!owner.has_access().await);
    assert!(!holder.has_access().await);
    assert_eq!(giver.json("/api/access").await["giftCode"], Value::Null);
    for address in ["ann@example.com", "bob@example.com"] {
        let stranger = server.device();
        for endpoint in ["verify-purchase", "verify-email"] {
            let answer = verify(&stranger, endpoint, address).await;
            assert_eq!(answer["verified"], false, "{endpoint} {address}");
        }
        for form in ["/verify", "/redownload"] {
            let page = stranger.submit(form, &[("email", address)]).await;
            let data = page_data(&page.text().await.unwrap());
            assert_eq!(data["name"], "failed", "{form} {address}");
        }
        assert!(!stranger.has_access().await);
    }
    for path in [format!("/api/gift-links/{code}"), format!("/gift/{code}")] {
        let response = server.device().request(Method::GET, &path).send().await;
        assert_eq!(response.unwrap().status(), 404, "{path}");
    }
    let late = server.device();
    assert_eq!(late.activate(&code, "cleo@example.com").await, 404);
    assert_eq!(holder.activate(&used, "bob@example.com").await, 404);
    assert_ne!(name(&holder, &format!("/gift/{used}")).await, "activated");
    let back = format!(
        "payment_intent={}&payment_intent_client_secret={}",
        payment.intent, payment.secret
    );
    for (device, path, answer) in [
        (&owner, format!("/payment-success?{back}"), "issue"),
        (&late, format!("/payment-success?{back}"), "issue"),
        (&owner, "/payment-success".to_owned(), "issue"),
        (&owner, "/paypal-success".to_owned(), "issue"),
        (&owner, "/download-success".to_owned(), "unconfirmed"),
        (
            &giver,
            "/download-success?gift=true".to_owned(),
            "unconfirmed",
        ),
        (&giver, gift.gift_return(), "unconfirmed"),
    ] {
        assert_eq!(name(device, &path).await, answer, "{path}");
    }
    assert!(!owner.has_access().await && !late.has_access().await);
    let again = owner
        .post(
            "/api/create-payment-intent",
            &json!({ "email": "ann@example.com" }),
        )
        .await;
    assert_eq!(again.status(), 200, "nothing is owned in this mode");

    server.place.execute(SWITCH).await;
    assert!(owner.has_access().await && holder.has_access().await);
}

#[tokio::test]
async fn an_address_with_a_purchase_of_the_other_mode_gets_no_link_and_a_link_opens_nothing() {
    let server = TestServer::with(&[("VERIFY_POLICY", "proof")]).await;
    let owner = server.device();
    owner.buy("ann@example.com").await;
    let other = server.device();
    other
        .submit("/redownload", &[("email", "ann@example.com")])
        .await;
    let token = crate::proof::link_token(&server).await;
    server.place.execute(SWITCH).await;
    let fields = [("token", token.as_str())];
    let refused = other.submit("/redownload/confirm", &fields).await;
    assert_eq!(refused.status(), 410);
    assert!(!other.has_access().await);
    assert_eq!(name(&owner, "/redownload?confirmed=1").await, Value::Null);
    let answer = verify(&owner, "verify-purchase", "ann@example.com").await;
    assert_eq!(answer["verified"], false);
    let waiting = "SELECT COUNT(*) FROM verification_requests WHERE processed_at IS NULL";
    eventually("the processing", async || {
        (server.place.number(waiting).await == 0).then_some(())
    })
    .await;
    let links = "SELECT COUNT(*) FROM proof_tokens";
    assert_eq!(server.place.number(links).await, 1, "no second link");
}
