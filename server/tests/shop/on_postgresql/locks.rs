//! Locks of tables and of writers.

use std::time::Duration;

use sea_orm::{ConnectionTrait as _, TransactionTrait as _};
use serde_json::json;
use server::crypto::keys::Secret;
use server::services::data_key::{self, SecretMismatch, Secrets};
use server::services::database::{Database, DatabaseOptions};
use server::services::reseal::reseal;
use server::services::retention;

use crate::server::{Place, TestServer, eventually};

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn while_a_table_is_locked_writes_fail_as_busy() {
    let place = Place::on_postgresql().await;
    let process = place.start(&[("DATABASE_CONNECTIONS", "2")]).await;
    let database = place.database().await;
    let lock = database.begin().await.unwrap();
    lock.execute_unprepared("LOCK TABLE contacts")
        .await
        .unwrap();
    // More at once than there are connections.
    let writes: Vec<_> = (0..6)
        .map(|_| {
            let device = process.device();
            tokio::spawn(async move {
                let contact = json!({ "phoneNumber": "000" });
                device.post("/api/contacts", &contact).await.status()
            })
        })
        .collect();
    for write in writes {
        assert_eq!(write.await.unwrap(), 503);
    }
    lock.rollback().await.unwrap();
    let contact = json!({ "phoneNumber": "000" });
    let stored = process.device().post("/api/contacts", &contact).await;
    assert_eq!(stored.status(), 201);
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn deleting_old_counters_waits_for_none_that_is_in_use_so_that_neither_waits_for_the_other() {
    let place = Place::on_postgresql().await;
    let db = Database::open(&place.database_url, DatabaseOptions::default());
    let db = db.await.unwrap();
    place
        .execute("INSERT INTO rate_buckets (key, window_start, count, expires_at) VALUES ('\\x01', 0, 1, 1), ('\\x02', 0, 1, 1)")
        .await;
    let database = place.database().await;
    let counting = database.begin().await.unwrap();
    let count = async |key: &str| {
        let sql = format!("UPDATE rate_buckets SET count = 2 WHERE key = '\\x{key}'");
        counting.execute_unprepared(&sql).await.unwrap();
    };
    count("02").await;
    retention::run(&db).await.unwrap();
    let left = "SELECT COUNT(*) FROM rate_buckets";
    assert_eq!(place.number(left).await, 1, "the one in use");
    // In a deletion that waits for the second one, the first one would be locked.
    count("01").await;
    counting.commit().await.unwrap();
    retention::run(&db).await.unwrap();
    assert_eq!(place.number(left).await, 0);
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn a_start_during_a_reseal_waits_and_reads_the_row_of_after_it() {
    let TestServer { place, mut process } = TestServer::on_postgresql(&[]).await;
    let owner = process.device();
    owner.buy("ann@example.com").await;
    process.kill();
    let secret = place.folder.path().join("data/server-secret");
    let secret = Secret::new(std::fs::read(secret).unwrap().as_slice());
    let secrets = Secrets {
        current: secret,
        old: None,
    };
    let options = DatabaseOptions {
        wait: Duration::from_mins(1),
        statement: Duration::from_mins(1),
        ..DatabaseOptions::default()
    };
    let db = Database::connect(&place.database_url, options);
    let db = db.await.unwrap();
    // As a reseal that has come to the last table.
    let reseal = db.begin().await.unwrap();
    let renew = "UPDATE data_keys SET version = 2";
    reseal.execute_unprepared(renew).await.unwrap();
    let start = tokio::spawn({
        let db = db.clone();
        async move { data_key::open_or_create(&db, &secrets).await.unwrap() }
    });
    let waits = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    eventually("the wait", async || {
        (place.number(waits).await == 1).then_some(())
    })
    .await;
    reseal.commit().await.unwrap();
    // It has read the row of after: its bytes are bound to the version.
    assert_eq!(start.await.unwrap().unwrap_err(), SecretMismatch::Other);
    place.execute("UPDATE data_keys SET version = 1").await;
    let process = place.start(&[]).await;
    assert!(owner.at(&process.base).has_access().await);
}

/// Whether the row of the data key is free while this thread does nothing else.
fn is_free(url: &str) -> bool {
    let url = url.to_owned();
    let asked = std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let database = sea_orm::Database::connect(url).await.unwrap();
            let lock = "SELECT version FROM data_keys FOR UPDATE NOWAIT";
            let is_free = database.execute_unprepared(lock).await.is_ok();
            database.close().await.unwrap();
            is_free
        })
    });
    asked.join().unwrap()
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn what_looks_at_the_data_key_has_freed_its_row_when_it_ends() {
    let TestServer { place, mut process } = TestServer::on_postgresql(&[]).await;
    process.kill();
    let secret = std::fs::read(place.folder.path().join("data/server-secret")).unwrap();
    let secrets = |secret: &[u8]| Secrets {
        current: Secret::new(secret),
        old: None,
    };
    let (right, wrong) = (secrets(&secret), secrets(b"another secret"));
    let db = Database::connect(&place.database_url, DatabaseOptions::default());
    let db = db.await.unwrap();
    assert!(data_key::open_or_create(&db, &right).await.unwrap().is_ok());
    assert!(is_free(&place.database_url), "after it was opened");
    let misfit = data_key::open_or_create(&db, &wrong).await.unwrap();
    assert!(misfit.is_err());
    assert!(is_free(&place.database_url), "after it was not opened");
    assert!(!data_key::rewrap(&db, &right).await.unwrap());
    assert!(is_free(&place.database_url), "after it stayed as it was");
    assert!(data_key::rewrap(&db, &wrong).await.is_err());
    assert!(is_free(&place.database_url), "after it was not rewrapped");
    assert!(reseal(&db, &right).await.unwrap().is_none());
    assert!(is_free(&place.database_url), "after a reseal that refuses");
}
