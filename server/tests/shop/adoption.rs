//! Payments for orders that the database has lost, as after a restore from a backup. A task is waited for without the runtime, so that the
//! provider, which it asks, needs a thread of its own.

use std::process::Output;

use serde_json::{Value, json};

use crate::device::page_data;
use crate::hosted::pay_at;
use crate::operator::operate_with;
use crate::provider::{Provider, SECRET, event, post_event, send_event, sign};
use crate::server::TestServer;
use crate::verification::verify;

/// Loses what a restored copy does not have.
async fn lose_orders(server: &TestServer) {
    server.place.execute("DELETE FROM purchases").await;
}

fn adopt(provider: &Provider, server: &TestServer, arguments: &[&str]) -> Output {
    let all: Vec<&str> = ["adopt"].iter().chain(arguments).copied().collect();
    operate_with(&server.place, &provider.settings(&[]), &all)
}

fn said(output: &Output) -> Value {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_for_an_unknown_order_is_an_alarm_and_the_operator_adopts_it_once() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    lose_orders(&server).await;
    let word = "for an order that is not known";
    let open = send_event(&device, "payment_intent.canceled", "evt_0", &payment).await;
    assert_eq!((open, server.process.said().contains(word)), (200, false));
    let refused = adopt(&provider, &server, &[&payment.intent]);
    assert_eq!(refused.status.code(), Some(1), "it is not paid");

    provider.pay(&payment.intent);
    let status = send_event(&device, "payment_intent.succeeded", "evt_1", &payment).await;
    assert_eq!(status, 200, "the provider need not send it again");
    let log = server.process.said();
    assert!(log.contains(word) && log.contains(&payment.intent), "{log}");

    for was_known in [false, true] {
        let arguments = [&payment.intent, "--buyer", "ann@example.com"];
        let adopted = said(&adopt(&provider, &server, &arguments));
        let expected = (&json!(was_known), &json!(true), &json!(true));
        let found = (
            &adopted["was_known"],
            &adopted["is_paid"],
            &adopted["has_buyer"],
        );
        assert_eq!(found, expected, "{adopted}");
    }
    let mail = server.place.mail().await;
    assert!(mail.contains("ann@example.com"), "{mail}");
    let path = format!(
        "/payment-success?payment_intent={}&payment_intent_client_secret={}",
        payment.intent, payment.secret
    );
    let data = page_data(&device.get(&path).await.text().await.unwrap());
    assert_eq!(
        data,
        json!({ "name": "verified", "email": "ann@example.com" })
    );
    assert!(device.has_access().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_adopted_payment_gives_access_by_the_address_that_the_operator_names_also_later() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let payment = server.device().start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    lose_orders(&server).await;
    let device = server.device();
    for (arguments, was_known, has_buyer) in [
        (&[payment.intent.as_str()][..], false, false),
        (&[&payment.intent, "--buyer", "ann@example.com"], true, true),
        (&[&payment.intent, "--buyer", "bob@example.com"], true, true),
    ] {
        let adopted = said(&adopt(&provider, &server, arguments));
        let found = (&adopted["was_known"], &adopted["has_buyer"]);
        assert_eq!(found, (&json!(was_known), &json!(has_buyer)), "{adopted}");
        let answer = verify(&device, "verify-purchase", "ann@example.com").await;
        assert_eq!(answer["verified"], has_buyer);
    }
    assert!(device.has_access().await);
    let other = verify(&device, "verify-purchase", "bob@example.com").await;
    assert_eq!(
        other["verified"], false,
        "an order keeps the address it has"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_session_of_an_adopted_payment_brings_the_address_that_was_typed_at_the_hosted_page() {
    const MISMATCH: &str = "does not match its order";
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let (session, intent) = pay_at(&provider, &server.device()).await;
    lose_orders(&server).await;
    let adopted = said(&adopt(&provider, &server, &[&intent]));
    let found = (&adopted["is_paid"], &adopted["has_buyer"]);
    assert_eq!(found, (&json!(true), &json!(false)), "{adopted}");

    let device = server.device();
    for id in ["evt_1", "evt_2"] {
        let body = event("checkout.session.completed", id, &session);
        let status = post_event(&device, &body, &sign(&body, SECRET, 0)).await;
        assert_eq!(status, 200);
    }
    let log = server.process.said();
    assert!(!log.contains(MISMATCH), "{log}");
    let mail = server.place.mail().await;
    assert!(mail.contains("ann@example.com"), "{mail}");
    let mails = "SELECT COUNT(*) FROM outbox_emails";
    assert_eq!(server.place.number(mails).await, 1);
    let answer = verify(&device, "verify-purchase", "ann@example.com").await;
    assert_eq!(answer["verified"], true);
    assert!(device.has_access().await);

    provider.set(&session, &json!({ "payment_intent": "pi_other" }));
    let body = event("checkout.session.completed", "evt_3", &session);
    let status = post_event(&device, &body, &sign(&body, SECRET, 0)).await;
    assert_eq!(status, 200);
    let log = server.process.said();
    assert!(log.contains(MISMATCH), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gift_that_is_adopted_has_the_link_that_its_buyer_was_shown() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let (buyer, friend) = (server.device(), server.device());
    let body = json!({ "buyerEmail": "ann@example.com", "recipientEmail": "bob@example.com" });
    let path = "/api/create-gift-payment-intent";
    let payment = buyer.start_payment_at(path, &body).await;
    provider.pay(&payment.intent);
    let code = buyer.shown_code(&payment).await;
    lose_orders(&server).await;
    assert_eq!(friend.activate(&code, "bob@example.com").await, 404);
    said(&adopt(&provider, &server, &[&payment.intent, "--gift"]));
    assert_eq!(friend.activate(&code, "bob@example.com").await, 200);
    assert!(friend.has_access().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_a_payment_of_this_shop_is_not_adopted() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let payment = server.device().start_payment("ann@example.com").await;
    lose_orders(&server).await;
    provider.pay(&payment.intent);
    for (change, word) in [
        (json!({ "amount": 998 }), "amount"),
        (json!({ "amount": 999, "currency": "aud" }), "amount"),
        (
            json!({ "currency": "usd", "metadata": {} }),
            "not made for this shop",
        ),
    ] {
        provider.set(&payment.intent, &change);
        let output = adopt(&provider, &server, &[&payment.intent]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains(word), "{error}");
    }
    for (subject, word) in [("pi_other", "does not know"), ("cs_1", "not the id")] {
        let output = adopt(&provider, &server, &[subject]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(word), "{subject}: {error}");
    }
    let orders = "SELECT COUNT(*) FROM purchases";
    assert_eq!(server.place.number(orders).await, 0);
}
