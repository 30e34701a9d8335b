//! Pushes to send: at most one for each link, because a newer one replaces it.
//!
//! Each is leased by row, so that of any number of processes one sends it, and again where that process is killed. Push services replace a
//! message by a later one with the same topic, so that a phone shows one notification in either case.

use std::time::Duration;

use entity::watch::{self, State};
use entity::watch_push::{self, Column};
use sea_orm::sea_query::{Expr, ExprTrait as _, LockBehavior, LockType, OnConflict, SimpleExpr};
use sea_orm::{
    ActiveValue::Set, ColumnTrait as _, ConnectionTrait, EntityTrait as _, QueryFilter as _,
    QueryOrder as _, QuerySelect as _,
};
use uuid::Uuid;

use super::shared::{Watches, locked};
use crate::domain::clock::{Millis, millis, now};
use crate::error::Error;
use crate::gateway::push::{DEADLINE, Pushed};
use crate::telemetry::alarm;

/// How long one push is leased: longer than sending it and storing the outcome may take.
const LEASE: Duration = Duration::from_secs(3 * DEADLINE.as_secs());
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_mins(15);
/// How long a push is tried, in milliseconds.
const TRIED: Millis = 86_400_000;

/// A push that is leased for sending.
#[derive(Debug)]
pub(super) struct Leased {
    /// The push.
    pub(super) row: watch_push::Model,
    /// Until when, which tells this lease from later ones.
    until: Millis,
}

/// Queues a push about an item in the caller's transaction, where the link has somewhere to push to.
pub(super) async fn queue(
    db: &impl ConnectionTrait,
    link: &watch::Model,
    seq: i64,
) -> Result<(), Error> {
    if link.push_ct.is_none() {
        return Ok(());
    }
    let row = watch_push::ActiveModel {
        watch_id: Set(link.id),
        seq: Set(seq),
        is_many: Set(false),
        attempts: Set(0),
        next_attempt_at: Set(now()),
        locked_until: Set(0),
        created_at: Set(now()),
    };
    // A worker that is sending the older one keeps its lease; then the newer one is sent.
    let replace = OnConflict::column(Column::WatchId)
        .update_columns([
            Column::Seq,
            Column::Attempts,
            Column::NextAttemptAt,
            Column::CreatedAt,
        ])
        .value(Column::IsMany, Expr::value(true))
        .to_owned();
    watch_push::Entity::insert(row)
        .on_conflict(replace)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// Whether a push of this link is queued.
pub(super) async fn is_queued(db: &impl ConnectionTrait, link: Uuid) -> Result<bool, Error> {
    let queued = watch_push::Entity::find_by_id(link).one(db).await?;
    Ok(queued.is_some())
}

impl Watches {
    /// Leases pushes that are due. No other worker gets them before the lease ends.
    pub(super) async fn lease(&self, most: usize) -> Result<Vec<Leased>, Error> {
        let due = watch_push::Entity::find().filter(is_due());
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
        let until = now() + millis(LEASE);
        let links: Vec<Uuid> = rows.iter().map(|row| row.watch_id).collect();
        watch_push::Entity::update_many()
            .col_expr(Column::LockedUntil, Expr::value(until))
            .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
            .filter(Column::WatchId.is_in(links))
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
        let leased = rows.into_iter().map(|row| Leased { row, until });
        Ok(leased.collect())
    }

    /// Stores the outcome. `sealed` is the subscription that was used: the phone may have another one by now.
    pub(super) async fn finish(
        &self,
        push: &Leased,
        sealed: &[u8],
        pushed: Pushed,
    ) -> Result<(), Error> {
        let id = push.row.watch_id;
        let transaction = self.db.begin_unsealed().await?;
        let link = locked(&transaction, watch::Column::Id.eq(id)).await?;
        let is_current = link.push_ct.as_deref() == Some(sealed);
        match pushed {
            Pushed::Accepted => {
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
            Pushed::Gone if is_current => {
                watch_push::Entity::delete_by_id(id)
                    .exec(&transaction)
                    .await?;
                let row = watch::ActiveModel {
                    id: Set(id),
                    push_ct: Set(None),
                    broken_at: Set(Some(now())),
                    ..watch::ActiveModel::default()
                };
                watch::Entity::update(row)
                    .exec_without_returning(&transaction)
                    .await?;
            }
            Pushed::Gone => again(&transaction, push, Duration::ZERO).await?,
            Pushed::Barred(_) | Pushed::Refused(_) | Pushed::Later(_) | Pushed::NoAnswer => {
                raise(pushed);
                if matches!(pushed, Pushed::Barred(_)) && is_current && link.broken_at.is_none() {
                    bar(&transaction, id).await?;
                }
                retry(&transaction, push, pushed).await?;
            }
        }
        if link.state == State::Ended {
            forget_where(&transaction, id).await?;
        }
        self.announce(transaction, id).await
    }

    /// Removes a push that has nowhere to go any more.
    pub(super) async fn forget(&self, push: &Leased) -> Result<(), Error> {
        watch_push::Entity::delete_by_id(push.row.watch_id)
            .exec(self.db.write())
            .await?;
        Ok(())
    }
}

fn is_due() -> SimpleExpr {
    Column::NextAttemptAt
        .lte(now())
        .and(Column::LockedUntil.lte(now()))
}

fn is_leased(push: &Leased) -> SimpleExpr {
    Column::WatchId
        .eq(push.row.watch_id)
        .and(Column::LockedUntil.eq(push.until))
}

/// Removes a push that is done; one that was queued again meanwhile is sent at once.
async fn remove(db: &impl ConnectionTrait, push: &Leased) -> Result<(), Error> {
    let removed = watch_push::Entity::delete_many()
        .filter(is_leased(push))
        .filter(Column::Seq.eq(push.row.seq))
        .exec(db)
        .await?;
    if removed.rows_affected == 0 {
        again(db, push, Duration::ZERO).await?;
    }
    Ok(())
}

/// Ends the lease; the push is sent again after the pause.
async fn again(db: &impl ConnectionTrait, push: &Leased, pause: Duration) -> Result<(), Error> {
    watch_push::Entity::update_many()
        .col_expr(Column::LockedUntil, Expr::value(0_i64))
        .col_expr(Column::NextAttemptAt, Expr::value(now() + millis(pause)))
        .filter(is_leased(push))
        .exec(db)
        .await?;
    Ok(())
}

async fn retry(db: &impl ConnectionTrait, push: &Leased, pushed: Pushed) -> Result<(), Error> {
    if now() < push.row.created_at + TRIED {
        return again(db, push, pause(push.row.attempts, pushed)).await;
    }
    alarm::PUSH_GIVEN_UP.raise(|count| {
        tracing::error!(count, "A push was tried for a day and is given up");
    });
    remove(db, push).await
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

/// An ended link needs its subscription no more once nothing is to be pushed.
async fn forget_where(db: &impl ConnectionTrait, link: Uuid) -> Result<(), Error> {
    if !is_queued(db, link).await? {
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

/// The pause after a number of earlier attempts: five seconds, doubled each time up to a quarter of an hour, or what the push service asks
/// for within that.
fn pause(earlier: i32, pushed: Pushed) -> Duration {
    let doublings = u32::try_from(earlier.clamp(0, 16)).unwrap_or(0);
    let own = FIRST_PAUSE * 2_u32.pow(doublings);
    let asked = match pushed {
        Pushed::Later(Some(asked)) => asked,
        _ => Duration::ZERO,
    };
    own.max(asked).min(LONGEST_PAUSE)
}

/// What only an operator can mend. A service that fails or does not answer is seen by what is given up.
fn raise(pushed: Pushed) {
    if let Pushed::Barred(status) | Pushed::Refused(status) = pushed {
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
        let seconds = |earlier| pause(earlier, Pushed::NoAnswer).as_secs();
        assert_eq!(
            [0, 1, 2, 7, 8, 1000].map(seconds),
            [5, 10, 20, 640, 900, 900]
        );
        let asked = Pushed::Later(Some(Duration::from_mins(1)));
        assert_eq!(pause(0, asked).as_secs(), 60);
        assert_eq!(pause(5, asked).as_secs(), 160);
        let long = Pushed::Later(Some(Duration::from_hours(9)));
        assert_eq!(pause(0, long), LONGEST_PAUSE);
    }
}
