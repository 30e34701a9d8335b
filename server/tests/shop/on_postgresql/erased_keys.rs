//! Rows of the data key that another one has followed.

use data_encoding::HEXLOWER;

use crate::operator::answer;
use crate::reseals::wrapped;
use crate::rotation::{rotate, wait_out};
use crate::server::{Place, TestServer};

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
