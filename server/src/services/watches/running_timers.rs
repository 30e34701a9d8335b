//! The timers that this process has armed, measured by a clock that nobody sets.
//!
//! The database has the time at which a timer is due, so that it fires whatever becomes of the process. That time is wrong once the clock
//! is set. While the process runs, it fires none of its timers before its duration is over, and none long after.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use entity::watch_timer::{self, Column, State};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait as _, ConnectionTrait, EntityTrait as _, QueryFilter as _};
use uuid::Uuid;

use crate::domain::clock::{self, Millis, now};
use crate::domain::clock_rules::TOLERANCE;
use crate::error::Error;
use crate::services::database::Database;

/// The timers by their links. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct RunningTimers(Arc<Mutex<HashMap<Uuid, RunningTimer>>>);

/// One timer, in milliseconds of two clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RunningTimer {
    /// What this process stored, which tells the timer from one that another process has armed.
    pub(super) due_at: Millis,
    /// When it is over, by the steady clock.
    pub(super) over_at: Millis,
}

/// A timer that is due later than it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PutOff {
    link: Uuid,
    from: Millis,
    to: Millis,
}

impl RunningTimers {
    /// A timer was armed.
    pub(super) fn insert(&self, link: Uuid, timer: RunningTimer) {
        self.lock().insert(link, timer);
    }

    /// A link's timer was stopped or has fired.
    pub(super) fn remove(&self, link: Uuid) {
        self.lock().remove(&link);
    }

    /// A timer that is due at this time of the database and has so much left at this time of the steady clock that its due time must be wrong.
    fn early(&self, link: Uuid, due_at: Millis, steady: Millis) -> Option<RunningTimer> {
        let timer = self.lock().get(&link).copied()?;
        (timer.due_at == due_at && steady + TOLERANCE < timer.over_at).then_some(timer)
    }

    /// The timers that should have fired by this time of the steady clock.
    fn overdue(&self, steady: Millis) -> Vec<(Uuid, RunningTimer)> {
        let timers = self.lock();
        let overdue = timers
            .iter()
            .filter(|(_, timer)| timer.over_at + TOLERANCE < steady);
        overdue.map(|(link, timer)| (*link, *timer)).collect()
    }

    /// Makes those of this process's timers due whose duration is over and that have not fired, because the clock was set back.
    pub(super) async fn hasten_overdue(&self, db: &Database) -> Result<(), Error> {
        for (link, timer) in self.overdue(clock::steady()) {
            move_due(db.write(), link, (timer.due_at, now())).await?;
            self.remove(link);
        }
        Ok(())
    }

    /// The links of those that are due by this time of the database.
    pub(super) fn due(&self, now: Millis) -> Vec<Uuid> {
        let timers = self.lock();
        let due = timers.iter().filter(|(_, timer)| timer.due_at <= now);
        due.map(|(link, _)| *link).collect()
    }

    /// Whether this process has armed a timer as it is in the database.
    pub(super) fn has(&self, timer: &watch_timer::Model) -> bool {
        let running = self.lock().get(&timer.watch_id).copied();
        running.is_some_and(|running| running.due_at == timer.due_at)
    }

    /// Puts a timer off that is due only because the clock was set forward. Returns what [`Self::note`] is to be told once the
    /// transaction is committed: until then the timer is due when it was.
    pub(super) async fn put_off(
        &self,
        db: &impl ConnectionTrait,
        timer: &watch_timer::Model,
    ) -> Result<Option<PutOff>, Error> {
        let (link, from, steady) = (timer.watch_id, timer.due_at, clock::steady());
        let Some(early) = self.early(link, from, steady) else {
            return Ok(None);
        };
        let to = now() + early.over_at - steady;
        move_due(db, link, (from, to)).await?;
        Ok(Some(PutOff { link, from, to }))
    }

    /// Notes that a timer was put off, unless it was armed anew meanwhile.
    pub(super) fn note(&self, moved: PutOff) {
        let mut timers = self.lock();
        let timer = timers.get_mut(&moved.link);
        if let Some(timer) = timer.filter(|timer| timer.due_at == moved.from) {
            timer.due_at = moved.to;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, RunningTimer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn move_due(
    db: &impl ConnectionTrait,
    link: Uuid,
    (from, to): (Millis, Millis),
) -> Result<(), Error> {
    watch_timer::Entity::update_many()
        .col_expr(Column::DueAt, Expr::value(to))
        .filter(Column::WatchId.eq(link))
        .filter(Column::DueAt.eq(from))
        .filter(Column::State.eq(State::Armed))
        .exec(db)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Millis = 60_000;
    const DUE: Millis = 1_000 * MINUTE;

    fn armed(over_at: Millis) -> (RunningTimers, Uuid, RunningTimer) {
        let (timers, link) = (RunningTimers::default(), Uuid::from_u128(1));
        let timer = RunningTimer {
            due_at: DUE,
            over_at,
        };
        timers.insert(link, timer);
        (timers, link, timer)
    }

    #[test]
    fn a_timer_that_is_due_before_its_duration_is_over_is_early_unless_another_process_armed_it() {
        let (timers, link, timer) = armed(45 * MINUTE);
        assert_eq!(timers.early(link, DUE, 5 * MINUTE), Some(timer));
        assert_eq!(timers.early(link, DUE + 1, 5 * MINUTE), None);
        assert_eq!(timers.early(Uuid::from_u128(2), DUE, 5 * MINUTE), None);
        assert_eq!(timers.early(link, DUE, 45 * MINUTE - TOLERANCE), None);
    }

    #[test]
    fn a_timer_stays_early_until_it_is_noted_that_it_was_put_off() {
        let (timers, link, timer) = armed(45 * MINUTE);
        let (from, to) = (DUE, DUE + 40 * MINUTE);
        // As after a transaction that was rolled back: nothing was noted, and the row is as it was.
        assert_eq!(timers.early(link, from, 5 * MINUTE), Some(timer));
        timers.note(PutOff { link, from, to });
        assert_eq!(timers.early(link, from, 5 * MINUTE), None);
        let put_off = RunningTimer {
            due_at: to,
            ..timer
        };
        assert_eq!(timers.early(link, to, 5 * MINUTE), Some(put_off));
        timers.note(PutOff { link, from, to: 0 });
        assert_eq!(timers.early(link, to, 5 * MINUTE), Some(put_off));
    }

    #[test]
    fn a_timer_is_overdue_once_it_should_have_fired_unless_it_was_stopped() {
        let (timers, link, timer) = armed(45 * MINUTE);
        assert_eq!(timers.overdue(45 * MINUTE + TOLERANCE), []);
        let late = 45 * MINUTE + TOLERANCE + 1;
        assert_eq!(timers.overdue(late), [(link, timer)]);
        timers.remove(link);
        assert_eq!(timers.overdue(90 * MINUTE), []);
    }
}
