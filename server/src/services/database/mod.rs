//! The database connections: SQLite with one that writes, one that counts requests and several that read, or PostgreSQL.

use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr,
    SqliteTransactionMode, TransactionOptions, TransactionTrait,
};
use tokio::time::sleep;

pub use self::connect::{Access, DatabaseOptions};
use self::connect::{Purpose, postgres, sqlite};
use self::waiting::RETRY_INTERVAL;
use crate::error::Error;
use crate::telemetry::statements;

mod backup;
pub mod batches;
mod connect;
pub mod deleted;
pub mod key_lock;
mod migrating;
pub mod notify;
mod probe;
pub mod reached;
pub mod schema;
pub mod time;
mod turn;
pub mod waiting;

const MAX_READERS: u32 = 4;
/// How long starts and tasks try while the database is locked.
const LOCK_TIMEOUT: Duration = Duration::from_secs(30);

/// The database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Database {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    writer: DatabaseConnection,
    reader: DatabaseConnection,
    counter: DatabaseConnection,
    /// The folder of a SQLite file.
    folder: Option<PathBuf>,
}

impl Database {
    /// Connects and brings the tables up to date.
    pub async fn open(url: &str, options: DatabaseOptions) -> Result<Self, DbErr> {
        let database = Self::connect(url, options).await?;
        database.prepare().await?;
        Ok(database)
    }

    /// Connects to `sqlite://path` or `postgres://...`, by whose clock this process goes from now on. A damaged SQLite file is an error.
    pub async fn connect(url: &str, options: DatabaseOptions) -> Result<Self, DbErr> {
        if url.starts_with("sqlite:") {
            return Self::open_sqlite(url, options).await;
        }
        let connection = postgres(url, options).await?;
        let [reader, counter] = [connection.clone(), connection.clone()];
        let database = Self::of(connection, reader, counter, None);
        database.follow_clock().await?;
        Ok(database)
    }

    /// Brings the tables up to date.
    pub async fn prepare(&self) -> Result<(), DbErr> {
        self.migrate().await?;
        self.rewrite_once().await
    }

    /// WAL mode, so that readers never wait. The writer syncs on every commit, because a paid purchase must not be lost; counters of
    /// requests may be.
    async fn open_sqlite(url: &str, options: DatabaseOptions) -> Result<Self, DbErr> {
        let folder = file_of(url).and_then(|file| file.parent().map(Path::to_path_buf));
        if options.access == Access::Create
            && let Some(folder) = &folder
        {
            std::fs::create_dir_all(folder).map_err(|cause| {
                DbErr::Custom(format!("the database folder cannot be created: {cause}"))
            })?;
        }
        let writer = first_sqlite(url, options).await?;
        let check = writer
            .query_one_raw(statement(&writer, "PRAGMA quick_check(1)"))
            .await?;
        let verdict: String = check.map_or(Ok(String::new()), |row| row.try_get_by_index(0))?;
        if verdict != "ok" {
            return Err(DbErr::Custom(format!(
                "the database file is damaged: {verdict}"
            )));
        }
        let reader = sqlite(url, MAX_READERS, Purpose::Reading, options).await?;
        let counter = sqlite(url, 1, Purpose::Counting, options).await?;
        Ok(Self::of(writer, reader, counter, folder))
    }

    fn of(
        writer: DatabaseConnection,
        reader: DatabaseConnection,
        counter: DatabaseConnection,
        folder: Option<PathBuf>,
    ) -> Self {
        let inner = Inner {
            writer,
            reader,
            counter,
            folder,
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// For reading.
    pub fn read(&self) -> &DatabaseConnection {
        &self.inner.reader
    }

    /// For one statement that writes: it is a transaction of its own.
    pub fn write(&self) -> &DatabaseConnection {
        &self.inner.writer
    }

    /// Begins a transaction for writing. It takes SQLite's write lock at once, so that it cannot fail later for lack of it.
    pub async fn begin(&self) -> Result<DatabaseTransaction, Error> {
        begin(&self.inner.writer).await
    }

    /// The same for a task, on which no request waits: while another process has the write lock of SQLite, it tries again.
    pub async fn begin_with_long_timeouts(&self) -> Result<DatabaseTransaction, Error> {
        Ok(begin_with_long_timeouts(&self.inner.writer).await?)
    }

    /// Lets a transaction take as long as it needs while it works.
    pub async fn without_limits(&self, transaction: &DatabaseTransaction) -> Result<(), DbErr> {
        if self.is_postgres() {
            let limits = "SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = '60s'";
            transaction.execute_unprepared(limits).await?;
        }
        Ok(())
    }

    /// Begins a transaction whose writes may be lost in a power failure: counters of requests.
    pub async fn begin_counting(&self) -> Result<DatabaseTransaction, Error> {
        let transaction = begin(&self.inner.counter).await?;
        if self.is_postgres() {
            let unsafe_commit = "SET LOCAL synchronous_commit = off";
            transaction.execute_unprepared(unsafe_commit).await?;
            statements::sent(unsafe_commit);
        }
        Ok(transaction)
    }

    fn is_postgres(&self) -> bool {
        self.inner.writer.get_database_backend() == DbBackend::Postgres
    }
}

/// The file of a SQLite database, as its driver reads the URL; none for PostgreSQL.
pub fn file_of(url: &str) -> Option<PathBuf> {
    let is_sqlite = url.starts_with("sqlite:");
    let options = is_sqlite.then(|| SqliteConnectOptions::from_str(url).ok());
    Some(options??.get_filename().to_path_buf())
}

/// The first connection switches to WAL mode. While another process does the same, SQLite fails at once instead of waiting.
async fn first_sqlite(url: &str, options: DatabaseOptions) -> Result<DatabaseConnection, DbErr> {
    let mut tries = 0;
    loop {
        match sqlite(url, 1, Purpose::Writing, options).await {
            Err(cause) if tries < 40 && is_busy(&cause) => {
                tries += 1;
                sleep(Duration::from_millis(50)).await;
            }
            opened => return opened,
        }
    }
}

/// SQLite lets a connection wait a second for the write lock, as long as a request may; another process that empties the log has it that long
/// while somebody reads. The first time that is not enough, the log says what is waited for.
async fn begin_with_long_timeouts(
    connection: &DatabaseConnection,
) -> Result<DatabaseTransaction, DbErr> {
    let end = Instant::now() + LOCK_TIMEOUT;
    let said = Once::new();
    loop {
        match connection.begin_with_options(immediate()).await {
            Err(cause) if Instant::now() < end && is_busy(&cause) => {
                said.call_once(|| {
                    tracing::warn!("Waiting for a program that writes to the database");
                });
                sleep(RETRY_INTERVAL).await;
            }
            begun => return begun,
        }
    }
}

fn is_busy(cause: &DbErr) -> bool {
    matches!(Error::from(cause.clone()), Error::Busy)
}

async fn begin(connection: &DatabaseConnection) -> Result<DatabaseTransaction, Error> {
    let transaction = connection.begin_with_options(immediate()).await?;
    // And its end.
    statements::add(2);
    Ok(transaction)
}

fn immediate() -> TransactionOptions {
    TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    }
}

fn statement(connection: &DatabaseConnection, sql: &str) -> sea_orm::Statement {
    sea_orm::Statement::from_string(connection.get_database_backend(), sql)
}

#[cfg(test)]
mod tests;
