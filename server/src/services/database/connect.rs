//! Pools of connections. A connection that is left inside a transaction is closed and not used again, and so is one to a PostgreSQL that
//! does not answer or only reads.

use std::time::Duration;

use sea_orm::sqlx::pool::PoolOptions;
use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::sqlx::{
    Connection as _, Database as Driver, Executor as _, PgConnection, Postgres, Row as _,
};
use sea_orm::{ConnectOptions, Database, DatabaseConnection, DbErr, SqlxError};
use tokio::time::timeout;

use crate::telemetry::statements;

/// How long a SQLite writer waits for another process. Then the request fails as busy.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);
/// How long PostgreSQL may take to answer when a connection comes back to the pool.
const RETURN_TIMEOUT: Duration = Duration::from_secs(2);

/// What may be done with a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everything; a missing SQLite file is created.
    Create,
    /// Reading and writing what is there.
    Write,
    /// Reading. Not even the journal's mode is changed.
    Look,
}

/// How the database is used. Where a limit is reached, the request fails as busy.
#[derive(Debug, Clone, Copy)]
pub struct DatabaseOptions {
    /// What may be done with it.
    pub access: Access,
    /// Connections of this process to a PostgreSQL.
    pub connections: u32,
    /// How long a request waits for a free connection of this process, and for a lock of PostgreSQL.
    pub wait: Duration,
    /// How long a statement may take on PostgreSQL, and how long a transaction may do nothing.
    pub statement: Duration,
}

impl Default for DatabaseOptions {
    fn default() -> Self {
        Self {
            access: Access::Create,
            connections: 16,
            wait: Duration::from_millis(2500),
            statement: Duration::from_secs(8),
        }
    }
}

/// What connections to SQLite are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Single statements that read. Such a connection is never left inside a transaction.
    Reading,
    /// Writes that must not be lost.
    Writing,
    /// Writes that may be lost in a power failure.
    Counting,
}

/// Connections to a SQLite file.
pub(super) async fn sqlite(
    url: &str,
    connections: u32,
    purpose: Purpose,
    limits: DatabaseOptions,
) -> Result<DatabaseConnection, DbErr> {
    let mut options = options(url, connections, limits);
    let synchronous = match purpose {
        Purpose::Reading | Purpose::Writing => SqliteSynchronous::Full,
        Purpose::Counting => SqliteSynchronous::Normal,
    };
    // A file does not go away as a server does. With a ping before and one after, each read would wait three times for the connection's
    // thread.
    options
        .test_before_acquire(false)
        .map_sqlx_sqlite_opts(move |sqlite| {
            let sqlite = match limits.access {
                Access::Look => sqlite.read_only(true),
                access => sqlite
                    .create_if_missing(access == Access::Create)
                    .journal_mode(SqliteJournalMode::Wal),
            };
            sqlite
                .synchronous(synchronous)
                .busy_timeout(BUSY_TIMEOUT)
                .foreign_keys(true)
                // What is deleted is overwritten with zeros: <https://www.sqlite.org/pragma.html#pragma_secure_delete>
                .pragma("secure_delete", "ON")
        })
        .map_sqlx_sqlite_pool_opts(move |pool| match purpose {
            Purpose::Reading => pool,
            Purpose::Writing | Purpose::Counting => close_when_left_open(pool),
        });
    connect(options).await
}

/// Connections to a PostgreSQL.
pub(super) async fn postgres(
    url: &str,
    limits: DatabaseOptions,
) -> Result<DatabaseConnection, DbErr> {
    let mut options = options(url, limits.connections, limits);
    options
        .map_sqlx_postgres_opts(move |postgres| {
            let (wait, statement) = (limits.wait.as_millis(), limits.statement.as_millis());
            let is_read_only = limits.access == Access::Look;
            postgres.options([
                ("default_transaction_read_only", u128::from(is_read_only)),
                ("lock_timeout", wait),
                ("statement_timeout", statement),
                ("idle_in_transaction_session_timeout", statement),
            ])
        })
        .map_sqlx_postgres_pool_opts(move |pool| keep_good_ones(pool, limits.access));
    connect(options).await
}

async fn connect(options: ConnectOptions) -> Result<DatabaseConnection, DbErr> {
    let mut connection = Database::connect(options).await?;
    connection.set_metric_callback(|info| statements::sent(&info.statement.sql));
    Ok(connection)
}

/// Closes a connection whose COMMIT or ROLLBACK failed, when it comes back to the pool.
///
/// When the disk is full, SQLite ends the transaction by itself (<https://www.sqlite.org/lang_transaction.html>, section 2.1), and the
/// ROLLBACK that follows fails. sqlx then goes on counting that transaction: the next one would be a savepoint in a transaction that
/// nobody commits, its COMMIT would answer success and store nothing.
fn close_when_left_open<D: Driver>(pool: PoolOptions<D>) -> PoolOptions<D> {
    pool.after_release(|connection, _| {
        Box::pin(async move {
            // A ROLLBACK that was only queued is done before the ping is answered.
            connection.ping().await?;
            Ok(!connection.is_in_transaction())
        })
    })
}

/// The same on PostgreSQL, where the other end may be silent, or be a server that has lost its place to another one and only reads. The connection is
/// closed in either case, and the next one leads to the server that writes.
fn keep_good_ones(pool: PoolOptions<Postgres>, access: Access) -> PoolOptions<Postgres> {
    pool.after_release(move |connection, _| {
        Box::pin(async move {
            let is_standby = within(RETURN_TIMEOUT, is_standby(connection)).await?;
            let is_of_use = access == Access::Look || !is_standby;
            Ok(is_of_use && !connection.is_in_transaction())
        })
    })
}

/// A ROLLBACK that was only queued is done before this is answered.
async fn is_standby(connection: &mut PgConnection) -> Result<bool, SqlxError> {
    let answer = connection.fetch_one("SELECT pg_is_in_recovery()").await?;
    answer.try_get(0)
}

/// What the other end answers, or an error when it takes too long.
async fn within<T>(
    limit: Duration,
    answer: impl Future<Output = Result<T, SqlxError>>,
) -> Result<T, SqlxError> {
    let silence = |_| SqlxError::Io(std::io::ErrorKind::TimedOut.into());
    timeout(limit, answer).await.map_err(silence)?
}

/// Neither sqlx nor sea-orm logs statements: hashes and sealed values do not belong in a log. `telemetry/statements.rs` logs them without.
fn options(url: &str, connections: u32, limits: DatabaseOptions) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(connections)
        .acquire_timeout(limits.wait)
        .connect_timeout(Duration::from_secs(10))
        .sqlx_logging(false)
        .record_stmt_in_spans(false);
    options
}
