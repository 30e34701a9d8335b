//! What keeps the data key and the rows together: a reseal beside servers that it may not see, and a key that is not the one of the rows.

use sea_orm::{ConnectionTrait as _, Statement};

use crate::before_the_data_key::literal;
use crate::operator::{answer, operate};
use crate::rotation::wait_out;
use crate::server::{Place, TestServer, eventually, refused};

const RUNS: &str = "SELECT COUNT(*) FROM server_clock WHERE ran_at IS NOT NULL";

#[tokio::test]
async fn a_server_that_a_reseal_took_for_stopped_ends_by_itself_and_can_start_again() {
    let TestServer { place, mut process } = TestServer::start().await;
    let owner = process.device();
    owner.buy("ann@example.com").await;
    // As if it had not run: it says soon that it does.
    eventually("a reseal", async || {
        wait_out(&place).await;
        let done = operate(&place, &["reseal"]);
        done.status.success().then_some(())
    })
    .await;
    assert_eq!(process.ended().await, 1);
    let said = process.said();
    let sentence = "the data key of the database was replaced while this server ran";
    assert_eq!(said.matches(sentence).count(), 1, "{said}");
    let process = place.start(&[]).await;
    assert!(owner.at(&process.base).has_access().await);
}

#[tokio::test]
async fn a_reseal_knows_of_a_server_that_doubts_its_machines_clock() {
    let TestServer { place, mut process } = TestServer::start().await;
    process.kill();
    let long_ago = 401 * 86_400_000_i64;
    place
        .execute(&format!(
            "UPDATE server_clock SET seen_at = seen_at - {long_ago}, ran_at = NULL"
        ))
        .await;
    process = place.start(&[]).await;
    eventually("the sign that it runs", async || {
        (place.number(RUNS).await == 1).then_some(())
    })
    .await;
    assert!(process.said().contains("clock is much later"));
    process.kill();
    // As if the operator had trusted the clock two minutes ago.
    answer(&place, &["trust-clock"]);
    place
        .execute("UPDATE server_clock SET seen_at = seen_at - 180000")
        .await;
    assert_eq!(operate(&place, &["reseal"]).status.code(), Some(2));
    place
        .execute("UPDATE server_clock SET ran_at = ran_at - 180000")
        .await;
    answer(&place, &["reseal"]);
}

#[tokio::test]
async fn after_a_reseal_no_request_that_waits_says_who_asked_by_the_key_before() {
    let TestServer { place, mut process } = TestServer::start().await;
    process.kill();
    let hash = literal(&place, &[1; 32]);
    let id = if place.is_sqlite() {
        literal(&place, &[1; 16])
    } else {
        "'00000000-0000-7000-8000-000000000001'".to_owned()
    };
    place
        .execute(&format!(
            "INSERT INTO verification_requests (id, purpose, email_hash, asker, created_at) VALUES ({id}, 'access', {hash}, {hash}, 1)"
        ))
        .await;
    wait_out(&place).await;
    answer(&place, &["reseal"]);
    let waiting = "SELECT COUNT(*) FROM verification_requests";
    assert_eq!(place.number(waiting).await, 1);
    let with_asker = format!("{waiting} WHERE asker IS NOT NULL");
    assert_eq!(place.number(&with_asker).await, 0);
}

/// The data key as the secret wraps it.
pub(crate) async fn wrapped(place: &Place) -> Vec<u8> {
    let database = place.database().await;
    let sql = "SELECT wrapped FROM data_keys";
    let query = Statement::from_string(database.get_database_backend(), sql);
    let row = database.query_one_raw(query).await.unwrap().unwrap();
    let wrapped = row.try_get_by_index(0).unwrap();
    database.close().await.unwrap();
    wrapped
}

#[tokio::test]
async fn a_data_key_that_is_not_the_one_of_the_rows_stops_the_start() {
    let secret = ("SERVER_SECRET", "one-secret-for-both-of-the-databases");
    let settings = [secret, ("BEGIN_ANEW", "true")];
    let (place, other) = (Place::new().await, Place::new().await);
    let mut process = place.start(&settings).await;
    process.device().buy("ann@example.com").await;
    process.kill();
    drop(other.start(&settings).await);
    let own = wrapped(&place).await;
    let set = async |key: &[u8]| {
        let key = literal(&place, key);
        let sql = format!("UPDATE data_keys SET wrapped = {key}");
        place.execute(&sql).await;
    };
    set(&wrapped(&other).await).await;
    let (code, said) = refused(&place, &[secret]).await;
    assert_eq!((code, said.lines().count()), (2, 1), "{said}");
    assert!(said.contains("does not open its orders"), "{said}");
    set(&own).await;
    drop(place.start(&[secret]).await);
}
