//! What two processes would do twice.

use sea_orm::{ConnectionTrait as _, TransactionTrait as _};
use server::config::Config;
use server::services::magic_links;
use server::setup;

use crate::device::Device;
use crate::server::{Place, TestServer, eventually};
use crate::verification::verify;

const REQUESTS: &str = "SELECT COUNT(*) FROM verification_requests";
const PROOFS: &str = "SELECT COUNT(*) FROM outbox_emails WHERE template = 'proof'";
const DATA: &str = "SELECT COUNT(*) FROM outbox_emails WHERE template = 'data'";

/// What a second process shares with the one of this place.
async fn second(place: &Place) -> setup::OpenShop {
    let arguments = [
        "silent-partner".to_owned(),
        format!("--database-url={}", place.database_url),
        format!("--data-dir={}", place.folder.path().join("data").display()),
    ];
    let config = Config::read(arguments).unwrap();
    setup::open_shop(&config, config.bind).await.unwrap()
}

/// Asks twice in the same moment while two processes answer. `query` counts the mails, and `table` has their links.
async fn ask_twice(table: &str, query: &str, ask: impl AsyncFn(&Device)) {
    let server = TestServer::on_postgresql(&[("VERIFY_POLICY", "proof")]).await;
    let place = &server.place;
    server.device().buy("ann@example.com").await;
    let other = second(place).await.shop;
    let database = place.database().await;
    let lock = database.begin().await.unwrap();
    let sql = format!("LOCK TABLE {table} IN SHARE MODE");
    lock.execute_unprepared(&sql).await.unwrap();
    ask(&server.device()).await;
    let waits = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    eventually("the first answer", async || {
        (place.number(waits).await == 1).then_some(())
    })
    .await;
    // The first one is not committed yet.
    ask(&server.device()).await;
    assert_eq!(place.number(REQUESTS).await, 2);
    let second = tokio::spawn({
        let other = other.clone();
        async move { magic_links::answer_requests(&other).await }
    });
    eventually("an end, or a wait", async || {
        (second.is_finished() || place.number(waits).await == 2).then_some(())
    })
    .await;
    lock.commit().await.unwrap();
    // Where the first one took longer than it may wait, this one has waited in its place.
    drop(second.await.unwrap());
    let open = "SELECT COUNT(*) FROM verification_requests WHERE processed_at IS NULL";
    eventually("the answers", async || {
        (place.number(open).await == 0).then_some(())
    })
    .await;
    assert_eq!(place.number(query).await, 1);
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn of_two_requests_for_one_address_two_processes_mail_one_link() {
    ask_twice("proof_tokens", PROOFS, async |device| {
        verify(device, "verify-email", "ann@example.com").await;
    })
    .await;
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn of_two_requests_for_one_addresss_data_two_processes_mail_one_link() {
    ask_twice("data_links", DATA, async |device| {
        let form = [("email", "ann@example.com")];
        assert!(
            device
                .submit("/your-data", &form)
                .await
                .status()
                .is_success()
        );
    })
    .await;
}
