//! One address with several purchases, of which one is refunded: somebody bought in the browser and in the app, or in somebody else's name.

use serde_json::{Value, json};

use crate::device::{Device, StartedPayment};
use crate::operator::operate_with;
use crate::proof::link_token;
use crate::provider::{Provider, send_event};
use crate::server::TestServer;
use crate::verification::verify;

const ANN: &str = "ann@example.com";
const PROOF: &[(&str, &str)] = &[("VERIFY_POLICY", "proof")];

async fn buy(provider: &Provider, device: &Device) -> StartedPayment {
    let payment = device.start_payment(ANN).await;
    provider.pay(&payment.intent);
    let status = send_event(device, "payment_intent.succeeded", "evt_paid", &payment).await;
    assert_eq!(status, 200);
    assert!(device.has_access().await);
    payment
}

async fn refund(provider: &Provider, device: &Device, payment: &StartedPayment) {
    provider.refund(&payment.intent, &[(999, "succeeded")]);
    let status = send_event(device, "charge.refunded", "evt_refund", payment).await;
    assert_eq!(status, 200);
}

/// Asks for a link, and answers its token.
async fn ask_for_link(server: &TestServer, device: &Device) -> String {
    let answer = verify(device, "verify-purchase", ANN).await;
    assert_eq!(answer["sent"], true);
    link_token(server).await
}

/// Uses a link; answers the status.
async fn open_link(device: &Device, token: &str) -> u16 {
    let fields = [("token", token)];
    let opened = device.submit("/redownload/confirm", &fields).await;
    opened.status().as_u16()
}

/// Whether a device has access and whether it was told that a refund ended it.
async fn standing(device: &Device) -> (Value, Value) {
    let answer = device.json("/api/access").await;
    (answer["access"].clone(), answer["isRevoked"].clone())
}

async fn counted(server: &TestServer) -> i64 {
    let counted = "SELECT CAST(SUM(verification_count) AS BIGINT) FROM purchases";
    server.place.number(counted).await
}

#[tokio::test]
async fn who_proved_an_address_keeps_access_until_its_last_purchase_is_refunded() {
    for policy in ["instant", "proof"] {
        let provider = Provider::start().await;
        let server = provider.server(&[("VERIFY_POLICY", policy)]).await;
        let older = buy(&provider, &server.device()).await;
        let newer = buy(&provider, &server.device()).await;
        let device = server.device();
        if policy == "proof" {
            let token = ask_for_link(&server, &device).await;
            assert_eq!(open_link(&device, &token).await, 303);
        } else {
            let answer = verify(&device, "verify-purchase", ANN).await;
            assert_eq!(answer["verificationCount"], 1);
        }
        assert_eq!(counted(&server).await, 1, "{policy}");
        let seen = device.json("/api/access").await;
        let shown = (&seen["paymentIntent"], &seen["verificationCount"]);
        assert_eq!(shown, (&json!(newer.intent), &json!(1)), "{policy}");

        refund(&provider, &device, &newer).await;
        assert_eq!(standing(&device).await, (json!(true), json!(false)));
        let seen = device.json("/api/access").await;
        assert_eq!(seen["paymentIntent"], older.intent, "{policy}");
        refund(&provider, &device, &older).await;
        assert_eq!(standing(&device).await, (json!(false), json!(true)));
    }
}

#[tokio::test]
async fn a_link_gives_what_is_left_where_the_newest_purchase_was_refunded_after_the_mail() {
    let provider = Provider::start().await;
    let server = provider.server(PROOF).await;
    buy(&provider, &server.device()).await;
    let newer = buy(&provider, &server.device()).await;
    let (device, late) = (server.device(), server.device());
    let token = ask_for_link(&server, &device).await;
    refund(&provider, &device, &newer).await;
    for _ in 0..2 {
        let opened = open_link(&device, &token).await;
        assert_eq!(opened, 303, "the first answer may have been lost");
    }
    assert!(device.has_access().await);
    assert_eq!(counted(&server).await, 1);
    assert_eq!(open_link(&late, &token).await, 410);
    assert!(!late.has_access().await);
}

#[tokio::test]
async fn who_bought_in_somebodys_name_gets_nothing_of_theirs() {
    let provider = Provider::start().await;
    let server = provider.server(PROOF).await;
    buy(&provider, &server.device()).await;
    let stranger = server.device();
    let payment = buy(&provider, &stranger).await;
    let answer = verify(&stranger, "verify-purchase", ANN).await;
    assert_eq!(
        answer["verified"], true,
        "it holds a purchase of the address"
    );
    refund(&provider, &stranger, &payment).await;
    assert_eq!(standing(&stranger).await, (json!(false), json!(true)));
}

#[tokio::test]
async fn a_device_that_holds_both_purchases_shows_the_newest_and_is_counted_once() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    buy(&provider, &server.device()).await;
    let device = server.device();
    let newer = buy(&provider, &device).await;
    for count in 1..=2 {
        let answer = verify(&device, "verify-purchase", ANN).await;
        assert_eq!(answer["verificationCount"], count);
        let seen = device.json("/api/access").await;
        let shown = (&seen["paymentIntent"], &seen["verificationCount"]);
        assert_eq!(shown, (&json!(newer.intent), &json!(count)));
    }
    let settings = provider.settings(&[]);
    let erased = operate_with(&server.place, &settings, &["erase", ANN]);
    let erased: Value = serde_json::from_slice(&erased.stdout).unwrap();
    let (orders, devices) = (&erased["orders"], &erased["devices"]);
    assert_eq!((orders, devices), (&json!(2), &json!(2)), "{erased}");
    assert_eq!(standing(&device).await, (json!(false), json!(false)));
}
