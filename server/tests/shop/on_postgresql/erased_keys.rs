//! Rows of the data key that another one has followed.

use std::thread;

use data_encoding::HEXLOWER;
use sea_orm::{ConnectionTrait as _, IsolationLevel, TransactionTrait as _};
use tokio::runtime::Runtime;

use crate::operator::answer;
use crate::reseals::wrapped;
use crate::rotation::{rotate, wait_out};
use crate::server::{Place, TestServer, eventually};

/// Whether the file of the data key's table holds a key.
async fn is_in_file(place: &Place, key: &[u8]) -> bool {
    place.execute("CHECKPOINT").await;
    let key = HEXLOWER.encode(key);
    let sql = format!(
        "SELECT CAST(POSITION('\\x{key}'::bytea IN pg_read_binary_file(pg_relation_filepath('data_keys'))) AS BIGINT)"
    );
    0 < place.number(&sql).await
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn the_tables_file_holds_no_row_from_before_a_new_secret_or_a_reseal() {
    let TestServer { place, mut process } = TestServer::on_postgresql(&[]).await;
    let first = wrapped(&place).await;
    assert!(is_in_file(&place, &first).await);
    rotate(&place);
    let second = wrapped(&place).await;
    assert!(!is_in_file(&place, &first).await);
    assert!(is_in_file(&place, &second).await);
    process.kill();
    wait_out(&place).await;
    answer(&place, &["reseal"]);
    assert!(!is_in_file(&place, &second).await);
    assert!(is_in_file(&place, &wrapped(&place).await).await);
}

#[ignore = "needs PostgreSQL"]
#[test]
fn a_transaction_that_may_read_the_row_of_before_is_waited_for() {
    let runtime = Runtime::new().unwrap();
    let (server, first, reader) = runtime.block_on(async {
        let server = TestServer::on_postgresql(&[]).await;
        let first = wrapped(&server.place).await;
        let database = server.place.database().await;
        let reader = database
            .begin_with_config(Some(IsolationLevel::RepeatableRead), None)
            .await
            .unwrap();
        // Its first statement says as of when it reads.
        reader.execute_unprepared("SELECT").await.unwrap();
        (server, first, reader)
    });
    let place = &server.place;
    thread::scope(|scope| {
        let rotating = scope.spawn(|| rotate(place));
        let waits = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%backend_xmin%'";
        runtime.block_on(async {
            eventually("the wait", async || {
                (rotating.is_finished() || 0 < place.number(waits).await).then_some(())
            })
            .await;
            assert!(is_in_file(place, &first).await);
            reader.commit().await.unwrap();
        });
        rotating.join().unwrap();
    });
    assert!(!runtime.block_on(is_in_file(place, &first)));
}
