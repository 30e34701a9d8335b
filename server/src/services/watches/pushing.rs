//! Queues pushes, and sends those that are due.
//!
//! There is one for each item that asks for one: a phone that was off gets each, and none takes the place of an alarm. Where there is
//! nowhere to push to, a push waits for a subscription as long as its item is kept.

use std::time::Instant;

use data_encoding::BASE64URL_NOPAD;
use entity::watch;
use entity::watch_item::{self, Direction};
use entity::watch_push::{self, Column};
use sea_orm::sea_query::{Expr, OnConflict, Order, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait as _, ConnectionTrait, EntityTrait as _, QueryFilter as _,
};
use sha2::{Digest as _, Sha256};
use tokio::time::timeout;
use uuid::Uuid;

use super::messages::message;
use super::push_places::PushPlace;
use super::pushes::{LEASE_DURATION, LeasedPush};
use super::shared::{MAX_RUN_TIME, NEVER, Turn, Watches};
use crate::domain::clock::{DAY, Millis, now};
use crate::domain::push_subscription::PushSubscription;
use crate::error::Error;
use crate::gateway::push::PushOutcome;
use crate::services::sealed;

/// How many of the pushes that waited a new subscription gets, the newest: whoever gets one looks for the others.
const MAX_SENT_LATE: u64 = 20;

/// How long a push service keeps a message at least, in milliseconds.
const MIN_TTL: Millis = 60_000;

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

/// Makes the pushes of a link due, for a new subscription with which nothing was tried.
pub(super) async fn make_due(db: &impl ConnectionTrait, link: Uuid) -> Result<(), Error> {
    let newest = Query::select()
        .column(Column::Seq)
        .from(watch_push::Entity)
        .and_where(Column::WatchId.eq(link))
        .order_by(Column::CreatedAt, Order::Desc)
        .limit(MAX_SENT_LATE)
        .to_owned();
    watch_push::Entity::update_many()
        .col_expr(Column::Attempts, Expr::value(0))
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

impl Watches {
    /// Begins to send the pushes that are due until `is_over`, as many at once as there are places. Those that are left are sent when places are
    /// free.
    pub async fn push_due(&self, is_over: impl Fn() -> bool) -> Result<(), Error> {
        let started = Instant::now();
        while !is_over() && started.elapsed() < MAX_RUN_TIME {
            let new = self.begin_turn(Turn::New, self.places.free()).await?;
            let free = Ord::min(self.places.free(), self.places.free_for_retries());
            let again = self.begin_turn(Turn::Retry, free).await?;
            if new == 0 && again == 0 {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Leases so many pushes at most, and begins to send them before anything else can fail: nobody else sends them while they are leased.
    /// Returns how many.
    async fn begin_turn(&self, turn: Turn, most: usize) -> Result<usize, Error> {
        let leased = self.lease(turn, most).await?;
        let count = leased.len();
        for push in leased {
            self.begin_sending(push, turn == Turn::Retry).await;
        }
        Ok(count)
    }

    /// Sends a push in a task of its own, once there is a place.
    async fn begin_sending(&self, push: LeasedPush, is_retry: bool) {
        if let Some(place) = self.places.acquire(is_retry).await {
            tokio::spawn(self.clone().send_in(place, push));
        }
    }

    /// Sends a push in a place.
    async fn send_in(self, mut place: PushPlace, push: LeasedPush) {
        let link = push.row.watch_id;
        // Whatever is not done when the lease ends is done again.
        match timeout(LEASE_DURATION, self.send_one(&mut place, &push)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(%link, error = %error.for_log(), "A push could not be finished");
            }
            Err(_) => tracing::warn!(%link, "A push was not finished within its lease"),
        }
    }

    /// Waits for the pushes that are being sent. No others may begin meanwhile.
    pub async fn finish_pushes(&self) {
        self.places.all_done().await;
    }

    async fn send_one(&self, place: &mut PushPlace, push: &LeasedPush) -> Result<(), Error> {
        let id = push.row.watch_id;
        let link = watch::Entity::find_by_id(id).one(self.db.read()).await?;
        let sealed = link.and_then(|link| link.push_ct);
        let Some(sealed) = sealed else {
            return self.shelve(push).await;
        };
        let text = sealed::EncryptedColumn::of_watch(&id).open(&self.keys, &sealed)?;
        let Some(subscription) = PushSubscription::from_text(&text) else {
            return self.finish(push, &sealed, PushOutcome::Gone).await;
        };
        let (text, ttl) = self.text(&push.row).await?;
        let topic = topic(id, push.row.seq);
        let sending = self.push.send(&subscription, &topic, &text, ttl);
        let pushed = self.places.send(place, subscription.host(), sending).await;
        metrics::counter!("watch_pushes_total", "outcome" => outcome(pushed)).increment(1);
        self.finish(push, &sealed, pushed).await
    }

    /// What the push says, and how long it is true, in milliseconds: as long as its item is kept.
    async fn text(&self, push: &watch_push::Model) -> Result<(Vec<u8>, Millis), Error> {
        let item = watch_item::Entity::find_by_id((push.watch_id, Direction::Down, push.seq))
            .one(self.db.read())
            .await?;
        let left = item.as_ref().map_or(DAY, |item| item.expires_at - now());
        Ok((message(&self.page, item.as_ref()), left.max(MIN_TTL)))
    }
}

/// The name in the metrics.
fn outcome(pushed: PushOutcome) -> &'static str {
    match pushed {
        PushOutcome::Accepted => "accepted",
        PushOutcome::Gone => "gone",
        PushOutcome::Barred(_) => "barred",
        PushOutcome::Refused(_) => "refused",
        PushOutcome::Later(_) => "later",
        PushOutcome::NoAnswer => "no_answer",
    }
}

/// The topic of an item: 32 characters of base64url at most (RFC 8030, section 5.4). A push that is sent twice replaces itself, and never
/// another one: of a test that replaced an alarm, a phone that was off would learn no alarm.
fn topic(link: Uuid, seq: i64) -> String {
    let hash = Sha256::digest([link.as_bytes().as_slice(), &seq.to_be_bytes()].concat());
    BASE64URL_NOPAD.encode(hash.get(..16).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_short_enough_and_is_that_of_one_item_of_one_link() {
        let topics = [(1, 0), (1, 1), (2, 0)].map(|(id, seq)| topic(Uuid::from_u128(id), seq));
        assert!(topics.iter().all(|topic| topic.len() <= 32));
        assert_ne!(topics[0], topics[1]);
        assert_ne!(topics[0], topics[2]);
        assert_eq!(topics[0], topic(Uuid::from_u128(1), 0));
    }
}
