//! Which secrets open the data key, and that it stays the same.

use super::secrets::{CHECK, checks};
use super::*;
use crate::crypto::keys::Secret;
use crate::services::database::DatabaseOptions;

const PLACE: &[&[u8]] = &[b"table", b"row"];

async fn open() -> (tempfile::TempDir, Database) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("app.sqlite").display());
    let db = Database::open(&url, DatabaseOptions::default()).await;
    (folder, db.unwrap())
}

fn secrets(current: &str, old: Option<&str>) -> Secrets {
    Secrets {
        current: Secret::new(current.as_bytes()),
        old: old.map(|old| Secret::new(old.as_bytes())),
    }
}

async fn keys(db: &Database, secrets: &Secrets) -> Result<Keys, SecretMismatch> {
    let opened = open_or_create(db, secrets).await.unwrap();
    opened.map(|opened| opened.keys)
}

/// The row of a release before the data key, whose server had this secret.
async fn insert_check(db: &Database, secret: &str, version: i32) {
    let place: [&[u8]; 3] = [b"server_secrets", &version.to_be_bytes(), b"check_ct"];
    let check = Keys::derive(secret.as_bytes()).seal(&place, CHECK);
    let row = data_key::ActiveModel {
        version: Set(version),
        wrapped: Set(check.unwrap()),
        created_at: Set(1),
    };
    data_key::Entity::insert(row)
        .exec_without_returning(db.write())
        .await
        .unwrap();
}

#[tokio::test]
async fn a_new_secret_opens_the_same_key_and_the_one_before_nothing() {
    let (_folder, db) = open().await;
    let (one, two) = (secrets("one", None), secrets("two", None));
    let both = secrets("two", Some("one"));
    let sealed = keys(&db, &one).await.unwrap().seal(PLACE, "text").unwrap();
    let opens = async |secrets: &Secrets| {
        let keys = keys(&db, secrets).await;
        keys.map(|keys| keys.open(PLACE, &sealed).unwrap())
    };
    assert_eq!(opens(&two).await, Err(SecretMismatch::Other));
    // Starts between the two steps of a replacement.
    assert_eq!(opens(&both).await.unwrap(), "text");
    assert_eq!(opens(&one).await.unwrap(), "text");
    assert!(rewrap(&db, &both).await.unwrap());
    assert!(!rewrap(&db, &both).await.unwrap());
    assert_eq!(opens(&two).await.unwrap(), "text");
    assert_eq!(opens(&both).await.unwrap(), "text");
    assert_eq!(opens(&one).await, Err(SecretMismatch::Other));
}

#[tokio::test]
async fn the_keys_of_a_database_from_before_stay_and_are_wrapped_once() {
    let (_folder, db) = open().await;
    insert_check(&db, "one", 3).await;
    assert_eq!(
        keys(&db, &secrets("two", None)).await.unwrap_err(),
        SecretMismatch::Other
    );
    let one = secrets("one", None);
    let sealed = Keys::derive(b"one").seal(PLACE, "text").unwrap();
    let mut stored = Vec::new();
    for _ in 0..2 {
        let keys = keys(&db, &one).await.unwrap();
        assert_eq!(keys.open(PLACE, &sealed).unwrap(), "text");
        stored.push(data_key::Entity::find().all(db.read()).await.unwrap());
    }
    assert_eq!(stored[0].len(), 1);
    assert_eq!(stored[0], stored[1]);
    assert!(!checks(&one.current, &stored[0][0]));
}

#[tokio::test]
async fn a_replacement_that_a_release_before_has_begun_is_refused() {
    let (_folder, db) = open().await;
    insert_check(&db, "one", 1).await;
    insert_check(&db, "two", 2).await;
    let both = secrets("two", Some("one"));
    assert_eq!(
        keys(&db, &both).await.unwrap_err(),
        SecretMismatch::Unfinished
    );
}

#[tokio::test]
async fn two_processes_that_start_first_have_the_same_key() {
    let (_folder, db) = open().await;
    let one = secrets("one", None);
    let (left, right) = tokio::join!(keys(&db, &one), keys(&db, &one));
    let sealed = left.unwrap().seal(PLACE, "text").unwrap();
    assert_eq!(right.unwrap().open(PLACE, &sealed).unwrap(), "text");
}
