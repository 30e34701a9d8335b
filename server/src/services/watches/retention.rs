//! How long links and what goes over them are kept.
//!
//! The end of what was stored while the clock was ahead is brought forward: its age is not known, so that it is kept as if it was new.

use std::time::Duration;

use entity::watch::{self, Column, State};
use entity::{watch_item, watch_push, watch_timer};
use sea_orm::sea_query::{Expr, ExprTrait as _, LockBehavior, LockType};
use sea_orm::{
    ColumnTrait as _, EntityTrait as _, QueryFilter as _, QueryOrder as _, QuerySelect as _,
};
use uuid::Uuid;

use super::pushes::are_rows;
use super::shared::{ITEM_RETENTION, LINK_LIFETIME, UNCLAIMED_LIFETIME, renewed};
use crate::domain::clock::{Millis, now};
use crate::error::Error;
use crate::services::database::Database;
use crate::services::database::batches::{delete, update};
use crate::services::database::reached::is_too_far;

/// Links that one transaction ends.
const MAX_ENDED: u64 = 200;
/// Pushes that one transaction deletes.
const MAX_PUSHES: u64 = 100;

/// Ends links that nobody uses, deletes those that ended long ago, and what was sent over others. What cannot be deleted keeps nothing else; the
/// first failure is returned.
pub async fn delete_old(db: &Database) -> Result<(), Error> {
    // The state comes first in the index.
    let is_over = Column::State
        .is_in([State::Open, State::Ended])
        .and(Column::ExpiresAt.lt(now()));
    let deleted = [
        shorten(db).await,
        end_unused(db).await,
        delete::<watch::Entity>(db, is_over).await,
        delete::<watch_item::Entity>(db, watch_item::Column::ExpiresAt.lt(now())).await,
        // A push waits for a subscription for as long as its item is kept.
        delete_pushes(db, now() - ITEM_RETENTION).await,
    ];
    deleted.into_iter().collect()
}

/// Brings forward what would be kept for longer than it may.
async fn shorten(db: &Database) -> Result<(), Error> {
    use watch_item::Column::ExpiresAt as ItemEnd;
    use watch_push::Column::CreatedAt as PushTime;
    let ahead = |time: Millis| Duration::from_millis(time.unsigned_abs());
    let is_late_in = |states: &[State], lifetime| {
        let is_late = is_too_far(Column::ExpiresAt, ahead(lifetime));
        Column::State.is_in(states.iter().copied()).and(is_late)
    };
    let open = is_late_in(&[State::Open], UNCLAIMED_LIFETIME);
    let others = is_late_in(&[State::Claimed, State::Ended], LINK_LIFETIME);
    // The first item of the side that claims a link has no end before the link's.
    let items = is_too_far(ItemEnd, ahead(ITEM_RETENTION)).and(ItemEnd.lt(Millis::MAX));
    let pushes = is_too_far(PushTime, Duration::ZERO);
    let unclaimed = now() + UNCLAIMED_LIFETIME;
    let item = now() + ITEM_RETENTION;
    let shortened = [
        update::<watch::Entity>(db, (Column::ExpiresAt, unclaimed), open).await,
        update::<watch::Entity>(db, (Column::ExpiresAt, renewed()), others).await,
        update::<watch_item::Entity>(db, (ItemEnd, item), items).await,
        update::<watch_push::Entity>(db, (PushTime, now()), pushes).await,
    ];
    shortened.into_iter().collect()
}

/// Ends the links that nobody has used for long, a batch in a transaction: whoever still has a token of one learns it for as long again. Nothing else
/// is left of them.
async fn end_unused(db: &Database) -> Result<(), Error> {
    loop {
        let transaction = db.begin().await?;
        let unused = watch::Entity::find()
            .filter(Column::State.eq(State::Claimed))
            .filter(Column::ExpiresAt.lt(now()))
            .limit(MAX_ENDED)
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
            .all(&transaction)
            .await?;
        let ids: Vec<Uuid> = unused.iter().map(|link| link.id).collect();
        if ids.is_empty() {
            return Ok(());
        }
        watch::Entity::update_many()
            .col_expr(Column::State, Expr::value(State::Ended))
            .col_expr(Column::PushCt, Expr::value(Option::<Vec<u8>>::None))
            .col_expr(Column::ExpiresAt, Expr::value(renewed()))
            .filter(Column::Id.is_in(ids.clone()))
            .exec(&transaction)
            .await?;
        watch_item::Entity::delete_many()
            .filter(watch_item::Column::WatchId.is_in(ids.clone()))
            .exec(&transaction)
            .await?;
        watch_timer::Entity::delete_many()
            .filter(watch_timer::Column::WatchId.is_in(ids))
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
    }
}

/// Deletes the pushes that were queued before a time, and wipes the subscriptions of ended links among theirs, a batch in a transaction.
async fn delete_pushes(db: &Database, before: Millis) -> Result<(), Error> {
    use watch_push::Column::{CreatedAt, Seq, WatchId};
    loop {
        let transaction = db.begin().await?;
        let old: Vec<(Uuid, i64)> = watch_push::Entity::find()
            .select_only()
            .columns([WatchId, Seq])
            .filter(CreatedAt.lt(before))
            .limit(MAX_PUSHES)
            .into_tuple()
            .all(&transaction)
            .await?;
        if old.is_empty() {
            return Ok(());
        }
        // In one order, so that two processes do not block each other.
        let ended: Vec<Uuid> = watch::Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(Column::Id.is_in(old.iter().map(|(link, _)| *link)))
            .filter(Column::State.eq(State::Ended))
            .filter(Column::PushCt.is_not_null())
            .order_by_asc(Column::Id)
            .lock_exclusive()
            .into_tuple()
            .all(&transaction)
            .await?;
        if !ended.is_empty() {
            watch::Entity::update_many()
                .col_expr(Column::PushCt, Expr::value(Option::<Vec<u8>>::None))
                .filter(Column::Id.is_in(ended))
                .exec(&transaction)
                .await?;
        }
        watch_push::Entity::delete_many()
            .filter(are_rows(old))
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
    }
}
