//! Leasing pushes to send them, and what becomes of them.
//!
//! Each is leased by row, so that of any number of processes one sends it, and again where that process is killed. Push services replace a
//! message by a later one with the same topic, so that a phone shows one notification in either case.

use std::time::Duration;

use entity::watch::{self, State};
use entity::watch_push::{self, Column};
use sea_orm::sea_query::{Expr, ExprTrait as _, LockBehavior, LockType, SimpleExpr};
use sea_orm::{
    ActiveValue::Set, ColumnTrait as _, Condition, ConnectionTrait, EntityTrait as _,
    QueryFilter as _, QueryOrder as _, QuerySelect as _,
};
use uuid::Uuid;

use super::shared::{NEVER, Turn, Watches, has_due, locked};
use crate::domain::clock::{Millis, millis, now};
use crate::error::Error;
use crate::gateway::push::{PushOutcome, TIMEOUT};
use crate::services::database::reached::is_reached;
use crate::services::retry_delay::RetryDelay;
use crate::telemetry::alarm;

/// How long one push is leased: longer than sending it and storing the outcome may take.
pub(super) const LEASE_DURATION: Duration = Duration::from_secs(3 * TIMEOUT.as_secs());
const RETRY_DELAY: RetryDelay = RetryDelay {
    first: Duration::from_secs(5),
    max: Duration::from_mins(15),
};
/// How often a push is tried with one subscription: for a day, with these pauses. What waited for a subscription was not tried meanwhile.
const MAX_ATTEMPTS: i32 = 100;

/// A push that is leased for sending.
#[derive(Debug)]
pub(super) struct LeasedPush {
    /// The push.
    pub(super) row: watch_push::Model,
    /// Until when, which tells this lease from later ones.
    until: Millis,
}

impl Watches {
    /// Leases new pushes, or those that are tried again, of which there are places for so many. No other worker gets them before the lease
    /// ends.
    pub(super) async fn lease(&self, turn: Turn, most: usize) -> Result<Vec<LeasedPush>, Error> {
        let due = watch_push::Entity::find()
            .filter(is_due())
            .filter(turn.has());
        if most == 0 || due.clone().one(self.db.read()).await?.is_none() {
            return Ok(Vec::new());
        }
        let transaction = self.db.begin().await?;
        let rows = due
            .order_by_asc(Column::NextAttemptAt)
            .limit(most as u64)
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
            .all(&transaction)
            .await?;
        if rows.is_empty() {
            // Others took them meanwhile.
            transaction.rollback().await?;
            return Ok(Vec::new());
        }
        let until = now() + millis(LEASE_DURATION);
        watch_push::Entity::update_many()
            .col_expr(Column::LockedUntil, Expr::value(until))
            .filter(are_rows(rows.iter().map(|row| (row.watch_id, row.seq))))
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
        let leased = rows.into_iter().map(|row| LeasedPush { row, until });
        Ok(leased.collect())
    }

    /// Stores the outcome. `sealed` is the subscription that was used: the phone may have another one by now.
    pub(super) async fn finish(
        &self,
        push: &LeasedPush,
        sealed: &[u8],
        pushed: PushOutcome,
    ) -> Result<(), Error> {
        let id = push.row.watch_id;
        let transaction = self.db.begin().await?;
        let link = locked(&transaction, watch::Column::Id.eq(id)).await?;
        let is_current = link.push_ct.as_deref() == Some(sealed);
        match pushed {
            PushOutcome::Accepted => {
                remove(&transaction, push).await?;
                let newest = Ord::max(link.pushed_seq, Some(push.row.seq));
                let mut row = watch::ActiveModel {
                    id: Set(id),
                    pushed_seq: Set(newest),
                    ..watch::ActiveModel::default()
                };
                if is_current {
                    row.broken_at = Set(None);
                }
                watch::Entity::update(row)
                    .exec_without_returning(&transaction)
                    .await?;
            }
            // The phone has another subscription by now, or none.
            _ if !is_current => send_elsewhere(&transaction, &link, push).await?,
            PushOutcome::Gone => {
                let row = watch::ActiveModel {
                    id: Set(id),
                    push_ct: Set(None),
                    broken_at: Set(Some(now())),
                    ..watch::ActiveModel::default()
                };
                watch::Entity::update(row)
                    .exec_without_returning(&transaction)
                    .await?;
                let without = watch::Model {
                    push_ct: None,
                    ..link.clone()
                };
                send_elsewhere(&transaction, &without, push).await?;
            }
            PushOutcome::Barred(_)
            | PushOutcome::Refused(_)
            | PushOutcome::Later(_)
            | PushOutcome::NoAnswer => {
                raise(pushed);
                if matches!(pushed, PushOutcome::Barred(_)) && link.broken_at.is_none() {
                    bar(&transaction, id).await?;
                }
                retry(&transaction, &link, push, pushed).await?;
            }
        }
        if link.state == State::Ended {
            forget_where(&transaction, id).await?;
        }
        self.announce(transaction, id).await
    }

    /// Stores that a worker found nowhere to push to. The phone may have subscribed meanwhile.
    pub(super) async fn shelve(&self, push: &LeasedPush) -> Result<(), Error> {
        let transaction = self.db.begin().await?;
        let link = watch::Entity::find_by_id(push.row.watch_id)
            .lock_exclusive()
            .one(&transaction)
            .await?;
        // A link that was deleted has no pushes.
        if let Some(link) = link {
            send_elsewhere(&transaction, &link, push).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}

fn is_due() -> SimpleExpr {
    is_reached(Column::NextAttemptAt, RETRY_DELAY.max)
        .and(Column::NextAttemptAt.lt(NEVER))
        .and(is_reached(Column::LockedUntil, LEASE_DURATION))
}

/// Whether a row is one of these. SQLite takes no list of keys with two columns.
pub(super) fn are_rows(keys: impl IntoIterator<Item = (Uuid, i64)>) -> Condition {
    let rows = keys.into_iter().map(|(link, seq)| is_row(link, seq));
    rows.fold(Condition::any(), Condition::add)
}

fn is_row(link: Uuid, seq: i64) -> SimpleExpr {
    Column::WatchId.eq(link).and(Column::Seq.eq(seq))
}

fn is_leased(push: &LeasedPush) -> SimpleExpr {
    is_row(push.row.watch_id, push.row.seq).and(Column::LockedUntil.eq(push.until))
}

/// Removes a push that is done.
async fn remove(db: &impl ConnectionTrait, push: &LeasedPush) -> Result<(), Error> {
    watch_push::Entity::delete_many()
        .filter(is_leased(push))
        .exec(db)
        .await?;
    Ok(())
}

/// Ends the lease of a push whose subscription is not the link's: it goes to the link's one, or waits for one. No subscription comes for a
/// link that has ended.
async fn send_elsewhere(
    db: &impl ConnectionTrait,
    link: &watch::Model,
    push: &LeasedPush,
) -> Result<(), Error> {
    match (&link.push_ct, link.state) {
        (Some(_), _) => end_lease(db, push, 0, now()).await,
        (None, State::Ended) => remove(db, push).await,
        (None, State::Open | State::Claimed) => end_lease(db, push, 0, NEVER).await,
    }
}

async fn end_lease(
    db: &impl ConnectionTrait,
    push: &LeasedPush,
    attempts: i32,
    next: Millis,
) -> Result<(), Error> {
    watch_push::Entity::update_many()
        .col_expr(Column::Attempts, Expr::value(attempts))
        .col_expr(Column::LockedUntil, Expr::value(0_i64))
        .col_expr(Column::NextAttemptAt, Expr::value(next))
        .filter(is_leased(push))
        .exec(db)
        .await?;
    Ok(())
}

/// Counts a try that failed. A push whose sending was cut off was not tried.
async fn retry(
    db: &impl ConnectionTrait,
    link: &watch::Model,
    push: &LeasedPush,
    pushed: PushOutcome,
) -> Result<(), Error> {
    let attempts = push.row.attempts + 1;
    if attempts < MAX_ATTEMPTS {
        let next = now() + millis(pause(push.row.attempts, pushed));
        return end_lease(db, push, attempts, next).await;
    }
    alarm::PUSH_GIVEN_UP.raise(|count| {
        tracing::error!(count, "A push was tried for a day and is given up");
    });
    match link.state {
        State::Ended => remove(db, push).await,
        // It stays for a new subscription. While it is there, nobody is told that a service took it because one took a later push.
        State::Open | State::Claimed => end_lease(db, push, attempts, NEVER).await,
    }
}

/// Notes since when the push service does not take what is sent to the link's subscription, which is tried all the same.
async fn bar(db: &impl ConnectionTrait, link: Uuid) -> Result<(), Error> {
    let row = watch::ActiveModel {
        id: Set(link),
        broken_at: Set(Some(now())),
        ..watch::ActiveModel::default()
    };
    watch::Entity::update(row)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// An ended link needs its subscription no more once nothing is to be pushed: what waits for another one gets none.
async fn forget_where(db: &impl ConnectionTrait, link: Uuid) -> Result<(), Error> {
    if !has_due(db, link).await? {
        let row = watch::ActiveModel {
            id: Set(link),
            push_ct: Set(None),
            ..watch::ActiveModel::default()
        };
        watch::Entity::update(row)
            .exec_without_returning(db)
            .await?;
    }
    Ok(())
}

/// The pause after a number of earlier attempts: the delay of their failures, or what the push service asks for within the longest.
fn pause(earlier: i32, pushed: PushOutcome) -> Duration {
    let asked = match pushed {
        PushOutcome::Later(Some(asked)) => asked,
        _ => Duration::ZERO,
    };
    RETRY_DELAY.after(earlier).max(asked).min(RETRY_DELAY.max)
}

/// What only an operator can mend. A service that fails or does not answer is seen by what is given up.
fn raise(pushed: PushOutcome) {
    if let PushOutcome::Barred(status) | PushOutcome::Refused(status) = pushed {
        alarm::PUSH.raise(|count| {
            tracing::error!(status, count, "A push service refuses what is sent");
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_from_five_seconds_to_a_quarter_of_an_hour() {
        let seconds = |earlier| pause(earlier, PushOutcome::NoAnswer).as_secs();
        assert_eq!(
            [0, 1, 2, 7, 8, 1000].map(seconds),
            [5, 10, 20, 640, 900, 900]
        );
        let asked = PushOutcome::Later(Some(Duration::from_mins(1)));
        assert_eq!(pause(0, asked).as_secs(), 60);
        assert_eq!(pause(5, asked).as_secs(), 160);
        let long = PushOutcome::Later(Some(Duration::from_hours(9)));
        assert_eq!(pause(0, long), RETRY_DELAY.max);
        let all: u64 = (0..MAX_ATTEMPTS - 1).map(seconds).sum();
        assert_eq!(all / 3_600, 23, "hours");
    }
}
