//! Tells other processes what was stored, where the database can: PostgreSQL's LISTEN and NOTIFY.

use std::time::Duration;

use sea_orm::sqlx::postgres::{PgListener, PgNotification, PgPoolOptions};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, RuntimeErr, SqlxError, Statement};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::Database;
use crate::error::Error;

/// The channel on which processes tell each other which row has news.
const CHANNEL: &str = "news";
/// What a process tells itself, to hear whether it still hears.
const PING: &str = "ping";
/// How long it is quiet before a ping.
const PING_INTERVAL: Duration = Duration::from_secs(4);
/// How long it is quiet before the connection is given up: one that a firewall forgot says nothing, and has no end either.
const PING_TIMEOUT: Duration = Duration::from_secs(10);

/// What other processes tell.
#[derive(Debug)]
pub enum Notification {
    /// This row has news.
    Row(Uuid),
    /// The connection was lost for a moment, so that any row may have news.
    AnyRow,
}

/// Hears what other processes tell, over a connection of its own.
#[derive(Debug)]
pub struct Listener {
    connection: PgListener,
    db: Database,
}

impl Listener {
    /// Waits for what is told next. Fails where the database is gone, or its connection has gone silent.
    pub async fn next(&mut self) -> Result<Notification, Error> {
        loop {
            let heard = self.heard().await?;
            let said = heard.as_ref().map(PgNotification::payload);
            if said != Some(PING) {
                let row = said.and_then(|said| said.parse().ok());
                return Ok(row.map_or(Notification::AnyRow, Notification::Row));
            }
        }
    }

    /// What is heard next, a ping at the latest; `None` where the connection was lost for a moment.
    async fn heard(&mut self) -> Result<Option<PgNotification>, Error> {
        let db = self.db.clone();
        let pings = async {
            loop {
                sleep(PING_INTERVAL).await;
                // Where it cannot be told, it is not heard.
                let _ = Database::tell(db.write(), PING).await;
            }
        };
        tokio::select! {
            heard = timeout(PING_TIMEOUT, self.connection.try_recv()) => match heard {
                Ok(heard) => heard.map_err(failed),
                Err(_) => Err(Error::Internal(anyhow::anyhow!(
                    "the connection that hears of news is silent"
                ))),
            },
            never = pings => never,
        }
    }
}

pub(super) fn failed(cause: SqlxError) -> Error {
    DbErr::Conn(RuntimeErr::SqlxError(cause.into())).into()
}

impl Database {
    /// Begins to listen. `None` for SQLite, which tells other processes nothing.
    pub async fn listen(&self) -> Result<Option<Listener>, Error> {
        if !self.is_postgres() {
            return Ok(None);
        }
        let options = self
            .inner
            .writer
            .get_postgres_connection_pool()
            .connect_options();
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .connect_lazy_with((*options).clone());
        let mut connection = PgListener::connect_with(&pool).await.map_err(failed)?;
        connection.listen(CHANNEL).await.map_err(failed)?;
        let db = self.clone();
        Ok(Some(Listener { connection, db }))
    }

    /// Tells every process that the row has news, once the transaction is committed. Does nothing in SQLite.
    pub async fn notify(&self, transaction: &impl ConnectionTrait, row: Uuid) -> Result<(), Error> {
        if self.is_postgres() {
            Self::tell(transaction, &row.to_string()).await?;
        }
        Ok(())
    }

    async fn tell(connection: &impl ConnectionTrait, what: &str) -> Result<(), DbErr> {
        let notify = Statement::from_sql_and_values(
            DbBackend::Postgres,
            "SELECT pg_notify($1, $2)",
            [CHANNEL.into(), what.into()],
        );
        connection.execute_raw(notify).await?;
        Ok(())
    }
}
