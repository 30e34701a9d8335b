//! Changes and deletes any number of rows, a batch in a transaction, so that requests never wait for more than one batch.
//!
//! A batch is so many rows, found by their whole primary keys: by the first column of one it would be any number. Rows that somebody writes at
//! the moment are left to the next run: two transactions that wait for rows of each other would both fail. Between two batches the requests
//! that wait for the connection have their turn.

use sea_orm::sea_query::{Expr, ExprTrait as _, LockBehavior, LockType, Query, SimpleExpr};
use sea_orm::{
    Condition, ConnectionTrait as _, EntityTrait, Iterable as _, PrimaryKeyToColumn,
    QueryFilter as _, QueryTrait as _, StatementBuilder,
};

use super::Database;
use crate::error::Error;

/// Rows of one transaction.
const MAX_BATCH: u64 = 500;

/// Deletes the rows of this condition.
pub async fn delete<E: EntityTrait>(
    db: &Database,
    which: impl Into<Condition>,
) -> Result<(), Error> {
    let batch = E::delete_many().filter(is_in_batch::<E>(which.into()));
    repeat(db, batch.into_query()).await
}

/// Sets a column of the rows of this condition, which is not true of them any more then.
pub async fn update<E: EntityTrait>(
    db: &Database,
    (column, value): (E::Column, i64),
    which: impl Into<Condition>,
) -> Result<(), Error> {
    let batch = E::update_many()
        .col_expr(column, Expr::value(value))
        .filter(is_in_batch::<E>(which.into()));
    repeat(db, batch.into_query()).await
}

/// Executes a statement, each time in a transaction of its own, until it changes fewer rows than a batch has.
async fn repeat(db: &Database, batch: impl StatementBuilder) -> Result<(), Error> {
    loop {
        let transaction = db.begin().await?;
        let changed = transaction.execute(&batch).await?;
        transaction.commit().await?;
        if changed.rows_affected() < MAX_BATCH {
            return Ok(());
        }
    }
}

/// Whether a row is in the batch. The condition is nowhere but in the batch, which has locked its rows: beside their keys, SQLite would look for all
/// rows of the condition and then for those of the batch among them.
fn is_in_batch<E: EntityTrait>(which: Condition) -> SimpleExpr {
    let key: Vec<E::Column> = E::PrimaryKey::iter()
        .map(PrimaryKeyToColumn::into_column)
        .collect();
    let batch = Query::select()
        .columns(key.clone())
        .from(E::default())
        .cond_where(which)
        .limit(MAX_BATCH)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .to_owned();
    Expr::tuple(key.into_iter().map(Expr::col)).in_subquery(batch)
}

#[cfg(test)]
mod tests {
    use entity::{device_session, watch_item};
    use sea_orm::{ColumnTrait as _, ConnectionTrait, DbBackend, Statement};

    use super::*;
    use crate::services::database::DatabaseOptions;

    /// The numbers from 0 to less than this.
    fn numbers(count: u64) -> String {
        format!(
            "WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < {count})"
        )
    }

    async fn filled(folder: &tempfile::TempDir, rows: &[String]) -> Database {
        let url = format!("sqlite://{}", folder.path().join("app.sqlite").display());
        let db = Database::open(&url, DatabaseOptions::default())
            .await
            .unwrap();
        let transaction = db.begin().await.unwrap();
        for sql in rows {
            transaction.execute_unprepared(sql).await.unwrap();
        }
        transaction.commit().await.unwrap();
        db
    }

    async fn count(db: &impl ConnectionTrait, rows: &str) -> u64 {
        let sql = format!("SELECT COUNT(*) FROM {rows}");
        let row = db.query_one_raw(Statement::from_string(DbBackend::Sqlite, sql));
        let count: i64 = row.await.unwrap().unwrap().try_get_by_index(0).unwrap();
        count.unsigned_abs()
    }

    /// How many of these rows a request sees that wants the connection while they are changed.
    async fn seen_by_request(db: &Database, rows: &str) -> u64 {
        // The job comes first, and has the connection.
        tokio::task::yield_now().await;
        let transaction = db.begin().await.unwrap();
        let left = count(&transaction, rows).await;
        transaction.commit().await.unwrap();
        left
    }

    #[tokio::test]
    async fn a_request_has_its_turn_while_rows_are_deleted_or_changed() {
        let folder = tempfile::tempdir().unwrap();
        let old = 4 * MAX_BATCH;
        let (all, new) = (numbers(old), numbers(7));
        let rows = [
            format!("{all} INSERT INTO device_sessions SELECT CAST(n AS BLOB), 1, 1 FROM numbers"),
            format!(
                "{new} INSERT INTO device_sessions SELECT CAST(-n - 1 AS BLOB), 9, 9 FROM numbers"
            ),
        ];
        let db = filled(&folder, &rows).await;
        let seen_at = device_session::Column::SeenAt;
        let changing = update::<device_session::Entity>(&db, (seen_at, 2), seen_at.eq(1));
        let request = seen_by_request(&db, "device_sessions WHERE seen_at = 1");
        let (done, left) = tokio::join!(changing, request);
        done.unwrap();
        assert!(0 < left && left < old, "the request saw {left} rows");
        let deleting = delete::<device_session::Entity>(&db, seen_at.eq(2));
        let request = seen_by_request(&db, "device_sessions WHERE seen_at = 2");
        let (done, left) = tokio::join!(deleting, request);
        done.unwrap();
        assert!(0 < left && left < old, "the request saw {left} rows");
        let left = count(db.read(), "device_sessions").await;
        assert_eq!(left, 7, "the others stay");
    }

    #[tokio::test]
    async fn a_request_has_its_turn_while_many_items_of_one_link_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let items = 4 * MAX_BATCH;
        let all = numbers(items);
        let link = "INSERT INTO watches (id, claim_hash, owner_hash, state, positions, expires_at)
            VALUES (x'01', x'01', x'02', 'claimed', 0, 9)";
        let rows = [
            link.to_owned(),
            format!(
                "{all} INSERT INTO watch_items (watch_id, direction, seq, position, bytes, created_at, expires_at)
                 SELECT x'01', 0, n, n, x'', 1, 1 FROM numbers"
            ),
        ];
        let db = filled(&folder, &rows).await;
        let deleting = delete::<watch_item::Entity>(&db, watch_item::Column::ExpiresAt.lt(2));
        let (done, left) = tokio::join!(deleting, seen_by_request(&db, "watch_items"));
        done.unwrap();
        assert!(0 < left && left < items, "the request saw {left} items");
        assert_eq!(count(db.read(), "watch_items").await, 0);
    }
}
