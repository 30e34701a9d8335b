//! The lock of the data key: tasks that read or write what is sealed share it, and a reseal has it alone.
//!
//! A task reads the key once and works with it. Were the key replaced meanwhile, the task would find no address, and store what nobody opens.
//! Servers do not take part: while one runs, a reseal refuses by itself (`services/reseal/`).

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use sea_orm::sqlx::{Connection as _, PgConnection, query_scalar};

use super::Database;
use super::notify::failed;
use super::waiting::until_there;
use crate::error::Error;

/// Any number but the one of `MIGRATION_LOCK`, as text of both statements.
const TRY_LOCK_SHARED: &str = "SELECT pg_try_advisory_lock_shared(7163520920)";
const TRY_LOCK: &str = "SELECT pg_try_advisory_lock(7163520920)";

/// Who else may use the data key meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyUse {
    /// Tasks that keep it as it is.
    Shared,
    /// Nobody.
    Alone,
}

/// Holds the lock until it is dropped. The lock of a process that was killed is free at once.
#[derive(Debug)]
pub struct KeyLock {
    /// PostgreSQL's lock is of this session.
    _session: Option<PgConnection>,
    /// SQLite's is on the folder of the file, so that no other file is needed.
    _folder: Option<File>,
}

impl Database {
    /// Takes the lock of the data key, and waits for as long as another task has it. The log says what is waited for.
    pub async fn lock_key(&self, key_use: KeyUse) -> Result<KeyLock, Error> {
        let mut session = self.session().await?;
        let folder = self.inner.folder.as_deref().map(open).transpose()?;
        until_there("another task that uses the data key", async || {
            match (&mut session, &folder) {
                (Some(session), _) => try_session(session, key_use).await,
                (None, Some(folder)) => try_folder(folder, key_use),
                (None, None) => Ok(true),
            }
            .map(|is_locked| is_locked.then_some(()))
        })
        .await?;
        Ok(KeyLock {
            _session: session,
            _folder: folder,
        })
    }

    /// A connection of its own, besides those of the pool; `None` for SQLite.
    pub(super) async fn session(&self) -> Result<Option<PgConnection>, Error> {
        if !self.is_postgres() {
            return Ok(None);
        }
        let pool = self.inner.writer.get_postgres_connection_pool();
        let session = PgConnection::connect_with(&pool.connect_options()).await;
        Ok(Some(session.map_err(failed)?))
    }
}

async fn try_session(session: &mut PgConnection, key_use: KeyUse) -> Result<bool, Error> {
    let sql = match key_use {
        KeyUse::Shared => TRY_LOCK_SHARED,
        KeyUse::Alone => TRY_LOCK,
    };
    query_scalar(sql).fetch_one(session).await.map_err(failed)
}

fn try_folder(folder: &File, key_use: KeyUse) -> Result<bool, Error> {
    let tried = match key_use {
        KeyUse::Shared => folder.try_lock_shared(),
        KeyUse::Alone => folder.try_lock(),
    };
    match tried {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(cause)) => Err(unlockable(cause)),
    }
}

/// The folder of a bare file name is the current one.
fn open(folder: &Path) -> Result<File, Error> {
    let is_current = folder.as_os_str().is_empty();
    let folder = if is_current { Path::new(".") } else { folder };
    File::open(folder).map_err(unlockable)
}

fn unlockable(cause: io::Error) -> Error {
    let cause = anyhow::Error::new(cause);
    let what =
        "the folder of the database cannot be locked, which takes a filesystem that locks folders";
    Error::Internal(cause.context(what))
}
