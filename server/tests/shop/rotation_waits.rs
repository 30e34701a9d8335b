//! Replacing the server's secret while others hold the database.

use std::time::Duration;

use sea_orm::{ConnectionTrait as _, DatabaseBackend, Statement, TransactionTrait as _};

use crate::rotation::rotate;
use crate::server::TestServer;

#[tokio::test(flavor = "multi_thread")]
async fn a_replacement_waits_for_a_reader_that_takes_seconds() {
    let TestServer { place, mut process } = TestServer::start().await;
    if !place.is_sqlite() {
        return;
    }
    process.device().buy("ann@example.com").await;
    rotate(&place);
    process.kill();
    let process = place.start(&[]).await;
    let database = place.database().await;
    let reader = database.begin().await.unwrap();
    let rows = Statement::from_string(DatabaseBackend::Sqlite, "SELECT COUNT(*) FROM purchases");
    reader.query_one_raw(rows).await.unwrap();
    let reading = async {
        // Longer than a connection waits for a lock.
        tokio::time::sleep(Duration::from_secs(3)).await;
        reader.rollback().await.unwrap();
    };
    let replacing = async { tokio::task::block_in_place(|| rotate(&place)) };
    let (_, done) = tokio::join!(tokio::spawn(reading), replacing);
    assert_eq!(done["old_secret"], "not needed any more", "{done}");
    drop(process);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replacement_waits_for_a_writer_that_takes_seconds() {
    let TestServer { place, mut process } = TestServer::start().await;
    if !place.is_sqlite() {
        return;
    }
    process.device().buy("ann@example.com").await;
    rotate(&place);
    process.kill();
    place.start(&[]).await.kill();
    let writer = place.database().await.begin().await.unwrap();
    let nothing = "DELETE FROM purchases WHERE 1 = 0";
    writer.execute_unprepared(nothing).await.unwrap();
    let writing = async {
        // Longer than a connection waits for a lock.
        tokio::time::sleep(Duration::from_secs(3)).await;
        writer.rollback().await.unwrap();
    };
    let replacing = async { tokio::task::block_in_place(|| rotate(&place)) };
    let (_, done) = tokio::join!(tokio::spawn(writing), replacing);
    assert_eq!(done["old_secret"], "not needed any more", "{done}");
}
