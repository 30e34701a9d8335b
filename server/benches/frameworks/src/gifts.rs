//! The gifts in SQLite, which both frameworks leave to a library of one's choice.

use std::path::Path;

use data_encoding::HEXLOWER;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};

use crate::{Job, Value};

/// What a row holds: the gift's data in JSON, and what the page shows of it.
#[derive(Debug)]
pub(crate) struct Row {
    json: String,
    path: String,
    gift: Shown,
}

#[derive(Debug, Deserialize)]
struct Data {
    gift: Shown,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    recipient_email: String,
    personal_message: String,
}

/// How a value comes into the page.
#[derive(Debug)]
pub(crate) enum Written<'a> {
    Escaped(&'a str),
    /// JSON within a script, where no HTML is escaped.
    Json(&'a str),
}

impl Row {
    pub(crate) fn value(&self, value: Value) -> Written<'_> {
        match value {
            Value::RecipientEmail => Written::Escaped(&self.gift.recipient_email),
            Value::PersonalMessage => Written::Escaped(&self.gift.personal_message),
            Value::Path => Written::Escaped(&self.path),
            Value::Data => Written::Json(&self.json),
        }
    }
}

/// Opens a new database with the job's gifts, in a file as the product's. One connection, which is not asked whether it
/// still lives: that is the fastest on one core.
pub(crate) async fn open(arm: &str, job: &Job) -> SqlitePool {
    let file = Path::new(&job.folder).join(format!("{arm}.sqlite"));
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true);
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .test_before_acquire(false)
        .connect_with(options)
        .await
        .unwrap();
    for statement in [
        "DROP TABLE IF EXISTS gifts",
        "CREATE TABLE gifts (code TEXT PRIMARY KEY, data TEXT NOT NULL)",
    ] {
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
    for path in &job.gift.paths {
        sqlx::query("INSERT INTO gifts VALUES (?, ?)")
            .bind(hash(path.trim_start_matches("/gift/")))
            .bind(&job.data)
            .execute(&pool)
            .await
            .unwrap();
    }
    pool
}

/// Reads one gift.
pub(crate) async fn read(pool: &SqlitePool, code: &str) -> Row {
    let json: String = sqlx::query_scalar("SELECT data FROM gifts WHERE code = ?")
        .bind(hash(code))
        .fetch_one(pool)
        .await
        .unwrap();
    let Data { gift } = serde_json::from_str(&json).unwrap();
    Row {
        json: json.replace('<', "\\u003c"),
        path: format!("/gift/{code}"),
        gift,
    }
}

fn hash(code: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(code))
}
