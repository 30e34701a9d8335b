//! What all requests to sound copies share: the copies themselves, how they are found, and how long they are kept.

use std::sync::Arc;

use entity::watch_sound::{self, Column};
use sea_orm::{ColumnTrait as _, EntityTrait as _, QueryFilter as _};
use tokio::sync::Notify;

use super::super::notifier::Notifier;
use super::super::shared::{UNKNOWN, Watches};
use crate::domain::clock::{DAY, Millis, time_of_ages};
use crate::error::Error;
use crate::gateway::sound_store::{SoundStore, StoreError};
use crate::services::database::Database;

/// How long a copy is kept, in milliseconds.
pub const SOUND_RETENTION: Millis = 30 * DAY;
/// How long after its newest piece nobody can delete a copy, in milliseconds: whoever takes the phone cannot take the sound back.
pub const MIN_RETENTION: Millis = DAY;

/// The sound copies. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Sounds {
    pub(super) db: Database,
    pub(super) store: SoundStore,
    /// The bytes that all copies of one link may have.
    pub(super) quota: u64,
    /// Shared with the links, because one connection receives the notifications of both.
    pub(super) notifier: Notifier,
    pub(super) ended: Arc<Notify>,
}

impl Sounds {
    /// The copies in this store, beside the links.
    pub fn new(watches: &Watches, store: SoundStore, quota: u64) -> Self {
        Self {
            db: watches.db.clone(),
            store,
            quota,
            notifier: watches.notifier.clone(),
            ended: Arc::default(),
        }
    }

    /// Ends when copies may have to be deleted.
    pub async fn ended(&self) {
        self.ended.notified().await;
    }

    /// Has the copies deleted that have ended.
    pub fn wake(&self) {
        self.ended.notify_one();
    }

    /// The copy with this hash.
    pub(super) async fn find(
        &self,
        column: Column,
        hash: Vec<u8>,
    ) -> Result<watch_sound::Model, Error> {
        let found = watch_sound::Entity::find()
            .filter(column.eq(hash))
            .filter(Column::ExpiresAt.gt(time_of_ages()))
            .one(self.db.read())
            .await?;
        found.ok_or(UNKNOWN)
    }
}

/// The store has refused to store, and said why in the log.
pub(super) fn not_stored(cause: StoreError) -> Error {
    Error::NotStored(cause.into())
}

/// The store has refused to read or to delete.
pub(super) fn not_read(cause: StoreError) -> Error {
    Error::StoreAway(cause.into())
}
