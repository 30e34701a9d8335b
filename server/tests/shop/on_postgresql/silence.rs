//! A database that does not answer over a connection, and tables that somebody else has in use.

use std::time::Duration;

use migration::{Migrator, MigratorTrait as _};
use sea_orm::{ConnectionTrait as _, DbBackend, Statement, TransactionTrait as _};
use server::services::database::{Database, DatabaseOptions};
use tokio::time::timeout;

use super::way::Way;
use crate::older_tables::take_back;
use crate::operator::answer;
use crate::server::{Place, TestServer, eventually};

const WAITING: &str = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn a_connection_that_went_silent_is_closed_and_makes_room_for_another() {
    let place = Place::on_postgresql().await;
    let (way, url) = Way::to(&place).await;
    let options = DatabaseOptions {
        connections: 1,
        wait: Duration::from_millis(500),
        ..DatabaseOptions::default()
    };
    let db = Database::open(&url, options).await.unwrap();
    let open = db.begin().await.unwrap();
    way.silence_all();
    drop(open);
    eventually("another connection", async || db.begin().await.ok()).await;
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn a_connection_to_a_server_that_only_reads_by_now_is_not_used_again() {
    let place = Place::on_postgresql().await;
    for sql in [
        "CREATE TABLE role (is_standby BOOLEAN)",
        "INSERT INTO role VALUES (FALSE)",
        // In the place of the function that tells.
        "CREATE FUNCTION public.pg_is_in_recovery() RETURNS BOOLEAN LANGUAGE SQL AS 'SELECT is_standby FROM public.role'",
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$",
    ] {
        place.execute(sql).await;
    }
    let options = DatabaseOptions {
        connections: 1,
        ..DatabaseOptions::default()
    };
    let db = Database::connect(&place.database_url, options);
    let db = db.await.unwrap();
    let connection = async || {
        let asked = Statement::from_string(DbBackend::Postgres, "SELECT pg_backend_pid()");
        let row = db.read().query_one_raw(asked).await.unwrap().unwrap();
        row.try_get_by_index::<i32>(0).unwrap()
    };
    let first = connection().await;
    assert_eq!(connection().await, first);
    place.execute("UPDATE role SET is_standby = TRUE").await;
    // This one is closed when it is given back.
    connection().await;
    assert_ne!(connection().await, first);
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn a_migration_that_waits_for_a_reader_keeps_no_statement_waiting_for_long() {
    let place = Place::on_postgresql().await;
    let options = DatabaseOptions::default();
    let db = Database::open(&place.database_url, options).await.unwrap();
    let other = place.database().await;
    take_back(&other, "news_before_items").await;
    let reader = other.begin().await.unwrap();
    let read = "SELECT COUNT(*) FROM watch_items";
    reader.execute_unprepared(read).await.unwrap();
    let migrating = tokio::spawn(async move { db.prepare().await });
    eventually("the wait", async || {
        (place.number(WAITING).await == 1).then_some(())
    })
    .await;
    let answered = timeout(Duration::from_secs(5), place.number(read)).await;
    assert_eq!(answered, Ok(0));
    assert!(!migrating.is_finished());
    reader.commit().await.unwrap();
    migrating.await.unwrap().unwrap();
    let applied = "SELECT COUNT(*) FROM seaql_migrations";
    let all = i64::try_from(Migrator::migrations().len()).unwrap();
    assert_eq!(place.number(applied).await, all);
}

#[ignore = "needs PostgreSQL"]
#[tokio::test(flavor = "multi_thread")]
async fn erasing_an_address_waits_for_its_order_that_is_being_paid() {
    let TestServer { place, mut process } = TestServer::on_postgresql(&[]).await;
    process.device().buy("ann@example.com").await;
    process.kill();
    place
        .execute("CREATE TABLE granted AS SELECT * FROM device_entitlements")
        .await;
    place.execute("DELETE FROM device_entitlements").await;
    place
        .execute("UPDATE purchases SET status = 'pending'")
        .await;
    let database = place.database().await;
    let paying = database.begin().await.unwrap();
    for sql in [
        "UPDATE purchases SET status = 'paid'",
        "INSERT INTO device_entitlements SELECT * FROM granted",
    ] {
        paying.execute_unprepared(sql).await.unwrap();
    }
    let devices = "SELECT COUNT(*) FROM device_entitlements";
    std::thread::scope(|threads| {
        let erasing = threads.spawn(|| answer(&place, &["erase", "ann@example.com"]));
        tokio::task::block_in_place(|| {
            tokio::runtime::Handle::current().block_on(async {
                eventually("the wait", async || {
                    (place.number(WAITING).await == 1).then_some(())
                })
                .await;
                paying.commit().await.unwrap();
            });
        });
        let erased = erasing.join().unwrap();
        assert_eq!(erased["open_orders"], 0, "{erased}");
    });
    assert_eq!(place.number(devices).await, 0);
}
