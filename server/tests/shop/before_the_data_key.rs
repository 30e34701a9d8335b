//! The first start on a database of a release whose keys were derived from the secret.

use std::fs;

use data_encoding::HEXLOWER;
use server::crypto::keys::Keys;

use crate::older_tables::take_back;
use crate::rotation::{PROOF, Sold};
use crate::server::{Place, TestServer, refused};

const SECRET: &str = "the-secret-of-the-release-before-it-kept-in-a-file-of-its-folder";
const WAITING: [(&str, &str); 2] = [PROOF, ("MAIL_URL", "smtp://127.0.0.1:1")];
const APPLIED: &str = "SELECT COUNT(*) FROM seaql_migrations";
const KEYS: &str = "SELECT COUNT(*) FROM data_keys";

/// Bytes as SQL writes them.
pub(crate) fn literal(place: &Place, bytes: &[u8]) -> String {
    let hex = HEXLOWER.encode(bytes);
    if place.database_url.starts_with("sqlite:") {
        format!("X'{hex}'")
    } else {
        format!("'\\x{hex}'")
    }
}

/// Gives a stopped server's database the tables of that release, without a row of a secret.
async fn put_back(place: &Place) {
    let database = place.database().await;
    take_back(&database, "wrap_the_data_key").await;
    database.close().await.unwrap();
    place.execute("DELETE FROM server_secrets").await;
}

/// The row that a server of that release stored at its start.
async fn insert_check(place: &Place) {
    let stored_at: [&[u8]; 3] = [b"server_secrets", &1_i32.to_be_bytes(), b"check_ct"];
    let check = Keys::derive(SECRET.as_bytes()).seal(&stored_at, "this secret opens this database");
    let check = literal(place, &check.unwrap());
    let sql = format!(
        "INSERT INTO server_secrets (version, check_ct, created_at) VALUES (1, {check}, 1)"
    );
    place.execute(&sql).await;
}

/// A stopped server of that release, which has sold and whose mails wait.
async fn of_before() -> (Place, Sold) {
    let place = Place::new().await;
    let data = place.folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("server-secret"), SECRET).unwrap();
    let mut process = place.start(&[("BEGIN_ANEW", "true")]).await;
    process.kill();
    put_back(&place).await;
    // It was sealed with a data key, which that release did not have.
    place.execute("DELETE FROM watch_keys").await;
    insert_check(&place).await;
    process = place.start(&WAITING).await;
    let mut server = TestServer { process, place };
    let sold = Sold::at(&server).await;
    server.process.kill();
    let place = server.place;
    let ann = Keys::derive(SECRET.as_bytes()).email_hash(&"ann@example.com".parse().unwrap());
    let ann = literal(&place, &ann);
    let by_hash = format!("SELECT COUNT(*) FROM purchases WHERE buyer_email_hash = {ann}");
    assert_eq!(place.number(&by_hash).await, 1, "the key is the secret's");
    put_back(&place).await;
    (place, sold)
}

#[tokio::test]
async fn the_first_start_after_the_upgrade_and_every_later_one_open_everything() {
    let (place, sold) = of_before().await;
    insert_check(&place).await;
    let process = place.start(&WAITING).await;
    let mut server = TestServer { process, place };
    for _ in 0..2 {
        sold.goes_on(&server).await;
        assert_eq!(server.place.number(KEYS).await, 1);
        server.process.kill();
        server.process = server.place.start(&[PROOF]).await;
    }
    sold.goes_on(&server).await;
    sold.is_mailed(&server.place).await;
    let recipient = server.device();
    assert_eq!(recipient.activate(&sold.code, "bob@example.com").await, 200);
}

#[tokio::test]
async fn without_the_secret_a_start_leaves_the_database_as_it_is() {
    let (place, sold) = of_before().await;
    let secret = place.folder.path().join("data/server-secret");
    let elsewhere = place.folder.path().join("secret");
    fs::rename(&secret, &elsewhere).unwrap();
    let applied = place.number(APPLIED).await;
    for has_row in [false, true] {
        if has_row {
            insert_check(&place).await;
        }
        let (code, said) = refused(&place, &WAITING).await;
        assert_eq!((code, said.lines().count()), (2, 1), "{said}");
        assert!(said.contains("needs the secret"), "{said}");
        assert_eq!(place.number(APPLIED).await, applied);
        assert!(!secret.exists());
    }
    fs::rename(&elsewhere, &secret).unwrap();
    let process = place.start(&WAITING).await;
    sold.goes_on(&TestServer { process, place }).await;
}

#[tokio::test]
async fn a_gift_of_the_oldest_release_is_found_though_every_address_is_erased() {
    let (place, sold) = of_before().await;
    place
        .execute("UPDATE purchases SET buyer_email_ct = NULL, buyer_email_hash = NULL, recipient_email_ct = NULL, recipient_email_hash = NULL")
        .await;
    let process = place.start(&WAITING).await;
    let server = TestServer { process, place };
    let recipient = server.device();
    assert_eq!(recipient.activate(&sold.code, "bob@example.com").await, 200);
}
