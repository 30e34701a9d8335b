//! Tells other processes what was stored, where the database can: PostgreSQL's LISTEN and NOTIFY.

use sea_orm::sqlx::postgres::{PgListener, PgPoolOptions};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, RuntimeErr, SqlxError, Statement};
use uuid::Uuid;

use super::Database;
use crate::error::Error;

/// The channel on which processes tell each other which row has news.
const CHANNEL: &str = "news";

/// What other processes tell.
#[derive(Debug)]
pub enum News {
    /// This row has news.
    Of(Uuid),
    /// The connection was lost for a moment, so that any row may have news.
    OfAny,
}

/// Hears what other processes tell, over a connection of its own.
#[derive(Debug)]
pub struct Listener(PgListener);

impl Listener {
    /// Waits for what is told next. Fails where the database is gone.
    pub async fn next(&mut self) -> Result<News, Error> {
        let heard = self.0.try_recv().await.map_err(failed)?;
        let row = heard.and_then(|heard| heard.payload().parse().ok());
        Ok(row.map_or(News::OfAny, News::Of))
    }
}

fn failed(cause: SqlxError) -> Error {
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
        let mut listener = PgListener::connect_with(&pool).await.map_err(failed)?;
        listener.listen(CHANNEL).await.map_err(failed)?;
        Ok(Some(Listener(listener)))
    }

    /// Tells every process that the row has news, once the transaction is committed. Does nothing in SQLite.
    pub async fn notify(&self, transaction: &impl ConnectionTrait, row: Uuid) -> Result<(), Error> {
        if self.is_postgres() {
            let notify = Statement::from_sql_and_values(
                DbBackend::Postgres,
                "SELECT pg_notify($1, $2)",
                [CHANNEL.into(), row.to_string().into()],
            );
            transaction.execute_raw(notify).await?;
        }
        Ok(())
    }
}
