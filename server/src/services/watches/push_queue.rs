//! Pushes that wait, one for each item that asks for one: a phone that was off gets each, and none takes the place of an alarm. Where there
//! is nowhere to push to, a push waits for a subscription as long as its item is kept.

use entity::watch;
use entity::watch_push::{self, Column};
use sea_orm::sea_query::{Expr, OnConflict, Order, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait as _, ConnectionTrait, EntityTrait as _, QueryFilter as _,
};
use uuid::Uuid;

use crate::domain::clock::{Millis, now};
use crate::error::Error;

/// When a push is sent that waits for a subscription.
pub(super) const NEVER: Millis = Millis::MAX;
/// How many of the pushes that waited a new subscription gets, the newest: whoever gets one looks for the others.
const MAX_SENT_LATE: u64 = 20;

/// Queues a push about an item in the caller's transaction. Where the link has nowhere to push to, it waits for a subscription.
pub(super) async fn queue(
    db: &impl ConnectionTrait,
    link: &watch::Model,
    seq: i64,
) -> Result<(), Error> {
    let has_address = link.push_ct.is_some();
    let row = watch_push::ActiveModel {
        watch_id: Set(link.id),
        seq: Set(seq),
        attempts: Set(0),
        next_attempt_at: Set(if has_address { now() } else { NEVER }),
        locked_until: Set(0),
        created_at: Set(now()),
    };
    let ignore = OnConflict::columns([Column::WatchId, Column::Seq])
        .do_nothing()
        .to_owned();
    watch_push::Entity::insert(row)
        .on_conflict(ignore)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// Makes the pushes of a link due that wait, for a new subscription.
pub(super) async fn make_due(db: &impl ConnectionTrait, link: Uuid) -> Result<(), Error> {
    let newest = Query::select()
        .column(Column::Seq)
        .from(watch_push::Entity)
        .and_where(Column::WatchId.eq(link))
        .order_by(Column::CreatedAt, Order::Desc)
        .limit(MAX_SENT_LATE)
        .to_owned();
    watch_push::Entity::update_many()
        .col_expr(Column::NextAttemptAt, Expr::value(now()))
        .filter(Column::WatchId.eq(link))
        .filter(Column::Seq.in_subquery(newest))
        .exec(db)
        .await?;
    Ok(())
}

/// Removes every push of a link.
pub(super) async fn remove_all(db: &impl ConnectionTrait, link: Uuid) -> Result<(), Error> {
    watch_push::Entity::delete_many()
        .filter(Column::WatchId.eq(link))
        .exec(db)
        .await?;
    Ok(())
}

/// Whether a push of this link is queued.
pub(super) async fn is_queued(db: &impl ConnectionTrait, link: Uuid) -> Result<bool, Error> {
    let queued = watch_push::Entity::find().filter(Column::WatchId.eq(link));
    Ok(queued.one(db).await?.is_some())
}
