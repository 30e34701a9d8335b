//! The data key of this database: its one row, how a secret opens it, and how another secret takes its place.
//!
//! Everything sealed or hashed hangs on the data key (`crypto/keys.rs`), and only its row hangs on the server's secret. A process opens the row
//! when it starts and keeps the key, so a new secret concerns no process that runs. While the secret is being replaced, starts take either one;
//! `rewrap` then rewrites the row in one transaction, so that a kill leaves it as before or as after.
//!
//! A row that a release before the data key has left holds a known text instead, sealed with what its secret derived; the oldest databases have
//! no row. The first start wraps the derived keys, which stay the data key.

use entity::{data_key, purchase};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult as _, QueryFilter,
    QueryOrder, QuerySelect as _, Statement,
};

pub use self::secrets::{Found, Misfit, Secrets};
use self::secrets::{is_from_before, unwrap, wrapped};
use super::database::Database;
use super::purchases::Party;
use crate::crypto::keys::Keys;
use crate::domain::clock::now;
use crate::error::Error;

mod secrets;

/// Opens the data key; stores one in a database without. Waits for a reseal that is running.
pub async fn open_or_create(
    db: &Database,
    secrets: &Secrets,
) -> Result<Result<Keys, Misfit>, Error> {
    loop {
        let transaction = db.begin_patiently().await?;
        db.without_limits(&transaction).await?;
        let opened = match find_locked(&transaction, secrets).await? {
            (Found::Misfit(misfit), _) => Some(Err(misfit)),
            (Found::Key { keys, .. }, Some(row)) => {
                if is_from_before(secrets, &row) {
                    store(&transaction, secrets, &keys, &row, row.version).await?;
                }
                Some(Ok(keys))
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

/// What the secrets open. Changes nothing.
pub async fn find(db: &impl ConnectionTrait, secrets: &Secrets) -> Result<Found, Error> {
    let rows = data_key::Entity::find().all(db).await?;
    judge(db, secrets, &rows).await
}

/// The same in tables of a release before the data key.
pub async fn find_before(db: &impl ConnectionTrait, secrets: &Secrets) -> Result<Found, Error> {
    let sql = "SELECT version, check_ct AS wrapped, created_at FROM server_secrets";
    let query = Statement::from_string(db.get_database_backend(), sql);
    let rows = data_key::Model::find_by_statement(query).all(db).await?;
    judge(db, secrets, &rows).await
}

/// Whether the database has anything that only its own secret opens.
pub async fn is_needed(db: &impl ConnectionTrait) -> Result<bool, Error> {
    let row = data_key::Entity::find().one(db).await?;
    Ok(row.is_some() || newest_sealed_order(db).await?.is_some())
}

/// Wraps the data key by the current secret. Returns false where it is already. Waits for a reseal that is running.
pub async fn rewrap(db: &Database, secrets: &Secrets) -> Result<bool, Error> {
    let transaction = db.begin_patiently().await?;
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
        [row] => {
            let opened = secrets.each().find_map(|(secret, is_current)| {
                unwrap(secret, row).map(|keys| (keys, is_current))
            });
            opened.map_or(Found::Misfit(Misfit::Other), |(keys, is_wrapped)| {
                Found::Key { keys, is_wrapped }
            })
        }
        _ => Found::Misfit(Misfit::Unfinished),
    })
}

/// For a database from before there were rows of secrets. Where every address was erased, nothing tells whether the current secret is the one that
/// gifts' links were hashed with, and that release took it for it.
async fn found_by_order(db: &impl ConnectionTrait, secrets: &Secrets) -> Result<Found, Error> {
    let Some(newest) = newest_sealed_order(db).await? else {
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
    Ok(
        opened.map_or(Found::Misfit(Misfit::Other), |(secret, is_wrapped)| {
            let keys = secret.derived().clone();
            Found::Key { keys, is_wrapped }
        }),
    )
}

async fn newest_sealed_order(db: &impl ConnectionTrait) -> Result<Option<purchase::Model>, Error> {
    Ok(purchase::Entity::find()
        .filter(purchase::Column::BuyerEmailCt.is_not_null())
        .order_by_desc(purchase::Column::Id)
        .one(db)
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
