//! Payments that no event and no browser told us about.

use serde_json::json;

use crate::clock::pass;
use crate::device::{GOOD_CARD, page_data};
use crate::provider::{Provider, send_event};
use crate::server::{TestServer, eventually};

#[tokio::test]
async fn the_return_page_settles_a_payment_before_its_event() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    let path = format!(
        "/payment-success?payment_intent={}&payment_intent_client_secret={}",
        payment.intent, payment.secret
    );
    let response = device.get(&path).await;
    assert_eq!(response.headers()["cache-control"], "no-store");
    let data = page_data(&response.text().await.unwrap());
    assert_eq!(
        data,
        json!({ "name": "verified", "email": "ann@example.com" })
    );
    assert!(device.has_access().await);
    assert_eq!(
        send_event(&device, "payment_intent.succeeded", "evt_1", &payment).await,
        200
    );
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM outbox_emails")
            .await,
        1
    );
}

/// Has the server lose a payment's event, changes the time of the next check with `set`, and waits until the job has found the payment.
async fn finds_a_lost_payment(set: &str) {
    let provider = Provider::start().await;
    let TestServer { place, mut process } = provider.server(&[]).await;
    let payment = process.device().start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    process.kill();
    place.execute(&format!("UPDATE purchases SET {set}")).await;
    let _process = place.start(&provider.settings(&[])).await;
    let paid = "SELECT COUNT(*) FROM purchases WHERE status = 'paid'";
    eventually("the payment", async || {
        (place.number(paid).await == 1).then_some(())
    })
    .await;
}

#[tokio::test]
async fn the_reconcile_job_finds_a_payment_whose_event_was_lost() {
    finds_a_lost_payment("next_check_at = 0").await;
}

#[tokio::test]
async fn an_order_that_was_begun_while_the_clock_was_ahead_is_checked_once_it_is_right() {
    // By two days.
    finds_a_lost_payment("next_check_at = next_check_at + 172800000").await;
}

#[tokio::test]
async fn an_unpaid_order_of_a_clock_that_was_ahead_is_as_old_as_one_that_begins_once_it_is_right() {
    let TestServer { place, mut process } = TestServer::start().await;
    process.device().start_payment("ann@example.com").await;
    process.kill();
    // By a hundred days.
    let ahead = "UPDATE purchases SET created_at = created_at + 8640000000, updated_at = updated_at + 8640000000";
    place.execute(ahead).await;
    let _process = place.start(&[]).await;
    let is_old = "SELECT COUNT(*) FROM purchases, server_clock
        WHERE created_at < seen_at + 86400000 AND updated_at < seen_at + 86400000";
    eventually("the age", async || {
        (place.number(is_old).await == 1).then_some(())
    })
    .await;
}

#[tokio::test]
async fn while_the_clock_is_in_doubt_no_order_is_too_old_to_be_checked_again() {
    let provider = Provider::start().await;
    let TestServer { place, mut process } = provider.server(&[]).await;
    let payment = process.device().start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    assert_eq!(
        send_event(
            &process.device(),
            "payment_intent.succeeded",
            "evt_1",
            &payment
        )
        .await,
        200
    );
    process.kill();
    // To a server that starts, a clock that is 401 days ahead looks the same.
    pass(&place, 401).await;
    place
        .execute(
            "UPDATE purchases SET created_at = created_at - 34646400000, paid_at = paid_at - 34646400000,
             next_check_at = 0",
        )
        .await;
    let process = place.start(&provider.settings(&[])).await;
    let checked = "SELECT COUNT(*) FROM purchases WHERE next_check_at IS NULL OR next_check_at > 0";
    eventually("the check", async || {
        (place.number(checked).await == 1).then_some(())
    })
    .await;
    assert!(process.said().contains("clock is much later"));
    let again = "SELECT COUNT(*) FROM purchases WHERE next_check_at > 0";
    assert_eq!(place.number(again).await, 1);
}

#[tokio::test]
async fn the_reconcile_job_finds_a_refund_whose_event_was_lost() {
    let provider = Provider::start().await;
    let TestServer { place, mut process } = provider.server(&[]).await;
    let device = process.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    assert_eq!(
        send_event(&device, "payment_intent.succeeded", "evt_1", &payment).await,
        200
    );
    assert!(device.has_access().await);
    provider.set(
        &payment.intent,
        &json!({ "latest_charge": { "refunded": true } }),
    );
    process.kill();
    place
        .execute("UPDATE purchases SET next_check_at = 0")
        .await;
    let process = place.start(&provider.settings(&[])).await;
    let device = device.at(&process.base);
    eventually("the end of the access", async || {
        (!device.has_access().await).then_some(())
    })
    .await;
}

#[tokio::test]
async fn an_order_unpaid_for_a_day_is_canceled_and_deleted() {
    let TestServer { place, mut process } = TestServer::start().await;
    let device = process.device();
    let old = device.start_payment("old@example.com").await;
    let late = device.start_payment("late@example.com").await;
    device.start_payment("new@example.com").await;
    process.kill();
    let paid = format!(
        "UPDATE purchases SET next_check_at = 0, created_at = 0 WHERE payment_intent_id IN ('{}', '{}')",
        old.intent, late.intent
    );
    place.execute(&paid).await;
    let process = place.start(&[]).await;
    let left = "SELECT COUNT(*) FROM purchases";
    eventually("the end of the orders", async || {
        (place.number(left).await == 1).then_some(())
    })
    .await;
    let refused = device.at(&process.base).confirm(&old, GOOD_CARD).await;
    assert!(
        refused["error"]["message"].is_string(),
        "nobody pays for what is gone: {refused}"
    );
}
