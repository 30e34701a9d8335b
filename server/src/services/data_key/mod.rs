//! The data key of this database: its one row, how a secret opens it, and how another secret takes its place.
//!
//! Everything sealed or hashed depends on the data key (`crypto/keys.rs`), and only its row depends on the server's secret. A process opens the row
//! when it starts and keeps the key, so a new secret does not affect running processes. While the secret is being replaced, starts accept either one;
//! `rewrap` then rewrites the row in one transaction, so that a kill leaves either the old row or the new one.
//!
//! A row that a release before the data key has left holds a known text instead, sealed with what its secret derived; the oldest databases have
//! no row. The first start wraps the derived keys, which stay the data key.

use std::time::Duration;

use entity::{data_key, purchase};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult as _, QueryFilter,
    QueryOrder, QuerySelect as _, Statement,
};
use tokio::time::sleep;

pub use self::secrets::{Found, SecretMismatch, Secrets};
use self::secrets::{is_from_before, wrapped};
use super::database::Database;
use super::purchases::Party;
use crate::crypto::keys::Keys;
use crate::domain::clock::now;
use crate::error::Error;

mod secrets;

/// On how many orders an opened key is tried.
const MAX_ATTEMPTS: u64 = 3;
/// How often a process looks whether its data key is still the one of the database.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// The data key of a process.
#[derive(Debug)]
pub struct OpenedKey {
    /// The key.
    pub keys: Keys,
    /// Which key of this database it is; a reseal makes the next one.
    pub version: i32,
}

/// Opens the data key; stores one in a database without. Waits for a reseal that is running.
pub async fn open_or_create(
    db: &Database,
    secrets: &Secrets,
) -> Result<Result<OpenedKey, SecretMismatch>, Error> {
    loop {
        let transaction = db.begin_with_long_timeouts().await?;
        db.without_limits(&transaction).await?;
        let opened = match find_locked(&transaction, secrets).await? {
            (Found::SecretMismatch(misfit), _) => Some(Err(misfit)),
            (Found::Key { keys, .. }, Some(row)) => {
                if is_from_before(secrets, &row) {
                    store(&transaction, secrets, &keys, &row, row.version).await?;
                }
                let version = row.version;
                Some(Ok(OpenedKey { keys, version }))
            }
            (Found::Key { keys, .. }, None) => {
                insert(&transaction, secrets, &keys).await?;
                None
            }
            (Found::Nothing, _) => {
                insert(&transaction, secrets, &Keys::random()).await?;
                None
            }
        };
        // Also where nothing is written: one that is dropped ends later, and until then PostgreSQL locks the row.
        transaction.commit().await?;
        if let Some(opened) = opened {
            return Ok(opened);
        }
        // Another process may have been faster, so the row is read again.
    }
}

/// Ends when the data key is not of this version any more, so that a process which a reseal took for stopped does not go on with the one before.
pub async fn replaced(db: &Database, version: i32) {
    loop {
        sleep(CHECK_INTERVAL).await;
        let row = data_key::Entity::find_by_id(version).select_only();
        let row = row.column(data_key::Column::Version).into_tuple();
        let stored: Result<Option<i32>, _> = row.one(db.read()).await;
        // While the database does not answer, nothing is written either.
        if stored.is_ok_and(|stored| stored.is_none()) {
            return;
        }
    }
}

/// What the secrets open; none where the tables that tell are among the migrations that are missing. Changes nothing.
pub async fn find(
    db: &impl ConnectionTrait,
    secrets: &Secrets,
    missing: &[String],
) -> Result<Option<Found>, Error> {
    let Some(rows) = rows(db, missing).await? else {
        return Ok(None);
    };
    Ok(Some(judge(db, secrets, &rows).await?))
}

/// Whether the database has anything that only its own secret opens. It may lack migrations.
pub async fn is_needed(db: &impl ConnectionTrait, missing: &[String]) -> Result<bool, Error> {
    let has_rows = rows(db, missing)
        .await?
        .is_some_and(|rows| !rows.is_empty());
    if has_rows || lacks(missing, "create_purchases") {
        return Ok(has_rows);
    }
    // Older tables of orders have other columns besides.
    let sealed = "SELECT id FROM purchases WHERE buyer_email_ct IS NOT NULL LIMIT 1";
    let query = Statement::from_string(db.get_database_backend(), sealed);
    Ok(db.query_one_raw(query).await?.is_some())
}

/// The rows that say which secret opens the database, where its tables have them; a release before the data key has named them otherwise.
async fn rows(
    db: &impl ConnectionTrait,
    missing: &[String],
) -> Result<Option<Vec<data_key::Model>>, Error> {
    if lacks(missing, "version_secrets") {
        return Ok(None);
    }
    if !lacks(missing, "wrap_the_data_key") {
        return Ok(Some(data_key::Entity::find().all(db).await?));
    }
    let sql = "SELECT version, check_ct AS wrapped, created_at FROM server_secrets";
    let query = Statement::from_string(db.get_database_backend(), sql);
    let rows = data_key::Model::find_by_statement(query).all(db).await?;
    Ok(Some(rows))
}

fn lacks(missing: &[String], migration: &str) -> bool {
    missing.iter().any(|name| name.ends_with(migration))
}

/// Wraps the data key by the current secret. Returns false where it is already. Waits for a reseal that is running.
pub async fn rewrap(db: &Database, secrets: &Secrets) -> Result<bool, Error> {
    let transaction = db.begin_with_long_timeouts().await?;
    db.without_limits(&transaction).await?;
    match find_locked(&transaction, secrets).await? {
        (Found::Key { keys, is_wrapped }, Some(row)) if !is_wrapped => {
            store(&transaction, secrets, &keys, &row, row.version).await?;
            transaction.commit().await?;
            Ok(true)
        }
        found => {
            transaction.rollback().await?;
            match found {
                (Found::Key { .. }, _) => Ok(false),
                _ => Err(unopened()),
            }
        }
    }
}

/// Replaces the data key in the caller's transaction, and returns the one before and the new one. No start reads either before the transaction
/// ends.
pub(super) async fn renew(
    transaction: &impl ConnectionTrait,
    secrets: &Secrets,
) -> Result<(Keys, Keys), Error> {
    let (Found::Key { keys, .. }, Some(row)) = find_locked(transaction, secrets).await? else {
        return Err(unopened());
    };
    let renewed = keys.renewed();
    store(transaction, secrets, &renewed, &row, row.version + 1).await?;
    Ok((keys, renewed))
}

/// A task has opened the key before.
fn unopened() -> Error {
    Error::Internal(anyhow::anyhow!(
        "there is no data key that the secret opens"
    ))
}

/// The row is locked until the end of the transaction.
async fn find_locked(
    transaction: &impl ConnectionTrait,
    secrets: &Secrets,
) -> Result<(Found, Option<data_key::Model>), Error> {
    let rows = data_key::Entity::find().lock_exclusive().all(transaction);
    let rows = rows.await?;
    let found = judge(transaction, secrets, &rows).await?;
    Ok((found, rows.into_iter().next()))
}

async fn judge(
    db: &impl ConnectionTrait,
    secrets: &Secrets,
    rows: &[data_key::Model],
) -> Result<Found, Error> {
    Ok(match rows {
        [] => found_by_order(db, secrets).await?,
        [row] => match secrets.open(row) {
            None => Found::SecretMismatch(SecretMismatch::Other),
            Some((keys, is_wrapped)) if opens_orders(db, &keys).await? => {
                Found::Key { keys, is_wrapped }
            }
            Some(_) => Found::SecretMismatch(SecretMismatch::OtherKey),
        },
        _ => Found::SecretMismatch(SecretMismatch::Unfinished),
    })
}

/// For a database from before there were rows of secrets. Where every address was erased, nothing tells whether the current secret is the one that
/// gifts' links were hashed with, and that release took it for it.
async fn found_by_order(db: &impl ConnectionTrait, secrets: &Secrets) -> Result<Found, Error> {
    let Some(newest) = newest_sealed_orders(db, 1).await?.pop() else {
        let sold = purchase::Entity::find().one(db).await?;
        return Ok(sold.map_or(Found::Nothing, |_| Found::Key {
            keys: secrets.current.derived().clone(),
            is_wrapped: true,
        }));
    };
    let opened = secrets.each().find(|(secret, _)| {
        let address = Party::Buyer.address(secret.derived(), &newest);
        address.is_ok()
    });
    Ok(opened.map_or(
        Found::SecretMismatch(SecretMismatch::Other),
        |(secret, is_wrapped)| {
            let keys = secret.derived().clone();
            Found::Key { keys, is_wrapped }
        },
    ))
}

/// Whether the key is the one of the rows. A few are tried, so that one that is damaged stops nothing.
async fn opens_orders(db: &impl ConnectionTrait, keys: &Keys) -> Result<bool, Error> {
    let newest = newest_sealed_orders(db, MAX_ATTEMPTS).await?;
    let opens = |order: &purchase::Model| Party::Buyer.address(keys, order).is_ok();
    Ok(newest.is_empty() || newest.iter().any(opens))
}

async fn newest_sealed_orders(
    db: &impl ConnectionTrait,
    count: u64,
) -> Result<Vec<purchase::Model>, Error> {
    Ok(purchase::Entity::find()
        .filter(purchase::Column::BuyerEmailCt.is_not_null())
        .order_by_desc(purchase::Column::Id)
        .limit(count)
        .all(db)
        .await?)
}

/// Writes the row anew in its place, so that a start of PostgreSQL that waits for its lock finds it.
async fn store(
    transaction: &impl ConnectionTrait,
    secrets: &Secrets,
    keys: &Keys,
    row: &data_key::Model,
    version: i32,
) -> Result<(), Error> {
    let is_new = version != row.version;
    let made = if is_new { now() } else { row.created_at };
    data_key::Entity::update_many()
        .col_expr(data_key::Column::Version, Expr::value(version))
        .col_expr(
            data_key::Column::Wrapped,
            Expr::value(wrapped(secrets, keys, version)?),
        )
        .col_expr(data_key::Column::CreatedAt, Expr::value(made))
        .filter(data_key::Column::Version.eq(row.version))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Does nothing where another process was faster.
async fn insert(db: &impl ConnectionTrait, secrets: &Secrets, keys: &Keys) -> Result<(), Error> {
    let row = data_key::ActiveModel {
        version: Set(1),
        wrapped: Set(wrapped(secrets, keys, 1)?),
        created_at: Set(now()),
    };
    let ignore = OnConflict::column(data_key::Column::Version)
        .do_nothing()
        .to_owned();
    data_key::Entity::insert(row)
        .on_conflict(ignore)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests;
