//! Making a sound copy, and finding its key again.

use entity::watch_sound::{self, Column};
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait as _, ConnectionTrait, EntityTrait as _, QueryFilter as _,
    QuerySelect as _,
};
use uuid::Uuid;

use super::super::links::random_id;
use super::super::shared::{is_owner, locked, require_claimed};
use super::shared::{SOUND_RETENTION, Sounds};
use crate::domain::clock::{now, time_of_ages};
use crate::domain::link_token::TokenHash;
use crate::error::Error;
use crate::services::limits::rate_limit::Counted;

const TAKEN: Error = Error::Conflict("This recording cannot be stored again.");

/// A copy to make.
#[derive(Debug)]
pub struct NewSound {
    /// Of the token with which pieces are stored.
    pub write: TokenHash,
    /// Of the token with which they are read.
    pub read: TokenHash,
    /// What a recovery phrase finds, if there is one.
    pub recovery: Option<Recovery>,
}

/// What a recovery phrase finds.
#[derive(Debug)]
pub struct Recovery {
    /// Of the token with which it is found.
    pub find: TokenHash,
    /// The copy's key, sealed.
    pub sealed_key: Vec<u8>,
}

impl Sounds {
    /// Makes a copy under a link, with its owner's token. The same again changes nothing: its first response was lost.
    pub async fn create(&self, token: &Counted<TokenHash>, new: NewSound) -> Result<(), Error> {
        let (write, read) = (new.write.to_vec(), new.read.to_vec());
        let (find, sealed_key) = match new.recovery {
            Some(recovery) => (Some(recovery.find.to_vec()), Some(recovery.sealed_key)),
            None => (None, None),
        };
        if write == read
            || find
                .as_ref()
                .is_some_and(|find| *find == write || *find == read)
        {
            return Err(TAKEN);
        }
        let transaction = self.db.begin().await?;
        let link = locked(&transaction, is_owner(token.subject())).await?;
        require_claimed(&link)?;
        let present = watch_sound::Entity::find()
            .filter(Column::WriteHash.eq(write.clone()))
            .one(&transaction)
            .await?;
        if let Some(present) = present {
            let is_same = present.watch_id == link.id
                && present.read_hash == read
                && present.find_hash == find
                && time_of_ages() < present.expires_at;
            return if is_same { Ok(()) } else { Err(TAKEN) };
        }
        self.require_room(&transaction, link.id, 1).await?;
        let row = watch_sound::ActiveModel {
            id: Set(random_id()),
            watch_id: Set(link.id),
            write_hash: Set(write),
            read_hash: Set(read),
            find_hash: Set(find),
            sealed_key: Set(sealed_key),
            positions: Set(0),
            pieces: Set(0),
            bytes: Set(0),
            newest_at: Set(None),
            created_at: Set(now()),
            expires_at: Set(now() + SOUND_RETENTION),
        };
        let stored = watch_sound::Entity::insert(row)
            .on_conflict(OnConflict::new().do_nothing().to_owned())
            .exec_without_returning(&transaction)
            .await?;
        if stored == 0 {
            return Err(TAKEN);
        }
        transaction.commit().await?;
        Ok(())
    }

    /// The sealed key that a recovery phrase's token finds.
    pub async fn recovery(&self, token: &Counted<TokenHash>) -> Result<Vec<u8>, Error> {
        let found = self
            .find(Column::FindHash, token.subject().to_vec())
            .await?;
        Ok(found.sealed_key.unwrap_or_default())
    }

    /// Fails where the copies of a link have no room for so many bytes more. Pieces that are stored at the same moment may exceed the quota by
    /// what they bring.
    pub(super) async fn require_room(
        &self,
        db: &impl ConnectionTrait,
        link: Uuid,
        bytes: u64,
    ) -> Result<(), Error> {
        let sum = Expr::col(Column::Bytes).sum().cast_as("BIGINT");
        let stored: Option<Option<i64>> = watch_sound::Entity::find()
            .select_only()
            .column_as(sum, "stored")
            .filter(Column::WatchId.eq(link))
            .into_tuple()
            .one(db)
            .await?;
        let stored = u64::try_from(stored.flatten().unwrap_or(0)).unwrap_or(0);
        if self.quota < stored.saturating_add(bytes) {
            return Err(Error::QuotaUsedUp);
        }
        Ok(())
    }
}
