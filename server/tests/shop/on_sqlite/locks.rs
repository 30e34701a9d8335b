//! SQLite's one write lock, and readers that keep its log from being emptied.

use sea_orm::{
    ConnectionTrait as _, DatabaseBackend, DatabaseTransaction, Statement, TransactionTrait as _,
};
use serde_json::json;

use crate::device::page_data;
use crate::operator::waiting;
use crate::provider::Provider;
use crate::rotation::wait_out;
use crate::server::{Place, TestServer};

#[tokio::test]
async fn while_the_database_is_locked_writes_fail_as_busy_and_reads_succeed() {
    let server = TestServer::on_sqlite(&[]).await;
    let database = server.place.database().await;
    let lock = database.begin().await.unwrap();
    lock.execute_unprepared("UPDATE contacts SET slot = slot")
        .await
        .unwrap();
    let response = server
        .device()
        .post("/api/contacts", &json!({ "phoneNumber": "000" }))
        .await;
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()["x-error-code"], "busy");
    assert!(response.headers().contains_key("retry-after"));
    assert_eq!(
        server
            .device()
            .get("/api/gift-links/aaaaaaaaaaaaaaaaaaaaaaaaaa")
            .await
            .status(),
        404
    );
    lock.rollback().await.unwrap();
    let response = server
        .device()
        .post("/api/contacts", &json!({ "phoneNumber": "000" }))
        .await;
    assert_eq!(response.status(), 201);
}

#[tokio::test]
async fn a_buyer_who_returns_while_the_database_is_locked_reads_that_the_payment_is_safe_and_the_page_asks_again()
 {
    let provider = Provider::start().await;
    let place = Place::on_sqlite();
    let process = place.start(&provider.settings(&[])).await;
    let device = process.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    let lock = place.database().await.begin().await.unwrap();
    let nothing = "DELETE FROM purchases WHERE 1 = 0";
    lock.execute_unprepared(nothing).await.unwrap();
    for page in ["/payment-success", "/paypal-success", "/download-success"] {
        let path = format!(
            "{page}?payment_intent={}&payment_intent_client_secret={}",
            payment.intent, payment.secret
        );
        let response = device.get(&path).await;
        assert_eq!(response.status(), 503, "{page}");
        assert_eq!(response.headers()["refresh"], "10");
        assert_eq!(response.headers()["cache-control"], "no-store");
        assert_eq!(response.headers()["x-error-code"], "busy");
        let text = response.text().await.unwrap();
        assert!(text.contains("your payment is safe"), "{text}");
    }
    lock.rollback().await.unwrap();
    let path = format!(
        "/payment-success?payment_intent={}&payment_intent_client_secret={}",
        payment.intent, payment.secret
    );
    let response = device.get(&path).await;
    assert_eq!(response.status(), 200);
    assert!(!response.headers().contains_key("refresh"));
    let data = page_data(&response.text().await.unwrap());
    assert_eq!(data["name"], "verified");
}

/// A `reseal` that waits, until the log says what for: once it has waited as long as a connection does.
async fn reseal_during(place: &Place, lock: DatabaseTransaction, waits: &str) {
    let mut task = waiting(place, &["reseal"], waits).await;
    lock.rollback().await.unwrap();
    assert!(task.wait().unwrap().success());
}

/// A place whose server was stopped.
async fn stopped() -> Place {
    let TestServer { place, mut process } = TestServer::on_sqlite(&[]).await;
    process.device().buy("ann@example.com").await;
    process.kill();
    wait_out(&place).await;
    place
}

#[tokio::test]
async fn a_reseal_waits_for_a_reader_that_takes_seconds() {
    let place = stopped().await;
    let reader = place.database().await.begin().await.unwrap();
    let rows = Statement::from_string(DatabaseBackend::Sqlite, "SELECT COUNT(*) FROM purchases");
    reader.query_one_raw(rows).await.unwrap();
    let waits = "Waiting for a program that reads the database";
    reseal_during(&place, reader, waits).await;
}

#[tokio::test]
async fn a_reseal_waits_for_a_writer_that_takes_seconds() {
    let place = stopped().await;
    let writer = place.database().await.begin().await.unwrap();
    let nothing = "DELETE FROM purchases WHERE 1 = 0";
    writer.execute_unprepared(nothing).await.unwrap();
    let waits = "Waiting for a program that writes to the database";
    reseal_during(&place, writer, waits).await;
}
