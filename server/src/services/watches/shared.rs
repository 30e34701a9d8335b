//! What all requests to links share: the links themselves, how their rows are found and locked, and how long they are kept.

use std::sync::Arc;
use std::time::Duration;

use entity::watch::{self, Column, State};
use entity::watch_push;
use sea_orm::sea_query::{Expr, ExprTrait as _, SimpleExpr};
use sea_orm::{
    ColumnTrait as _, Condition, ConnectionTrait, EntityTrait as _, QueryFilter as _,
    QueryOrder as _,
};
use uuid::Uuid;

use super::notifier::Notifier;
use super::push_places::PushPlaces;
use super::running_timers::RunningTimers;
use crate::crypto::keys::Keys;
use crate::domain::clock::{DAY, Millis, now, time_of_ages};
use crate::domain::link_token::TokenHash;
use crate::error::Error;
use crate::gateway::push::PushGateway;
use crate::services::database::Database;
use crate::services::database::notify::Notification;

/// The answer to a token that the server does not have, or has no more.
pub const UNKNOWN: Error = Error::NotFound("This link has ended.");
/// The answer to a request for what an ended link cannot do any more.
pub(super) const ENDED: Error = Error::Gone("This link has ended.");

/// How long a link waits for its claim.
pub(super) const UNCLAIMED_LIFETIME: Millis = DAY;
/// How long a link is kept that nobody uses: as long as a device.
pub(super) const LINK_LIFETIME: Millis = 400 * DAY;
/// How long items are kept, also those of an ended link.
pub(super) const ITEM_RETENTION: Millis = 3 * DAY;

/// When a push is sent that waits for a subscription.
pub(super) const NEVER: Millis = Millis::MAX;

/// After so long a run of a job begins nothing more. What is left is for the next run, which follows at once.
pub(super) const MAX_RUN_TIME: Duration = Duration::from_secs(10);

/// Which pushes a worker leases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// Those that were not tried yet.
    New,
    /// Those that failed before.
    Retry,
}

impl Turn {
    /// Whether a push is one of them.
    pub(super) fn has(self) -> SimpleExpr {
        match self {
            Self::New => watch_push::Column::Attempts.eq(0),
            Self::Retry => watch_push::Column::Attempts.gt(0),
        }
    }
}

/// Whether a push of a link is sent or tried again, and waits for no new subscription.
pub(super) async fn has_due(db: &impl ConnectionTrait, link: Uuid) -> Result<bool, Error> {
    let due = watch_push::Entity::find()
        .filter(watch_push::Column::WatchId.eq(link))
        .filter(watch_push::Column::NextAttemptAt.lt(NEVER))
        .one(db)
        .await?;
    Ok(due.is_some())
}

/// The oldest item of a link whose push is queued.
pub(super) async fn oldest_push(
    db: &impl ConnectionTrait,
    link: Uuid,
) -> Result<Option<i64>, Error> {
    let oldest = watch_push::Entity::find()
        .filter(watch_push::Column::WatchId.eq(link))
        .order_by_asc(watch_push::Column::Seq)
        .one(db)
        .await?;
    Ok(oldest.map(|push| push.seq))
}

/// The links. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Watches {
    pub(super) db: Database,
    pub(super) keys: Keys,
    /// What waits in this process.
    pub notifier: Notifier,
    /// What sends pushes.
    pub push: PushGateway,
    /// The URL of the page that a notification opens.
    pub(super) page: Arc<str>,
    /// Places for pushes that are being sent.
    pub(super) places: PushPlaces,
    /// The timers that this process has armed.
    pub(super) running: RunningTimers,
}

impl Watches {
    /// The links of this database; `page` is the URL of the page that a notification opens.
    pub fn new(db: Database, keys: Keys, push: PushGateway, page: &str) -> Self {
        let notifier = Notifier::default();
        Self {
            db,
            keys,
            places: PushPlaces::new(notifier.clone()),
            running: RunningTimers::default(),
            notifier,
            push,
            page: page.into(),
        }
    }

    /// Listens for what other processes store, and wakes the requests that wait for it here. Ends where the database sends no notifications.
    pub async fn hear_others(&self) -> Result<(), Error> {
        let Some(mut listener) = self.db.listen().await? else {
            return Ok(());
        };
        self.notifier.wake_all();
        loop {
            match listener.next().await? {
                Notification::Row(link) => self.notifier.wake(link),
                Notification::AnyRow => self.notifier.wake_all(),
            }
        }
    }

    /// Tells the requests that wait for news of this link, here and in other processes, once `transaction` is committed.
    pub(super) async fn announce(
        &self,
        transaction: sea_orm::DatabaseTransaction,
        link: Uuid,
    ) -> Result<(), Error> {
        self.db.notify(&transaction, link).await?;
        transaction.commit().await?;
        self.notifier.wake(link);
        Ok(())
    }
}

/// The link with one of these hashes, and in PostgreSQL its row's lock, so that writes of one link do not overlap.
pub(super) async fn locked(
    db: &impl ConnectionTrait,
    is_it: impl Into<Condition>,
) -> Result<watch::Model, Error> {
    use sea_orm::QuerySelect as _;
    let found = watch::Entity::find()
        .filter(is_it.into())
        .filter(Column::ExpiresAt.gt(time_of_ages()))
        .lock_exclusive()
        .one(db)
        .await?;
    found.ok_or(UNKNOWN)
}

pub(super) fn is_owner(token: &TokenHash) -> Condition {
    Condition::all().add(Column::OwnerHash.eq(token.to_vec()))
}

pub(super) fn is_poster(token: &TokenHash) -> Condition {
    Condition::all().add(Column::PostHash.eq(token.to_vec()))
}

pub(super) fn is_either(one: Condition, other: Condition) -> Condition {
    Condition::any().add(one).add(other)
}

/// Fails unless both sides have the link.
pub(super) fn require_claimed(link: &watch::Model) -> Result<(), Error> {
    match link.state {
        State::Claimed => Ok(()),
        State::Open => Err(Error::Conflict("Nobody has opened this link yet.")),
        State::Ended => Err(ENDED),
    }
}

/// Stores that a claimed link is in use, to the day.
pub(super) async fn renew(db: &impl ConnectionTrait, link: &watch::Model) -> Result<(), Error> {
    if link.state != State::Claimed || link.expires_at == renewed() {
        return Ok(());
    }
    watch::Entity::update_many()
        .col_expr(Column::ExpiresAt, Expr::value(renewed()))
        .filter(Column::Id.eq(link.id))
        .filter(Expr::col(Column::State).eq(State::Claimed))
        .exec(db)
        .await?;
    Ok(())
}

/// When a link ends that is in use today.
pub(super) fn renewed() -> Millis {
    now() / DAY * DAY + LINK_LIFETIME
}
