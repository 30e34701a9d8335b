//! Brings the tables up to date while other processes may work on them.

use std::sync::Once;
use std::time::Duration;

use migration::{Migrator, MigratorTrait as _};
use sea_orm::{ConnectionTrait as _, DbErr, RuntimeErr, SqlxError};
use tokio::time::sleep;

use super::{Database, begin_with_long_timeouts};

/// The key of the advisory lock: any number that all processes of this product share.
const MIGRATION_LOCK: i64 = 7_163_520_918;
/// The pause after a table was in use. Whatever waited behind the migration has its turn.
const TURN_OF_OTHERS: Duration = Duration::from_secs(2);

impl Database {
    /// Runs the migrations that are missing. Processes that start at the same time take turns.
    pub(super) async fn migrate(&self) -> Result<(), DbErr> {
        let said = Once::new();
        let say = || tracing::warn!("Waiting for a program that uses a table which is to change");
        loop {
            match self.try_to_migrate().await {
                Err(cause) if is_in_use(&cause) => said.call_once(say),
                done => return done,
            }
            sleep(TURN_OF_OTHERS).await;
        }
    }

    /// A change of a table waits for everybody who reads it, a backup too, and all statements that come later wait behind the change. So it
    /// waits for a second only.
    async fn try_to_migrate(&self) -> Result<(), DbErr> {
        let transaction = begin_with_long_timeouts(&self.inner.writer).await?;
        // Other processes may migrate meanwhile, and a large table takes its time.
        self.without_limits(&transaction).await?;
        if self.is_postgres() {
            let lock = format!(
                "SELECT pg_advisory_xact_lock({MIGRATION_LOCK}); SET LOCAL lock_timeout = '1s'"
            );
            transaction.execute_unprepared(&lock).await?;
        }
        match Migrator::up(&transaction, None).await {
            Ok(()) => transaction.commit().await,
            Err(cause) => {
                transaction.rollback().await?;
                Err(cause)
            }
        }
    }
}

/// Whether PostgreSQL has waited for a lock for as long as it may: `lock_not_available`.
fn is_in_use(cause: &DbErr) -> bool {
    let (DbErr::Exec(source) | DbErr::Query(source)) = cause else {
        return false;
    };
    let RuntimeErr::SqlxError(source) = source else {
        return false;
    };
    matches!(&**source, SqlxError::Database(database) if database.code().is_some_and(|code| code == "55P03"))
}
