//! Reading a link, and waiting for news of it. While a request waits, it holds no connection to the database.

use std::time::Duration;

use entity::watch::{self, Column, State};
use entity::watch_item::{self, Column as ItemColumn, Direction};
use entity::watch_timer;
use sea_orm::{
    ColumnTrait as _, Condition, EntityTrait as _, QueryFilter as _, QueryOrder as _,
    QuerySelect as _,
};
use tokio::time::{Instant, sleep_until};

use super::shared::{LINK_LIFETIME, UNKNOWN, Watches, is_either, is_owner, renew};
use crate::domain::clock::{DAY, Millis, now, time_of_ages};
use crate::domain::link_token::TokenHash;
use crate::error::Error;
use crate::lifecycle::Lifecycle;
use crate::services::limits::rate_limit::Counted;

/// The items that one answer holds at most, and about how many bytes.
const MAX_ITEMS: u64 = 250;
const MAX_BYTES: usize = 1 << 20;

/// What a request asks for.
#[derive(Debug)]
pub struct ReadRequest {
    /// The place behind which items are asked for; -1 for all of them.
    pub after: i64,
    /// The version of the link's state that the asker has.
    pub version: Option<String>,
    /// How long to wait for news.
    pub wait: Duration,
}

/// What a reader of a link gets.
#[derive(Debug)]
pub struct ReadItems {
    /// The items, in the order in which they were stored.
    pub items: Vec<Item>,
    /// What to ask for next: the place of the last item, or what was asked for.
    pub after: i64,
    /// The link's state.
    pub link: LinkState,
    /// For the side that claimed the link the place of the newest item before these that was to be pushed to it and was no routine, also where
    /// it is kept no more.
    pub news_before: Option<i64>,
}

/// An item that was sent.
#[derive(Debug)]
pub struct Item {
    /// The sender's number.
    pub seq: i64,
    /// Its sealed bytes.
    pub bytes: Vec<u8>,
    /// When it was stored.
    pub at: Millis,
    /// When the server got it, where that was earlier.
    pub got_at: Option<Millis>,
}

/// The state of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkState {
    /// How far the link is.
    pub stage: LinkStage,
    /// What only the owner is told.
    pub owned: Option<Owned>,
    /// Whether pushes reach the side that claimed the link, for itself.
    pub reached: Option<PushState>,
}

/// How far a link is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkStage {
    /// Nobody has claimed it yet.
    Open,
    /// Both sides have it.
    Claimed,
    /// It has ended.
    Ended,
}

/// What the owner of a link is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owned {
    /// Whether pushes have somewhere to go.
    pub push: PushState,
    /// The newest item up to which the push service accepted every push.
    pub pushed_seq: Option<i64>,
    /// The timer, unless it was stopped.
    pub timer: Option<Timer>,
    /// The generation that the next session's timer has to exceed, also after this one was stopped.
    pub newest_generation: Option<i64>,
}

/// Whether pushes have somewhere to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PushState {
    /// There is a subscription, and its push service took the last push, if there was one.
    Works,
    /// There is none.
    None,
    /// The push service has not taken pushes to the subscription since then.
    Unreachable(Millis),
    /// The push service has not known the subscription since then.
    Broken(Millis),
}

/// A timer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timer {
    /// When it fires.
    pub due_at: Millis,
    /// Which arming it is.
    pub generation: i64,
    /// Whether it has fired.
    pub has_fired: bool,
}

impl LinkState {
    /// A short text that differs where the state does.
    pub fn version(&self) -> String {
        let hash = blake3::hash(format!("{self:?}").as_bytes());
        hash.to_hex().chars().take(16).collect()
    }
}

impl Watches {
    /// Reads a link with the owner's token or the reader's, and waits for news where there are none.
    pub async fn read(
        &self,
        token: &Counted<TokenHash>,
        question: &ReadRequest,
        lifecycle: &Lifecycle,
    ) -> Result<ReadItems, Error> {
        let deadline = Instant::now() + question.wait;
        let (found, _) = self.find(token.subject()).await?;
        self.renew_daily(&found).await?;
        let mut waiter = self.notifier.wait_for(found.id);
        let first = self.look(token.subject(), question.after).await?;
        let known = question.version.clone();
        let known = known.unwrap_or_else(|| first.link.version());
        let has_news = |reading: &ReadItems| {
            !reading.items.is_empty()
                || reading.link.stage == LinkStage::Ended
                || reading.link.version() != known
        };
        if has_news(&first) || question.wait.is_zero() {
            return Ok(first);
        }
        loop {
            let is_over = tokio::select! {
                () = waiter.woken() => false,
                () = sleep_until(deadline) => true,
                () = lifecycle.stopping() => true,
            };
            let reading = self.look(token.subject(), question.after).await?;
            if is_over || has_news(&reading) {
                return Ok(reading);
            }
        }
    }

    /// A link with its timer.
    async fn find(
        &self,
        token: &TokenHash,
    ) -> Result<(watch::Model, Option<watch_timer::Model>), Error> {
        let is_reader = Condition::all().add(Column::ReadHash.eq(token.to_vec()));
        let found = watch::Entity::find()
            .filter(is_either(is_owner(token), is_reader))
            .filter(Column::ExpiresAt.gt(time_of_ages()))
            .find_also_related(watch_timer::Entity)
            .one(self.db.read())
            .await?;
        found.ok_or(UNKNOWN)
    }

    /// Once a day, a link that is read is known to be in use.
    async fn renew_daily(&self, link: &watch::Model) -> Result<(), Error> {
        if link.state != State::Claimed || now() + LINK_LIFETIME - DAY < link.expires_at {
            return Ok(());
        }
        renew(self.db.write(), link).await
    }

    async fn look(&self, token: &TokenHash, after: i64) -> Result<ReadItems, Error> {
        let (link, timer) = self.find(token).await?;
        let is_owner = link.owner_hash == token.to_vec();
        let waiting = if is_owner && link.pushed_seq.is_some() {
            super::shared::oldest_push(self.db.read(), link.id).await?
        } else {
            None
        };
        let direction = if is_owner {
            Direction::Up
        } else {
            Direction::Down
        };
        let mut size = 0;
        let rows = watch_item::Entity::find()
            .filter(ItemColumn::WatchId.eq(link.id))
            .filter(ItemColumn::Direction.eq(direction))
            .filter(ItemColumn::Position.gt(after))
            .filter(ItemColumn::ExpiresAt.gt(time_of_ages()))
            .order_by_asc(ItemColumn::Position)
            .limit(MAX_ITEMS)
            .all(self.db.read())
            .await?;
        let rows: Vec<_> = rows
            .into_iter()
            .take_while(|row| {
                let fits = size < MAX_BYTES;
                size += row.bytes.len();
                fits
            })
            .collect();
        let news_before = rows.first().map_or(link.newest_down, |row| row.news_before);
        Ok(ReadItems {
            after: rows.last().map_or(after, |row| row.position),
            items: rows.into_iter().map(Item::from).collect(),
            link: LinkState {
                stage: stage(link.state),
                reached: (!is_owner).then(|| push(&link)),
                owned: is_owner.then(|| owned(&link, timer, waiting)),
            },
            news_before: (!is_owner).then_some(news_before),
        })
    }
}

/// `waiting` is the oldest item whose push no service has accepted.
fn owned(link: &watch::Model, timer: Option<watch_timer::Model>, waiting: Option<i64>) -> Owned {
    let before = waiting.map_or(i64::MAX, |waiting| waiting - 1);
    let pushed = link.pushed_seq.map(|newest| newest.min(before));
    let newest_generation = timer.as_ref().map(|timer| timer.generation);
    let timer = timer.filter(|timer| timer.state != watch_timer::State::Stopped);
    Owned {
        push: push(link),
        pushed_seq: pushed.filter(|seq| 0 <= *seq),
        timer: timer.map(|timer| Timer {
            due_at: timer.due_at,
            generation: timer.generation,
            has_fired: timer.state == watch_timer::State::Fired,
        }),
        newest_generation,
    }
}

fn push(link: &watch::Model) -> PushState {
    match (&link.push_ct, link.broken_at) {
        (Some(_), None) => PushState::Works,
        (Some(_), Some(since)) => PushState::Unreachable(since),
        (None, Some(since)) => PushState::Broken(since),
        (None, None) => PushState::None,
    }
}

fn stage(state: State) -> LinkStage {
    match state {
        State::Open => LinkStage::Open,
        State::Claimed => LinkStage::Claimed,
        State::Ended => LinkStage::Ended,
    }
}

impl From<watch_item::Model> for Item {
    fn from(row: watch_item::Model) -> Self {
        Self {
            seq: row.seq,
            bytes: row.bytes,
            at: row.created_at,
            got_at: row.got_at,
        }
    }
}
