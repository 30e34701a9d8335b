//! The database under several processes, locks and repeated starts.

use migration::{Migrator, MigratorTrait as _};
use sea_orm::{ConnectionTrait as _, TransactionTrait as _};
use serde_json::json;

use crate::server::{Place, TestServer, eventually};

#[tokio::test]
async fn processes_that_start_at_the_same_time_migrate_once() {
    let place = Place::new().await;
    let (one, two) = tokio::join!(place.start(&[]), place.start(&[]));
    let applied = place.number("SELECT COUNT(*) FROM seaql_migrations").await;
    assert_eq!(
        usize::try_from(applied).unwrap(),
        Migrator::migrations().len()
    );
    for process in [one, two] {
        assert_eq!(
            process
                .device()
                .post("/api/contacts", &json!({ "phoneNumber": "000" }))
                .await
                .status(),
            201
        );
    }
}

#[tokio::test]
async fn a_write_survives_a_kill() {
    let mut server = TestServer::start().await;
    let device = server.device();
    device
        .post(
            "/api/contacts",
            &json!({ "phoneNumber": "000", "isPrimary": true }),
        )
        .await;
    server.process.kill();
    let process = server.place.start(&[]).await;
    let seen = device.at(&process.base).json("/api/contacts/primary").await;
    assert_eq!(seen["phoneNumber"], "000");
}

#[tokio::test]
async fn the_server_is_not_ready_while_its_database_takes_no_write() {
    let server = TestServer::start().await;
    eventually("/readyz is good", async || {
        (server.device().get("/readyz").await.status() == 200).then_some(())
    })
    .await;
    let database = server.place.database().await;
    let lock = database.begin().await.unwrap();
    let lock_sql = if server.place.database_url.starts_with("sqlite:") {
        "UPDATE contacts SET slot = slot"
    } else {
        "LOCK TABLE rate_buckets"
    };
    lock.execute_unprepared(lock_sql).await.unwrap();
    // The last answer is repeated for a second.
    eventually("/readyz says so", async || {
        (server.device().get("/readyz").await.status() == 503).then_some(())
    })
    .await;
    assert_eq!(server.device().get("/healthz").await.status(), 200);
    lock.rollback().await.unwrap();
    eventually("/readyz is good again", async || {
        (server.device().get("/readyz").await.status() == 200).then_some(())
    })
    .await;
}

#[tokio::test]
async fn migrations_go_down_and_up_again_and_lose_no_purchase() {
    let TestServer { place, mut process } = TestServer::start().await;
    let (owner, recipient) = (process.device(), process.device());
    owner.buy("ann@example.com").await;
    let (_, code) = process.device().buy_gift("bob@example.com").await;
    process.kill();
    let database = place.database().await;
    Migrator::down(&database, Some(5)).await.unwrap();
    Migrator::up(&database, None).await.unwrap();
    database.close().await.unwrap();
    let process = place.start(&[]).await;
    assert!(owner.at(&process.base).has_access().await);
    let recipient = recipient.at(&process.base);
    assert_eq!(recipient.activate(&code, "bob@example.com").await, 200);
}

#[tokio::test]
async fn no_two_indexes_are_of_the_same_columns() {
    let TestServer { place, .. } = TestServer::start().await;
    let same = if place.is_sqlite() {
        "SELECT COUNT(*) FROM (SELECT 1 FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
         GROUP BY tbl_name, SUBSTR(sql, INSTR(sql, '(')) HAVING COUNT(*) > 1)"
    } else {
        "SELECT COUNT(*) FROM (SELECT 1 FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
         WHERE relnamespace = 'public'::regnamespace
         GROUP BY indrelid, indkey::text, COALESCE(indexprs::text, ''), COALESCE(indpred::text, '') HAVING COUNT(*) > 1) AS twice"
    };
    assert_eq!(place.number(same).await, 0);
}
