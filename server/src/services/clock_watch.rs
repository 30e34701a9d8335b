//! Watches the wall clock: compares it each second with a monotonic clock, and every few seconds with the time at which a server last worked
//! on the database.
//!
//! While they disagree nothing is deleted because of its age. After a start that seems too late, timers from before it are held; see
//! `domain/clock_rules.rs`. An alarm says so until they agree again or the operator says that the clock is right.
//!
//! The wall clock is the machine's, or that of a PostgreSQL, which is asked every few seconds.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use entity::server_clock::{ActiveModel, Column, Entity, Model};
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait as _, ConnectionTrait, EntityTrait as _, QueryFilter as _,
};
use tokio::sync::Notify;

use super::database::Database;
use super::database::time::time_by;
use crate::domain::clock::{self, Millis, now};
use crate::domain::clock_rules::{ClockDoubt, ClockState};
use crate::error::Error;
use crate::telemetry::alarm;

const ROW_ID: i32 = 1;
/// How often the database is asked, and so how long a server takes to hear the operator's word.
const READ_INTERVAL: Duration = Duration::from_secs(5);
/// How old the database's time gets, in milliseconds.
const WRITE_INTERVAL: Millis = 60_000;
/// How often a server says that it runs.
const HEARTBEAT_INTERVAL: Duration = Duration::from_mins(1);

/// The watch over the clock. Cheap to clone.
#[derive(Debug, Clone)]
pub struct ClockWatch {
    db: Database,
    known: Arc<Mutex<WatchState>>,
    trusted: Arc<Notify>,
}

/// What the database said last, and what came of it.
#[derive(Debug, Clone, Copy)]
struct WatchState {
    seen: Option<Millis>,
    /// How often the operator had spoken.
    words: i32,
    asked_at: Instant,
    /// When this server last said that it runs.
    said_at: Option<Instant>,
    is_doubtful: bool,
}

impl ClockWatch {
    /// Compares the clocks for the first time; before that nothing is deleted and no timer of before fires.
    pub async fn begin(db: &Database) -> Result<Self, Error> {
        // The first answer may have been slow.
        db.follow_clock().await?;
        let row = read(db.read()).await?;
        let known = WatchState {
            seen: row.as_ref().map(|row| row.seen_at),
            words: row.map_or(0, |row| row.trusted),
            asked_at: Instant::now(),
            said_at: None,
            is_doubtful: false,
        };
        let watch = Self {
            db: db.clone(),
            known: Arc::new(Mutex::new(known)),
            trusted: Arc::default(),
        };
        let state = clock::look(known.seen);
        watch.tell(state);
        watch.note(state, known.seen).await?;
        watch.say_running().await?;
        Ok(watch)
    }

    /// Looks at the clocks, every few seconds also at the database's time.
    pub async fn run(&self) -> Result<(), Error> {
        let known = self.known(|known| *known);
        self.tell(clock::look(known.seen));
        if known.asked_at.elapsed() < READ_INTERVAL {
            return Ok(());
        }
        self.known(|known| known.asked_at = Instant::now());
        self.db.follow_clock().await?;
        let row = read(self.db.read()).await?;
        let seen = row.as_ref().map(|row| row.seen_at);
        let words = row.map_or(0, |row| row.trusted);
        self.known(|known| (known.seen, known.words) = (seen, words));
        let state = if words == known.words {
            clock::look(seen)
        } else {
            hear(seen)
        };
        self.tell(state);
        self.note(state, seen).await?;
        self.say_running().await
    }

    /// Ends when the clock is trusted again after a doubt.
    pub async fn trusted(&self) {
        self.trusted.notified().await;
    }

    /// Raises the alarm while there is a doubt, and says when it is over.
    fn tell(&self, state: ClockState) {
        let doubt = state.doubt();
        let was_doubtful =
            self.known(|known| std::mem::replace(&mut known.is_doubtful, doubt.is_some()));
        if let Some(doubt) = doubt {
            let (what, by) = describe(doubt);
            let (whose, seconds) = (whose(), clock::seconds(by));
            alarm::CLOCK_DOUBT.raise(|count| {
                tracing::error!(seconds, count, "The {whose} clock {what}: nothing is deleted for its age until it is right, or until the operator runs trust-clock");
            });
        } else if was_doubtful {
            tracing::info!("The {} clock is trusted again", whose());
            self.trusted.notify_one();
        }
    }

    /// Moves the database's time on, by a clock that is trusted.
    async fn note(&self, state: ClockState, seen: Option<Millis>) -> Result<(), Error> {
        let now = now();
        if state.doubt().is_some() || seen.is_some_and(|seen| now < seen + WRITE_INTERVAL) {
            return Ok(());
        }
        if seen.is_none() {
            insert(self.db.write(), now).await?;
        }
        Entity::update_many()
            .col_expr(Column::SeenAt, Expr::value(now))
            .filter(Column::Id.eq(ROW_ID))
            .filter(Column::SeenAt.lt(now))
            .exec(self.db.write())
            .await?;
        self.known(|known| known.seen = Some(now));
        Ok(())
    }

    /// Says that this server runs, also while it doubts the clock.
    async fn say_running(&self) -> Result<(), Error> {
        let said_at = self.known(|known| known.said_at);
        if said_at.is_some_and(|at| at.elapsed() < HEARTBEAT_INTERVAL) {
            return Ok(());
        }
        let time = time_by(self.db.write().get_database_backend());
        Entity::update_many()
            .col_expr(Column::RanAt, Expr::cust(time))
            .filter(Column::Id.eq(ROW_ID))
            .exec(self.db.write())
            .await?;
        self.known(|known| known.said_at = Some(Instant::now()));
        Ok(())
    }

    fn known<T>(&self, with: impl FnOnce(&mut WatchState) -> T) -> T {
        with(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Says to every server on this database that this task's clock is right, and so is its own where it agrees. Returns this task's time, and when
/// a server last worked.
pub async fn trust(db: &Database) -> Result<(Millis, Option<Millis>), Error> {
    let now = now();
    let transaction = db.begin_with_long_timeouts().await?;
    let row = Entity::find_by_id(ROW_ID).one(&transaction).await?;
    insert(&transaction, now).await?;
    Entity::update_many()
        .col_expr(Column::SeenAt, Expr::value(now))
        .col_expr(Column::Trusted, Expr::col(Column::Trusted).add(1))
        .filter(Column::Id.eq(ROW_ID))
        .exec(&transaction)
        .await?;
    transaction.commit().await?;
    Ok((now, row.map(|row| row.seen_at)))
}

/// When a server last worked on this database, by a clock that it trusted.
pub async fn last_worked(db: &impl ConnectionTrait) -> Result<Option<Millis>, Error> {
    Ok(read(db).await?.map(|row| row.seen_at))
}

/// Whether a server may be working on this database: one has within so many milliseconds, or the clock is in doubt.
pub async fn may_be_worked_on(db: &impl ConnectionTrait, within: Millis) -> Result<bool, Error> {
    let Some(row) = read(db).await? else {
        return Ok(false);
    };
    let is_doubtful = clock::look(Some(row.seen_at)).doubt().is_some();
    let time = time_by(db.get_database_backend());
    let ran = Entity::find_by_id(ROW_ID)
        .filter(Expr::cust(format!("ABS({time} - ran_at) < {within}")))
        .one(db)
        .await?;
    Ok(is_doubtful || (now() - row.seen_at).abs() < within || ran.is_some())
}

async fn read(db: &impl ConnectionTrait) -> Result<Option<Model>, Error> {
    Ok(Entity::find_by_id(ROW_ID).one(db).await?)
}

/// Makes the row, unless it is there.
async fn insert(db: &impl ConnectionTrait, now: Millis) -> Result<(), Error> {
    let row = ActiveModel {
        id: Set(ROW_ID),
        seen_at: Set(now),
        trusted: Set(0),
        ran_at: Set(None),
    };
    let ignore = OnConflict::column(Column::Id).do_nothing().to_owned();
    Entity::insert(row)
        .on_conflict(ignore)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// Hears the operator's word, which holds for the clock about which it was said and for those that agree with it.
fn hear(seen: Option<Millis>) -> ClockState {
    let state = clock::hear(seen);
    if state.doubt().is_some() {
        tracing::warn!(
            "The operator's word does not hold for the {} clock, which differs from the one that it is about",
            whose()
        );
    }
    state
}

/// Whose clock the wall clock is, for the log.
fn whose() -> &'static str {
    if clock::is_of_database() {
        "database's"
    } else {
        "machine's"
    }
}

/// A doubt for the log, and by how many milliseconds the clocks are apart.
fn describe(doubt: ClockDoubt) -> (&'static str, Millis) {
    match doubt {
        ClockDoubt::Unread => ("was not compared yet", 0),
        ClockDoubt::Set(by) => ("was set while the server ran", by),
        ClockDoubt::Later(by) => (
            "is much later than when a server last worked on this database",
            by,
        ),
        ClockDoubt::Earlier(by) => (
            "is earlier than when a server last worked on this database",
            -by,
        ),
    }
}
