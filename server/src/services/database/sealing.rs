//! Refuses writes of a process whose secret was replaced: what it seals from then on, nobody could open later.
//!
//! Every transaction for writing looks whether the secret of its process is still the newest, and a new secret is stored only while no such
//! transaction is open. So once a server with a new secret has started, no row is written with the one before.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

use crate::error::Error;
use crate::telemetry::{alarm, statements};

/// The key of the advisory lock of PostgreSQL: transactions that write share it, the one that stores a new secret has it alone. SQLite has
/// one writer at a time.
const LOCK: i64 = 7_163_520_919;

/// What this process knows about its secret.
#[derive(Debug, Default)]
pub(super) struct Sealing {
    /// The version that this process writes with; 0 before it is known, and then nothing is refused.
    version: AtomicI32,
    is_replaced: AtomicBool,
}

impl Sealing {
    pub(super) fn set(&self, version: i32) {
        self.version.store(version, Ordering::Relaxed);
    }

    /// What the last look found.
    pub(super) fn is_replaced(&self) -> bool {
        self.is_replaced.load(Ordering::Relaxed)
    }

    /// Looks whether the secret is the newest. Fails as busy where it is not.
    pub(super) async fn look(&self, db: &impl ConnectionTrait) -> Result<(), Error> {
        let Some(sql) = self.newest() else {
            return Ok(());
        };
        self.judge(rows(db, &sql).await?)
    }

    /// The same in a transaction that is going to write.
    pub(super) async fn guard(&self, transaction: &impl ConnectionTrait) -> Result<(), Error> {
        let Some(sql) = self.newest() else {
            return Ok(());
        };
        let rows = if transaction.get_database_backend() == DbBackend::Postgres {
            // Two statements in one round trip: only the second sees what was stored while the first waited. The lock is a row, too.
            let sql = format!("SELECT pg_advisory_xact_lock_shared({LOCK}); {sql}");
            let done = transaction.execute_unprepared(&sql).await?;
            statements::sent(&sql);
            done.rows_affected().saturating_sub(1)
        } else {
            rows(transaction, &sql).await?
        };
        self.judge(rows)
    }

    /// One row where the secret is the newest.
    fn newest(&self) -> Option<String> {
        let version = self.version.load(Ordering::Relaxed);
        (version != 0)
            .then(|| format!("SELECT version FROM server_secrets WHERE {version} <= version"))
    }

    fn judge(&self, rows: u64) -> Result<(), Error> {
        let is_replaced = rows != 1;
        self.is_replaced.store(is_replaced, Ordering::Relaxed);
        if !is_replaced {
            return Ok(());
        }
        alarm::SECRET.raise(|count| {
            tracing::error!(
                count,
                "The server's secret does not fit the database any more, so this process does not write to it"
            );
        });
        Err(Error::Busy)
    }
}

/// Waits until no transaction that writes is open, and lets none begin before this one ends.
pub(super) async fn lock_writers_out(transaction: &impl ConnectionTrait) -> Result<(), DbErr> {
    if transaction.get_database_backend() == DbBackend::Postgres {
        let lock = format!("SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock({LOCK})");
        transaction.execute_unprepared(&lock).await?;
    }
    Ok(())
}

async fn rows(db: &impl ConnectionTrait, sql: &str) -> Result<u64, DbErr> {
    let query = Statement::from_string(db.get_database_backend(), sql);
    Ok(db.query_all_raw(query).await?.len() as u64)
}
