//! What is erased or replaced is gone from SQLite's files: no byte of it is left in the database or its log.

use std::path::Path;

use sea_orm::{ConnectionTrait as _, Statement};
use serde_json::json;

use crate::operator::{answer, operate};
use crate::reseals::wrapped;
use crate::rotation::{rotate, wait_out};
use crate::server::{TestServer, eventually};

/// The hashes and sealed values that the database holds about people.
async fn personal(server: &TestServer) -> Vec<Vec<u8>> {
    let database = server.place.database().await;
    let mut values = Vec::new();
    for (table, columns) in [
        (
            "purchases",
            "buyer_email_hash, buyer_email_ct, recipient_email_hash, recipient_email_ct, device_session_id",
        ),
        ("gift_links", "personal_message_ct"),
        ("device_sessions", "id"),
        ("contacts", "name_ct, phone_ct"),
        ("verification_requests", "email_hash, email_ct"),
        ("outbox_emails", "to_ct, params_ct"),
    ] {
        for column in columns.split(", ") {
            let sql = format!("SELECT {column} FROM {table} WHERE {column} IS NOT NULL");
            let query = Statement::from_string(database.get_database_backend(), sql);
            for row in database.query_all_raw(query).await.unwrap() {
                values.push(row.try_get_by_index(0).unwrap());
            }
        }
    }
    database.close().await.unwrap();
    values.retain(|value: &Vec<u8>| !value.is_empty());
    values
}

/// How many of these values are in a file.
fn found(folder: &Path, values: &[Vec<u8>]) -> usize {
    let mut count = 0;
    for name in ["app.sqlite", "app.sqlite-wal"] {
        let bytes = std::fs::read(folder.join(name)).unwrap_or_default();
        let is_there = |value: &&Vec<u8>| bytes.windows(value.len()).any(|part| part == *value);
        count += values.iter().filter(is_there).count();
    }
    count
}

#[tokio::test]
async fn no_byte_of_erased_data_is_left_in_the_files() {
    let server = TestServer::on_sqlite(&[("VERIFY_POLICY", "proof")]).await;
    let (device, buyer) = (server.device(), server.device());
    device.buy("ann@example.com").await;
    device
        .post(
            "/api/contacts",
            &json!({ "name": "Bob", "phoneNumber": "000" }),
        )
        .await;
    device
        .start_payment_at(
            "/api/create-gift-payment-intent",
            &json!({ "buyerEmail": "ann@example.com", "recipientEmail": "bob@example.com", "personalMessage": "Hi" }),
        )
        .await;
    // One that can still be paid would keep the device that began it.
    server
        .place
        .execute("UPDATE purchases SET status = 'canceled' WHERE status = 'pending'")
        .await;
    let (_, code) = buyer.buy_gift("friend@example.com").await;
    assert_eq!(
        server.device().activate(&code, "ann@example.com").await,
        200
    );
    server
        .device()
        .post("/api/verify-email", &json!({ "email": "ann@example.com" }))
        .await;
    let kept = personal(&server).await;
    eventually("three mails", async || {
        (server.place.mails().len() == 3).then_some(())
    })
    .await;
    let folder = server.place.folder.path().join("data");
    assert!(10 < kept.len() && 0 < found(&folder, &kept));
    for address in ["ann@example.com", "buyer@example.com"] {
        operate(&server.place, &["erase", address]);
    }
    assert_eq!(personal(&server).await, Vec::<Vec<u8>>::new());
    eventually("the end of every byte", async || {
        (found(&folder, &kept) == 0).then_some(())
    })
    .await;
}

#[tokio::test]
async fn after_a_reseal_no_file_holds_what_the_key_before_opens() {
    let mut server = TestServer::on_sqlite(&[]).await;
    server.device().buy("ann@example.com").await;
    server.device().buy_gift("bob@example.com").await;
    let mut before = personal(&server).await;
    let key = wrapped(&server.place).await;
    server.process.kill();
    wait_out(&server.place).await;
    let done = answer(&server.place, &["reseal"]);
    assert_eq!(done["unreadable"], 0, "{done}");
    let after = personal(&server).await;
    before.retain(|value| !after.contains(value));
    assert!(5 <= before.len(), "{}", before.len());
    before.push(key);
    let data = server.place.folder.path().join("data");
    assert_eq!(found(&data, &before), 0);
}

#[tokio::test]
async fn after_a_new_secret_no_file_holds_the_key_that_the_one_before_opens() {
    let server = TestServer::on_sqlite(&[]).await;
    let data = server.place.folder.path().join("data");
    let key = wrapped(&server.place).await;
    // While the log is emptied it may be read in neither file.
    eventually("the key in a file", async || {
        (0 < found(&data, std::slice::from_ref(&key))).then_some(())
    })
    .await;
    rotate(&server.place);
    assert_ne!(wrapped(&server.place).await, key);
    assert_eq!(found(&data, &[key]), 0);
}
