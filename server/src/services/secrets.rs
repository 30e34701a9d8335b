//! Which secrets the rows of this database need: each has a row of its own, which opens with it alone.

use entity::{purchase, server_secret};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder,
};

use super::database::Database;
use super::purchases::Party;
use crate::crypto::keys::Keys;
use crate::domain::clock::now;
use crate::error::Error;

/// What is sealed in a secret's row.
const CHECK: &str = "this secret opens this database";

/// How the secrets of this process and those of the database stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Every row can be opened, and the current secret is the newest.
    Fits,
    /// Every row can be opened, and no server has used the current secret yet.
    New,
    /// The secrets do not fit.
    Misfit(Misfit),
}

/// Why the secrets do not fit, as a line for the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// The database was written with others.
    #[error(
        "the secret (SERVER_SECRET, or the file in DATA_DIR) does not open this database; set the one that it was written with"
    )]
    Other,
    /// A server has used a newer secret since.
    #[error(
        "SERVER_SECRET does not open this database alone: a newer secret was used since; set that one and restart"
    )]
    Newer,
    /// Rows may still need the old secret.
    #[error(
        "this database still needs the secret before SERVER_SECRET; set it as SERVER_SECRET_OLD until rotate-secret says that nothing needs it"
    )]
    OldMissing,
    /// The current secret is the older one.
    #[error("SERVER_SECRET is older than SERVER_SECRET_OLD; exchange the two")]
    Exchanged,
}

/// Which secret of this process opens a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opener {
    Current,
    Old,
    None,
}

/// How the secrets stand. Changes nothing.
pub async fn standing(db: &impl ConnectionTrait, keys: &Keys) -> Result<Standing, Error> {
    let rows = rows(db).await?;
    if rows.is_empty() {
        return Ok(match opener_of_newest_order(db, keys).await? {
            Opener::Current => Standing::Fits,
            Opener::Old => Standing::New,
            Opener::None => Standing::Misfit(Misfit::Other),
        });
    }
    let openers: Vec<Opener> = rows.iter().map(|row| opener_of(keys, row)).collect();
    Ok(judge(&openers))
}

/// Stores that a server uses the current secret, unless the secrets do not fit. After this, a process that lacks it is refused, at its start
/// and when it writes.
pub async fn register(db: &Database, keys: &Keys) -> Result<Standing, Error> {
    loop {
        let known = rows(db.read()).await?;
        let standing = standing(db.read(), keys).await?;
        let newest = known.last().map_or(0, |row| row.version);
        let transaction = match (standing, newest) {
            (Standing::Misfit(_), _) => return Ok(standing),
            (Standing::Fits, 1..) => {
                db.write_with(newest);
                return Ok(standing);
            }
            // What other processes are writing with the old secret is stored before the new one is.
            (Standing::Fits | Standing::New, _) => db.begin_alone().await?,
        };
        if standing == Standing::New && newest == 0 {
            // A database of a time before this table, which the old secret opens.
            let old = keys.old_alone().unwrap_or_else(|| keys.clone());
            insert(&transaction, &old, 1).await?;
        } else {
            insert(&transaction, keys, newest + 1).await?;
        }
        // Another process may have been faster, so the rows are read again.
        transaction.commit().await?;
    }
}

/// How the secrets stand, for a process that does not serve: from now on it writes with the current one, if that is the newest.
pub async fn adopt(db: &Database, keys: &Keys) -> Result<Standing, Error> {
    let newest = rows(db.read()).await?.last().map_or(0, |row| row.version);
    let standing = standing(db.read(), keys).await?;
    if standing == Standing::Fits {
        db.write_with(newest);
    }
    Ok(standing)
}

/// Whether the database has anything that only its own secret opens.
pub async fn is_needed(db: &impl ConnectionTrait) -> Result<bool, Error> {
    Ok(!rows(db).await?.is_empty() || newest_sealed_order(db).await?.is_some())
}

/// When a server first used the current secret, in milliseconds since the Unix epoch.
pub async fn current_since(db: &impl ConnectionTrait, keys: &Keys) -> Result<Option<i64>, Error> {
    let rows = rows(db).await?;
    let current = rows
        .into_iter()
        .find(|row| opener_of(keys, row) == Opener::Current);
    Ok(current.map(|row| row.created_at))
}

/// Deletes the rows of old secrets, so that servers start without them.
pub async fn drop_old(db: &Database, keys: &Keys) -> Result<(), Error> {
    let transaction = db.begin_patiently().await?;
    for row in rows(&transaction).await? {
        if opener_of(keys, &row) != Opener::Current {
            server_secret::Entity::delete_by_id(row.version)
                .exec(&transaction)
                .await?;
        }
    }
    transaction.commit().await?;
    Ok(())
}

/// Oldest first.
fn judge(openers: &[Opener]) -> Standing {
    let has = |opener| openers.contains(&opener);
    match openers.last() {
        Some(Opener::Current) if has(Opener::None) => Standing::Misfit(Misfit::OldMissing),
        Some(Opener::Current) => Standing::Fits,
        Some(Opener::Old) if has(Opener::Current) => Standing::Misfit(Misfit::Exchanged),
        Some(Opener::Old) if has(Opener::None) => Standing::Misfit(Misfit::OldMissing),
        Some(Opener::Old) => Standing::New,
        Some(Opener::None) if has(Opener::Current) || has(Opener::Old) => {
            Standing::Misfit(Misfit::Newer)
        }
        Some(Opener::None) | None => Standing::Misfit(Misfit::Other),
    }
}

async fn rows(db: &impl ConnectionTrait) -> Result<Vec<server_secret::Model>, Error> {
    Ok(server_secret::Entity::find()
        .order_by_asc(server_secret::Column::Version)
        .all(db)
        .await?)
}

fn opener_of(keys: &Keys, row: &server_secret::Model) -> Opener {
    let version = row.version.to_be_bytes();
    let opens = |keys: &Keys| keys.open(&place(&version), &row.check_ct).as_deref() == Some(CHECK);
    if opens(&keys.current_alone()) {
        Opener::Current
    } else if opens(keys) {
        Opener::Old
    } else {
        Opener::None
    }
}

/// For a database of a time before this table. One without anything sealed fits every secret.
async fn opener_of_newest_order(db: &impl ConnectionTrait, keys: &Keys) -> Result<Opener, Error> {
    let newest = newest_sealed_order(db).await?;
    let opens = |keys: &Keys| {
        let newest = newest.as_ref();
        newest.is_none_or(|found| Party::Buyer.address(keys, found).is_ok())
    };
    Ok(if opens(&keys.current_alone()) {
        Opener::Current
    } else if opens(keys) {
        Opener::Old
    } else {
        Opener::None
    })
}

async fn newest_sealed_order(db: &impl ConnectionTrait) -> Result<Option<purchase::Model>, Error> {
    Ok(purchase::Entity::find()
        .filter(purchase::Column::BuyerEmailCt.is_not_null())
        .order_by_desc(purchase::Column::Id)
        .one(db)
        .await?)
}

/// Does nothing where the version exists.
async fn insert(db: &impl ConnectionTrait, keys: &Keys, version: i32) -> Result<(), Error> {
    let check = keys.seal(&place(&version.to_be_bytes()), CHECK);
    let row = server_secret::ActiveModel {
        version: Set(version),
        check_ct: Set(check.unwrap_or_default()),
        created_at: Set(now()),
    };
    let ignore = OnConflict::column(server_secret::Column::Version)
        .do_nothing()
        .to_owned();
    server_secret::Entity::insert(row)
        .on_conflict(ignore)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

fn place(version: &[u8]) -> [&[u8]; 3] {
    [b"server_secrets", version, b"check_ct"]
}

#[cfg(test)]
mod tests {
    use super::Opener::{Current, None, Old};
    use super::*;
    use crate::services::database::DatabaseOptions;

    #[test]
    fn secrets_fit_where_each_row_opens_and_the_newest_with_the_current_secret() {
        for (openers, expected) in [
            (&[Current][..], Standing::Fits),
            (&[Old, Current], Standing::Fits),
            (&[Old], Standing::New),
            (&[None], Standing::Misfit(Misfit::Other)),
            (&[None, Current], Standing::Misfit(Misfit::OldMissing)),
            (&[None, Old], Standing::Misfit(Misfit::OldMissing)),
            (&[Current, None], Standing::Misfit(Misfit::Newer)),
            (&[Old, None], Standing::Misfit(Misfit::Newer)),
            (&[Current, Old], Standing::Misfit(Misfit::Exchanged)),
        ] {
            assert_eq!(judge(openers), expected, "{openers:?}");
        }
    }

    #[tokio::test]
    async fn a_secret_that_a_server_has_used_is_needed_until_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("app.sqlite").display());
        let db = Database::open(&url, DatabaseOptions::default())
            .await
            .unwrap();
        let (one, two) = (Keys::derive(b"one"), Keys::derive(b"two"));
        let both = Keys::derive_both(b"two", b"one");
        let stands = async |keys: &Keys| standing(db.read(), keys).await.unwrap();
        assert_eq!(register(&db, &one).await.unwrap(), Standing::Fits);
        assert_eq!(stands(&two).await, Standing::Misfit(Misfit::Other));
        assert_eq!(stands(&both).await, Standing::New);
        assert_eq!(register(&db, &both).await.unwrap(), Standing::Fits);
        assert_eq!(register(&db, &both).await.unwrap(), Standing::Fits);
        assert_eq!(stands(&one).await, Standing::Misfit(Misfit::Newer));
        assert_eq!(stands(&two).await, Standing::Misfit(Misfit::OldMissing));
        drop_old(&db, &both).await.unwrap();
        assert_eq!(stands(&two).await, Standing::Fits);
        assert_eq!(stands(&both).await, Standing::Fits);
        assert_eq!(stands(&one).await, Standing::Misfit(Misfit::Other));
    }
}
