//! Firing the timers that are due.
//!
//! The item is stored and the timer marked in one transaction, so that of any number of processes one fires it, and once.

use std::time::Instant;

use entity::watch;
use entity::watch_timer::{self, Column, State};
use sea_orm::sea_query::{ExprTrait as _, LockBehavior, LockType, Order, Query, SimpleExpr};
use sea_orm::{
    ColumnTrait as _, ConnectionTrait, EntityTrait as _, QueryFilter as _, QuerySelect as _,
};

use super::running_timers::PutOff;
use super::shared::{MAX_RUN_TIME, Watches};
use super::timers::{MAX_DURATION, mark};
use super::{items, pushing};
use crate::domain::clock::{self, now};
use crate::error::Error;
use crate::services::database::reached::is_reached;

/// Timers that one transaction fires.
const MAX_BATCH: u64 = 50;

/// How many timers of a batch were due, and how many only seemed to be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Batch {
    fired: u64,
    put_off: u64,
}

/// What became of a timer that was due.
#[derive(Debug)]
enum FireOutcome {
    /// Its item is sent.
    Fired,
    /// It is due later.
    PutOff(PutOff),
    /// It was stopped or armed anew meanwhile, or is left to another process.
    Nothing,
}

impl Watches {
    /// Fires the timers that are due, or those for which the time of a run suffices. Returns how many.
    pub async fn fire_due(&self) -> Result<u64, Error> {
        self.running.hasten_overdue(&self.db).await?;
        let (started, mut fired) = (Instant::now(), 0);
        while started.elapsed() < MAX_RUN_TIME && self.is_any_due().await? {
            let batch = self.fire_batch().await?;
            if batch == Batch::default() {
                // Another process has them.
                break;
            }
            fired += batch.fired;
        }
        Ok(fired)
    }

    async fn is_any_due(&self) -> Result<bool, Error> {
        let due = watch_timer::Entity::find().filter(self.is_due());
        Ok(due.one(self.db.read()).await?.is_some())
    }

    /// The links' rows are locked first, as by every other write.
    async fn fire_batch(&self) -> Result<Batch, Error> {
        let due = Query::select()
            .column(Column::WatchId)
            .from(watch_timer::Entity)
            .cond_where(self.is_due())
            .order_by(Column::DueAt, Order::Asc)
            .limit(MAX_BATCH)
            .to_owned();
        let transaction = self.db.begin().await?;
        let links = watch::Entity::find()
            .filter(watch::Column::Id.in_subquery(due))
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
            .all(&transaction)
            .await?;
        let (mut fired, mut put_off) = (Vec::new(), Vec::new());
        for link in links {
            match self.fire(&transaction, &link).await? {
                FireOutcome::Fired => {
                    self.db.notify(&transaction, link.id).await?;
                    fired.push(link.id);
                }
                FireOutcome::PutOff(moved) => put_off.push(moved),
                FireOutcome::Nothing => {}
            }
        }
        transaction.commit().await?;
        let batch = Batch {
            fired: fired.len() as u64,
            put_off: put_off.len() as u64,
        };
        for moved in put_off {
            self.running.note(moved);
        }
        for link in &fired {
            self.running.remove(*link);
            self.notifier.wake(*link);
        }
        if !fired.is_empty() {
            metrics::counter!("watch_timers_fired_total").increment(batch.fired);
            self.notifier.push();
        }
        Ok(batch)
    }

    /// Sends the item of a link's timer, unless it was stopped or armed anew meanwhile.
    async fn fire(
        &self,
        db: &impl ConnectionTrait,
        link: &watch::Model,
    ) -> Result<FireOutcome, Error> {
        let timer = watch_timer::Entity::find_by_id(link.id)
            .filter(self.is_due())
            .one(db)
            .await?;
        let Some(timer) = timer else {
            return Ok(FireOutcome::Nothing);
        };
        if let Some(moved) = self.running.put_off(db, &timer).await? {
            return Ok(FireOutcome::PutOff(moved));
        }
        // Another process has armed it anew.
        if clock::has_jumped() && !self.running.has(&timer) {
            return Ok(FireOutcome::Nothing);
        }
        let (seq, kept) = (timer.item_seq, (timer.item_bytes, timer.got_at));
        // Its number is reserved, so that it is free; were it not, the timers after this one must still fire.
        items::store_kept(db, link, seq, kept).await?;
        pushing::queue(db, link, seq).await?;
        mark(db, Column::WatchId.eq(link.id), State::Fired).await?;
        Ok(FireOutcome::Fired)
    }

    /// One that is further ahead than any is armed comes from a clock that was wrong, and nobody knows when it is due: an alarm is rather false
    /// than lost. A process whose clock is in doubt does not say so of others' timers.
    ///
    /// Timers of before a start at a doubtful time are held: they may not be due at all. Where the time has just jumped, so may those of other
    /// processes, which know better.
    fn is_due(&self) -> SimpleExpr {
        let now = now();
        let held_before = clock::state().held_before();
        let is_reached = if clock::is_trusted() {
            is_reached(Column::DueAt, 2 * MAX_DURATION)
        } else {
            Column::DueAt.lte(now)
        };
        let is_due = Column::State
            .eq(State::Armed)
            .and(is_reached)
            .and(Column::DueAt.gte(held_before));
        if clock::has_jumped() {
            is_due.and(Column::WatchId.is_in(self.running.due(now)))
        } else {
            is_due
        }
    }
}
