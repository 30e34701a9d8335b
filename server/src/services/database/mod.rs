//! The database connections: SQLite with one writer and several readers, or PostgreSQL.

use std::path::Path;
use std::time::Duration;

use migration::{Migrator, MigratorTrait as _};
use sea_orm::sqlx::sqlite::SqliteSynchronous;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr,
    SqliteTransactionMode, TransactionOptions, TransactionTrait,
};

pub use self::connect::DatabaseOptions;
use self::connect::{postgres, sqlite};
use crate::error::Error;

mod backup;
mod connect;
mod probe;

const READERS: u32 = 4;
/// The key of the advisory lock: any number that all processes of this product share.
const MIGRATION_LOCK: i64 = 7_163_520_918;

/// The database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Database {
    writer: DatabaseConnection,
    reader: DatabaseConnection,
    counter: DatabaseConnection,
}

impl Database {
    /// Connects to `sqlite://path` or `postgres://...` and brings the tables up to date.
    /// A missing SQLite file is created; a damaged one is an error.
    pub async fn open(url: &str, options: DatabaseOptions) -> Result<Self, DbErr> {
        let database = if url.starts_with("sqlite:") {
            Self::open_sqlite(url, options).await?
        } else {
            let connection = postgres(url, options).await?;
            Self {
                reader: connection.clone(),
                counter: connection.clone(),
                writer: connection,
            }
        };
        database.migrate().await?;
        Ok(database)
    }

    /// WAL mode, so that readers never wait. The writer syncs on every commit, because a paid purchase must not be lost; counters of
    /// requests may be.
    async fn open_sqlite(url: &str, options: DatabaseOptions) -> Result<Self, DbErr> {
        let path = url
            .trim_start_matches("sqlite://")
            .split('?')
            .next()
            .unwrap_or_default();
        if let Some(folder) = Path::new(path).parent() {
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
        Ok(Self {
            writer,
            reader: sqlite(url, READERS, SqliteSynchronous::Full, options).await?,
            counter: sqlite(url, 1, SqliteSynchronous::Normal, options).await?,
        })
    }

    /// Runs the migrations that are missing. Processes that start at the same time take turns.
    async fn migrate(&self) -> Result<(), DbErr> {
        let transaction = self.writer.begin_with_options(immediate()).await?;
        if self.is_postgres() {
            // Other processes may migrate meanwhile, and a large table takes its time.
            transaction
                .execute_unprepared("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
                .await?;
            let lock = format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})");
            transaction.execute_unprepared(&lock).await?;
        }
        Migrator::up(&transaction, None).await?;
        transaction.commit().await
    }

    /// For reading.
    pub fn read(&self) -> &DatabaseConnection {
        &self.reader
    }

    /// Begins a transaction for writing. It takes SQLite's write lock at once, so that it cannot fail later for lack of it.
    pub async fn begin(&self) -> Result<DatabaseTransaction, Error> {
        Ok(self.writer.begin_with_options(immediate()).await?)
    }

    /// Begins a transaction whose writes may be lost in a power failure: counters of requests.
    pub async fn begin_counting(&self) -> Result<DatabaseTransaction, Error> {
        let transaction = self.counter.begin_with_options(immediate()).await?;
        if self.is_postgres() {
            transaction
                .execute_unprepared("SET LOCAL synchronous_commit = off")
                .await?;
        }
        Ok(transaction)
    }

    fn is_postgres(&self) -> bool {
        self.writer.get_database_backend() == DbBackend::Postgres
    }
}

/// The first connection switches to WAL mode. While another process does the same, SQLite fails at once instead of waiting.
async fn first_sqlite(url: &str, options: DatabaseOptions) -> Result<DatabaseConnection, DbErr> {
    let mut tries = 0;
    loop {
        match sqlite(url, 1, SqliteSynchronous::Full, options).await {
            Err(cause) if tries < 40 && matches!(Error::from(cause.clone()), Error::Busy) => {
                tries += 1;
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            opened => return opened,
        }
    }
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
