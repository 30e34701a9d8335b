//! Arming and stopping timers: each sends an item over its link unless it is stopped in time, whatever happened to the phone that armed it.

use std::time::Duration;

use entity::watch;
use entity::watch_item::{self, Direction};
use entity::watch_timer::{self, Column, State};
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict, SimpleExpr};
use sea_orm::{
    ActiveValue::Set, ColumnTrait as _, ConnectionTrait, EntityTrait as _, QueryFilter as _, SqlErr,
};
use uuid::Uuid;

use super::running_timers::RunningTimer;
use super::shared::{UNKNOWN, Watches, is_owner, locked, renew, require_claimed};
use crate::domain::clock::{self, Millis, millis, now};
use crate::domain::link_token::TokenHash;
use crate::error::Error;
use crate::services::limits::rate_limit::Counted;

/// The longest time until a timer fires.
pub const MAX_DURATION: Duration = Duration::from_hours(25);

const OLDER: Error = Error::Conflict("A newer timer is armed.");
const STOPPED: Error = Error::Conflict("This timer was stopped.");
const TAKEN: Error = Error::Conflict("Another item has this number.");
const TOKEN_TAKEN: Error = Error::Conflict("Another timer has this token.");
const NOT_ARMED: Error = Error::Conflict("This timer is not armed.");

/// When a timer fires.
#[derive(Debug, Clone, Copy)]
pub enum Due {
    /// At a time of this server, however late the request comes. One that has passed is now, unless the session's timer runs.
    At(Millis),
    /// So long from now.
    Within(Duration),
    /// When it would have fired: only its item is replaced.
    Unchanged,
}

/// A timer to arm.
#[derive(Debug)]
pub struct NewTimer {
    /// When it fires.
    pub due: Due,
    /// Counted up by the sender.
    pub generation: i64,
    /// The number of the item that it sends.
    pub seq: i64,
    /// The item's sealed bytes.
    pub bytes: Vec<u8>,
    /// Of the token that stops it.
    pub stop: TokenHash,
}

/// What the server holds after a timer was to be armed.
#[derive(Debug, Clone, Copy)]
pub struct Armed {
    /// When it fires, or fired.
    pub due_at: Millis,
    /// Whether it has fired, so that nothing was armed.
    pub has_fired: bool,
    /// Whether the other side can be pushed to.
    pub has_push: bool,
}

impl Watches {
    /// Arms the link's timer, in place of an older generation. Returns what is armed. The same generation with the same token again changes
    /// nothing: its first response was lost. With another token it is another session's, and not armed. A token fires once: after that
    /// nothing is armed with it.
    pub async fn arm(&self, token: &Counted<TokenHash>, timer: NewTimer) -> Result<Armed, Error> {
        let transaction = self.db.begin().await?;
        let link = locked(&transaction, is_owner(token.subject())).await?;
        require_claimed(&link)?;
        let present = watch_timer::Entity::find_by_id(link.id)
            .one(&transaction)
            .await?;
        let has_push = link.push_ct.is_some() && link.broken_at.is_none();
        let mut armed_until = None;
        if let Some(present) = present {
            let is_same = present.stop_hash == timer.stop.to_vec();
            let held = Armed {
                due_at: present.due_at,
                has_fired: present.state == State::Fired,
                has_push,
            };
            match present.state {
                State::Stopped if is_same => return Err(STOPPED),
                State::Fired if is_same => return Ok(held),
                State::Armed if is_same => armed_until = Some(present.due_at),
                State::Armed | State::Fired | State::Stopped => {}
            }
            if timer.generation < present.generation {
                return Err(OLDER);
            }
            if timer.generation == present.generation {
                return is_same.then_some(held).ok_or(OLDER);
            }
        }
        let sent = watch_item::Entity::find_by_id((link.id, Direction::Down, timer.seq));
        if sent.one(&transaction).await?.is_some() {
            return Err(TAKEN);
        }
        let (due_at, is_new) = due_at(timer.due, armed_until)?;
        upsert(&transaction, link.id, due_at, timer).await?;
        renew(&transaction, &link).await?;
        self.announce(transaction, link.id).await?;
        if is_new {
            let over_at = clock::steady() + due_at - now();
            let running = RunningTimer { due_at, over_at };
            self.running.insert(link.id, running);
        }
        self.notifier.timer();
        Ok(Armed {
            due_at,
            has_fired: false,
            has_push,
        })
    }

    /// Stops a timer. Returns whether it had fired, which nothing takes back. Stopping it again changes nothing, and answers the same.
    pub async fn stop(&self, token: &Counted<TokenHash>) -> Result<bool, Error> {
        let is_it = Column::StopHash.eq(token.subject().to_vec());
        let transaction = self.db.begin().await?;
        let find = watch_timer::Entity::find().filter(is_it.clone());
        let timer = find.clone().one(&transaction).await?.ok_or(UNKNOWN)?;
        if timer.state != State::Armed {
            return Ok(timer.state == State::Fired);
        }
        let link = timer.watch_id;
        locked(&transaction, watch::Column::Id.eq(link)).await?;
        let is_armed = is_it.and(Column::State.eq(State::Armed));
        if mark(&transaction, is_armed, State::Stopped).await? {
            self.announce(transaction, link).await?;
            self.running.remove(link);
            return Ok(false);
        }
        // It fired before its link was locked, or another timer took its place.
        let timer = find.one(&transaction).await?.ok_or(UNKNOWN)?;
        Ok(timer.state == State::Fired)
    }
}

/// When a timer fires, and whether that is another time than until now. `armed_until` is what the session's timer has.
///
/// A time that has passed does not make a timer fire whose duration is not over: only where the clock was set, the phone knows such a time.
fn due_at(due: Due, armed_until: Option<Millis>) -> Result<(Millis, bool), Error> {
    Ok(match (due, armed_until) {
        (Due::At(at), Some(until)) if at <= now() && now() < until => (until, false),
        (Due::At(at), _) => (at, true),
        (Due::Within(time), _) => (now() + millis(time), true),
        (Due::Unchanged, until) => (until.ok_or(NOT_ARMED)?, false),
    })
}

/// Marks a timer and wipes its item. Returns false where there is no such timer.
pub(super) async fn mark(
    db: &impl ConnectionTrait,
    is_it: SimpleExpr,
    state: State,
) -> Result<bool, Error> {
    let marked = watch_timer::Entity::update_many()
        .col_expr(Column::State, Expr::value(state))
        .col_expr(Column::ItemBytes, Expr::value(Vec::<u8>::new()))
        .filter(is_it)
        .exec(db)
        .await?;
    Ok(marked.rows_affected == 1)
}

async fn upsert(
    db: &impl ConnectionTrait,
    link: Uuid,
    due_at: Millis,
    timer: NewTimer,
) -> Result<(), Error> {
    let row = watch_timer::ActiveModel {
        watch_id: Set(link),
        state: Set(State::Armed),
        due_at: Set(due_at),
        generation: Set(timer.generation),
        item_seq: Set(timer.seq),
        item_bytes: Set(timer.bytes),
        got_at: Set(Some(now())),
        stop_hash: Set(timer.stop.to_vec()),
    };
    let replace = OnConflict::column(Column::WatchId)
        .update_columns([
            Column::State,
            Column::DueAt,
            Column::Generation,
            Column::ItemSeq,
            Column::ItemBytes,
            Column::GotAt,
            Column::StopHash,
        ])
        .to_owned();
    let stored = watch_timer::Entity::insert(row)
        .on_conflict(replace)
        .exec_without_returning(db)
        .await;
    match stored {
        Ok(_) => Ok(()),
        Err(cause) => Err(match cause.sql_err() {
            Some(SqlErr::UniqueConstraintViolation(_)) => TOKEN_TAKEN,
            _ => cause.into(),
        }),
    }
}
