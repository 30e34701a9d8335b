//! The time of the database.

use sea_orm::{ConnectionTrait as _, DbBackend, DbErr};

use super::{Database, statement};
use crate::domain::clock;
use crate::domain::database_clock::ClockAnswer;

/// PostgreSQL's own time in milliseconds, the same for every process on it.
const TIME_OF_POSTGRES: &str = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
/// SQLite has its machine's.
const TIME_OF_SQLITE: &str = "CAST(STRFTIME('%s', 'now') AS INTEGER) * 1000";

/// An expression for the database's own time in milliseconds.
pub fn time_by(backend: DbBackend) -> &'static str {
    if backend == DbBackend::Postgres {
        TIME_OF_POSTGRES
    } else {
        TIME_OF_SQLITE
    }
}

impl Database {
    /// Has this process go by PostgreSQL's clock: by clocks of their machines, processes would fire timers of one another early and take
    /// leases that are held. With a SQLite file the machine's clock stays the one that counts.
    pub async fn follow_clock(&self) -> Result<(), DbErr> {
        if !self.is_postgres() {
            return Ok(());
        }
        let question = statement(self.read(), &format!("SELECT {TIME_OF_POSTGRES}"));
        let asked = clock::steady();
        let answer = self.read().query_one_raw(question).await?;
        let heard = clock::steady();
        let nothing = || DbErr::RecordNotFound("the time".to_owned());
        let time = answer.ok_or_else(nothing)?.try_get_by_index(0)?;
        clock::follow(&ClockAnswer { asked, time, heard });
        Ok(())
    }
}
