//! A SQLite database whose disk is full, and then has room again, and how SQLite is compiled.

use entity::webhook_event;
use sea_orm::{
    ActiveValue::Set, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait as _, Statement,
};
use tempfile::TempDir;

use super::key_lock::KeyUse;
use super::{Database, DatabaseOptions, file_of};
use crate::error::Error;

async fn open() -> (TempDir, Database) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("app.sqlite").display());
    (
        folder,
        Database::open(&url, DatabaseOptions::default())
            .await
            .unwrap(),
    )
}

/// Stores an event whose row has about `size` bytes.
async fn store(db: &impl ConnectionTrait, id: &str, size: usize) -> Result<(), Error> {
    let event = webhook_event::ActiveModel {
        id: Set(id.to_owned()),
        kind: Set("k".repeat(size)),
        object_id: Set(String::new()),
        livemode: Set(false),
        received_at: Set(0),
    };
    webhook_event::Entity::insert(event)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// Leaves the database's present connection for writing no room.
async fn fill(db: &Database) {
    db.inner
        .writer
        .execute_unprepared("PRAGMA max_page_count = 1")
        .await
        .unwrap();
}

async fn stored(db: &Database) -> u64 {
    webhook_event::Entity::find()
        .count(db.read())
        .await
        .unwrap()
}

/// See `.cargo/config.toml`.
#[tokio::test]
async fn sqlite_is_compiled_so_that_statements_stay_prepared() {
    let (_folder, db) = open().await;
    let asked = "SELECT sqlite_compileoption_used('ENABLE_QPSG') AS answer";
    let row = db
        .read()
        .query_one_raw(Statement::from_string(DbBackend::Sqlite, asked))
        .await;
    let answer: i32 = row.unwrap().unwrap().try_get("", "answer").unwrap();
    assert_eq!(answer, 1);
}

#[tokio::test]
async fn a_full_disk_is_a_temporary_error() {
    let (_folder, db) = open().await;
    fill(&db).await;
    let transaction = db.begin().await.unwrap();
    let refused = store(&transaction, "a", 100_000).await.unwrap_err();
    assert_eq!(refused.status(), 503, "{refused:?}");
}

/// SQLite has rolled back by itself, so that the ROLLBACK fails, after which sqlx believes that a transaction is open forever.
#[tokio::test]
async fn after_a_full_disk_a_commit_is_a_commit() {
    let (_folder, db) = open().await;
    fill(&db).await;
    let transaction = db.begin().await.unwrap();
    store(&transaction, "a", 100_000).await.unwrap_err();
    drop(transaction);
    // A request that ends without a commit.
    drop(db.begin().await.unwrap());
    let transaction = db.begin().await.unwrap();
    store(&transaction, "b", 1).await.unwrap();
    transaction.commit().await.unwrap();
    assert_eq!(
        stored(&db).await,
        1,
        "the row is there for other connections"
    );
    // Another connection can write, so no transaction was left open.
    store(&db.inner.counter, "c", 1).await.unwrap();
    assert_eq!(stored(&db).await, 2);
}

#[tokio::test]
async fn a_request_that_is_given_up_at_any_moment_leaves_no_transaction_open() {
    let (_folder, db) = open().await;
    for polls in 0..40 {
        let id = format!("given-up-{polls}");
        let write = async {
            let transaction = db.begin().await?;
            store(&transaction, &id, 1).await?;
            transaction.commit().await?;
            Ok::<_, Error>(())
        };
        give_up_after(polls, write).await;
        let transaction = db.begin().await.unwrap();
        store(&transaction, &format!("kept-{polls}"), 1)
            .await
            .unwrap();
        transaction.commit().await.unwrap();
    }
    let kept = webhook_event::Entity::find().all(db.read()).await.unwrap();
    let kept = kept.iter().filter(|event| event.id.starts_with("kept"));
    assert_eq!(kept.count(), 40);
}

/// Polls a future so many times, then drops it.
async fn give_up_after(polls: u32, future: impl Future) {
    let mut future = std::pin::pin!(future);
    let mut left = polls;
    std::future::poll_fn(|context| {
        if left == 0 {
            return std::task::Poll::Ready(());
        }
        left -= 1;
        future.as_mut().poll(context).map(drop)
    })
    .await;
}

#[tokio::test]
async fn the_folder_of_a_database_is_the_one_that_the_driver_uses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("with%20space/app.sqlite");
    let url = format!("sqlite:{}?mode=rwc", path.display());
    let db = Database::open(&url, DatabaseOptions::default()).await;
    let file = folder.path().join("with space/app.sqlite");
    assert!(file.exists());
    assert_eq!(file_of(&url), Some(file));
    db.unwrap().lock_key(KeyUse::Alone).await.unwrap();
    assert_eq!(
        file_of("sqlite://data/a.sqlite"),
        Some("data/a.sqlite".into())
    );
    assert_eq!(file_of("postgres://localhost/shop"), None);
}
