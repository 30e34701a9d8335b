//! Deleted rows are gone from the database's files, too.
//!
//! SQLite's `secure_delete` (`connect.rs`) overwrites them in the database file. The write-ahead log still holds pages from before; it is emptied
//! after an erasure, and every few minutes. PostgreSQL has its autovacuum, and is told to clean up when the data key has changed.

use std::time::Duration;

use anyhow::anyhow;
use sea_orm::sqlx::{PgConnection, query_scalar, raw_sql};
use sea_orm::{ConnectionTrait as _, DbErr};
use tokio::time::Instant;

use super::notify::failed;
use super::waiting::until_there;
use super::{Database, statement};
use crate::error::Error;

/// The `user_version` of a file whose free pages hold nothing.
const REWRITTEN: i64 = 1;

/// A reader of the row may have the lock for a moment.
const SET_LONG_TIMEOUTS: &str = "SET lock_timeout = '30s'; SET statement_timeout = 0";
const VACUUM_KEYS: &str = "VACUUM FULL data_keys";
/// The tables that a reseal writes anew or empties.
const VACUUM_SEALED: &str = "VACUUM purchases, gift_links, outbox_emails, verification_requests, watches, watch_keys, receipt_keys, proof_tokens, data_links, rate_buckets";

/// A number that is greater than those of all transactions which may read a row of before.
const CURRENT_TRANSACTION: &str = "SELECT txid_current()";
/// Whether a transaction with a smaller number runs, in any database, or one in this database may read what was there before. Once this is
/// false, it stays so. <https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT>
const IS_STILL_READ: &str = "SELECT txid_snapshot_xmin(txid_current_snapshot()) <= $1 OR EXISTS (
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND age(backend_xmin) >= age(CAST(CAST($1 % 4294967296 AS TEXT) AS XID)))";
/// What is waited for, as the log says it.
const READER_NAME: &str = "a program that reads the database";
/// How long such a transaction is waited for.
const READERS_TIMEOUT: Duration = Duration::from_secs(30);

/// What has become of the data key.
#[derive(Debug, Clone, Copy)]
pub enum KeyChange {
    /// Another secret wraps it.
    Rewrapped,
    /// Another one has taken its place.
    Resealed,
}

impl Database {
    /// Writes what is in SQLite's write-ahead log into the database file and empties the log. Fails as busy where a reader takes longer than
    /// the connection waits. Another process that empties it at the same moment makes it fail at once, without a wait.
    /// <https://www.sqlite.org/pragma.html#pragma_wal_checkpoint>, <https://www.sqlite.org/c3ref/wal_checkpoint_v2.html>
    pub async fn empty_log(&self) -> Result<(), Error> {
        if self.is_postgres() {
            return Ok(());
        }
        let checkpoint = statement(&self.inner.writer, "PRAGMA wal_checkpoint(TRUNCATE)");
        let result = self.inner.writer.query_one_raw(checkpoint).await?;
        let is_busy: i64 = result.map_or(Ok(0), |row| row.try_get_by_index(0))?;
        if is_busy == 0 {
            Ok(())
        } else {
            Err(Error::Busy)
        }
    }

    /// The same, tried again until it succeeds or `patience` is over. The log says what is waited for.
    pub async fn empty_log_within(&self, patience: Duration) -> Result<(), Error> {
        let end = Instant::now() + patience;
        until_there(READER_NAME, async || match self.empty_log().await {
            Err(Error::Busy) if Instant::now() < end => Ok(None),
            result => result.map(Some),
        })
        .await
    }

    /// Has PostgreSQL write the table of the data key anew, so that its file does not hold the row of before, and, after a reseal, give the room of
    /// other rows of before to new ones. What a transaction may still read would stay, so those from before are waited for; fails where one
    /// takes too long.
    pub async fn vacuum_after(&self, change: KeyChange) -> Result<(), Error> {
        let Some(mut session) = self.session().await? else {
            return Ok(());
        };
        let tables = match change {
            KeyChange::Rewrapped => &[VACUUM_KEYS][..],
            KeyChange::Resealed => &[VACUUM_KEYS, VACUUM_SEALED],
        };
        wait_for_readers(&mut session).await?;
        for sql in [&[SET_LONG_TIMEOUTS][..], tables].concat() {
            raw_sql(sql).execute(&mut session).await.map_err(failed)?;
        }
        Ok(())
    }

    /// Empties the log once after an erasure, which succeeded in any case: where that fails, the retention job does it.
    pub async fn empty_log_or_later(&self) {
        if let Err(error) = self.empty_log().await {
            tracing::warn!(error = %error.for_log(), "The database's log could not be emptied");
        }
    }

    /// Rewrites a SQLite file that was written before deleted rows were overwritten: once, at a start. Where another process writes to the
    /// file, or the disk has no room for a second copy, that does not stop the start, and the next one tries again.
    pub(super) async fn rewrite_once(&self) -> Result<(), DbErr> {
        if self.is_postgres() {
            return Ok(());
        }
        let version = statement(&self.inner.writer, "PRAGMA user_version");
        let version = self.inner.writer.query_one_raw(version).await?;
        let version: i64 = version.map_or(Ok(0), |row| row.try_get_by_index(0))?;
        if version == REWRITTEN {
            return Ok(());
        }
        match self.rewrite().await {
            Ok(()) => self.empty_log_or_later().await,
            Err(cause) => {
                tracing::warn!(error = %cause, "The database file could not be rewritten without deleted rows");
            }
        }
        Ok(())
    }

    async fn rewrite(&self) -> Result<(), DbErr> {
        self.inner.writer.execute_unprepared("VACUUM").await?;
        let done = format!("PRAGMA user_version = {REWRITTEN}");
        self.inner.writer.execute_unprepared(&done).await?;
        Ok(())
    }
}

/// Ends when nobody reads what was there before the last change.
async fn wait_for_readers(session: &mut PgConnection) -> Result<(), Error> {
    let end = Instant::now() + READERS_TIMEOUT;
    let now: i64 = query_scalar(CURRENT_TRANSACTION)
        .fetch_one(&mut *session)
        .await
        .map_err(failed)?;
    until_there(READER_NAME, async || {
        let is_read = query_scalar(IS_STILL_READ)
            .bind(now)
            .fetch_one(&mut *session);
        let is_read: bool = is_read.await.map_err(failed)?;
        if is_read && end <= Instant::now() {
            let cause = anyhow!("a transaction from before still runs");
            return Err(Error::Unavailable(cause));
        }
        Ok((!is_read).then_some(()))
    })
    .await
}
