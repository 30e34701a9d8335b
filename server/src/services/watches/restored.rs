//! The timers of a database that was restored from a backup, which does not know what the lost server did with them.

use entity::watch;
use entity::watch_timer::{self, Column, State};
use sea_orm::sea_query::{ExprTrait as _, Query};
use sea_orm::{ColumnTrait as _, EntityTrait as _, PaginatorTrait as _, QueryFilter as _};
use serde::Serialize;

use crate::domain::clock::{Millis, now};
use crate::error::Error;
use crate::services::clock_watch::last_worked;
use crate::services::database::Database;

/// A server that works fires a timer within seconds, and then pushes its item.
const MARGIN: Millis = 60_000;

/// What became of the timers that the backup has as armed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RestoredTimers {
    /// Those that the lost server has fired, unless they had been stopped, for guardians to whom pushes went. They are gone.
    pub dropped: u64,
    /// Those that were due later, or for guardians without push. They fire.
    pub left: u64,
}

/// Why a time cannot be one at which the lost server still worked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongTime {
    /// It is to come.
    #[error("that time has not come yet")]
    Future,
    /// The backup was made later.
    #[error("a server has worked on this database after that time, so the backup is newer")]
    BeforeBackup,
}

/// Drops the timers that were due by a time at which the lost server still worked, where a push service took pushes for the guardian when
/// the backup was made.
///
/// It has fired those that nobody had stopped, and pushed their items; whether the service took these is not known. What was due later may be due still, and fires. So does what a guardian
/// without push has to fetch, because what the lost server kept for them is gone; one who has fetched it knows its number. A row that is gone
/// refuses nothing: a phone whose session goes on finds no timer and arms it again.
pub async fn drop_handled(
    db: &Database,
    worked_at: Millis,
) -> Result<Result<RestoredTimers, WrongTime>, Error> {
    if let Err(wrong) = check(worked_at, last_worked(db.read()).await?, now()) {
        return Ok(Err(wrong));
    }
    let transaction = db.begin().await?;
    let is_armed = Column::State.eq(State::Armed);
    let reached = Query::select()
        .column(watch::Column::Id)
        .from(watch::Entity)
        .and_where(watch::Column::PushCt.is_not_null())
        .and_where(watch::Column::BrokenAt.is_null())
        .and_where(watch::Column::PushedSeq.is_not_null())
        .to_owned();
    let is_handled = Column::DueAt
        .lte(worked_at - MARGIN)
        .and(Column::WatchId.in_subquery(reached));
    let dropped = watch_timer::Entity::delete_many()
        .filter(is_armed.clone().and(is_handled))
        .exec(&transaction)
        .await?;
    let left = watch_timer::Entity::find().filter(is_armed);
    let left = left.count(&transaction).await?;
    transaction.commit().await?;
    Ok(Ok(RestoredTimers {
        dropped: dropped.rows_affected,
        left,
    }))
}

/// `seen` is when a server last worked on the database of the backup.
fn check(worked_at: Millis, seen: Option<Millis>, now: Millis) -> Result<(), WrongTime> {
    if now < worked_at {
        return Err(WrongTime::Future);
    }
    if seen.is_some_and(|seen| worked_at < seen) {
        return Err(WrongTime::BeforeBackup);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_lies_between_the_backup_and_now() {
        assert_eq!(check(1_000, Some(1_000), 1_000), Ok(()));
        assert_eq!(check(1_000, None, 1_000), Ok(()));
        assert_eq!(check(1_001, None, 1_000), Err(WrongTime::Future));
        let older = check(999, Some(1_000), 2_000);
        assert_eq!(older, Err(WrongTime::BeforeBackup));
    }
}
