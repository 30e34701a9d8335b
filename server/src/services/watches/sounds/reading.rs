//! Reading a sound copy, and waiting for its next piece. While a request waits, it holds no connection to the database.

use std::time::Duration;

use entity::watch_piece::{self, Column, Kind};
use entity::watch_sound::Column as SoundColumn;
use sea_orm::{
    ColumnTrait as _, EntityTrait as _, QueryFilter as _, QueryOrder as _, QuerySelect as _,
};
use tokio::time::{Instant, sleep_until};
use uuid::Uuid;

use super::shared::{Sounds, not_read};
use crate::domain::clock::Millis;
use crate::domain::link_token::TokenHash;
use crate::error::Error;
use crate::gateway::sound_store::ObjectStream;
use crate::lifecycle::Lifecycle;
use crate::services::limits::rate_limit::Counted;

/// The pieces that one answer names at most.
const MAX_PIECES: u64 = 500;

/// What a reader of a copy gets.
#[derive(Debug)]
pub struct PieceReading {
    /// The pieces, in the order in which they were stored.
    pub pieces: Vec<Piece>,
    /// What to ask for next: the place of the last piece, or what was asked for.
    pub after: i64,
}

/// A piece that was stored.
#[derive(Debug)]
pub struct Piece {
    /// What it has.
    pub kind: Kind,
    /// The sender's number.
    pub seq: i64,
    /// How many bytes it has.
    pub size: i32,
    /// When it was stored.
    pub at: Millis,
}

/// The sealed bytes of a piece, as they come from the store.
pub struct PieceBytes {
    /// How many they are.
    pub size: i32,
    /// The bytes.
    pub stream: ObjectStream,
}

impl Sounds {
    /// Names the pieces behind a place with the token that reads, -1 for all of them, and waits for one where there is none.
    pub async fn read(
        &self,
        token: &Counted<TokenHash>,
        after: i64,
        wait: Duration,
        lifecycle: &Lifecycle,
    ) -> Result<PieceReading, Error> {
        let deadline = Instant::now() + wait;
        let found = self.of_reader(token.subject()).await?;
        let mut waiter = self.notifier.wait_for(found);
        let first = self.look(found, after).await?;
        if !first.pieces.is_empty() || wait.is_zero() {
            return Ok(first);
        }
        loop {
            let is_over = tokio::select! {
                () = waiter.woken() => false,
                () = sleep_until(deadline) => true,
                () = lifecycle.stopping() => true,
            };
            let reading = self.look(found, after).await?;
            if is_over || !reading.pieces.is_empty() {
                return Ok(reading);
            }
        }
    }

    /// The bytes of a piece; `None` where the copy has no such piece.
    pub async fn piece(
        &self,
        token: &Counted<TokenHash>,
        kind: Kind,
        seq: i64,
    ) -> Result<Option<PieceBytes>, Error> {
        let sound = self.of_reader(token.subject()).await?;
        let found = watch_piece::Entity::find_by_id((sound, kind, seq));
        let Some(piece) = found.one(self.db.read()).await? else {
            return Ok(None);
        };
        let size = piece.size;
        let length = u64::try_from(size).unwrap_or(0);
        let found = self.store.get(piece.object, length).await;
        let stream = found.map_err(not_read)?;
        Ok(Some(PieceBytes { size, stream }))
    }

    async fn of_reader(&self, token: &TokenHash) -> Result<Uuid, Error> {
        let found = self.find(SoundColumn::ReadHash, token.to_vec()).await?;
        Ok(found.id)
    }

    async fn look(&self, sound: Uuid, after: i64) -> Result<PieceReading, Error> {
        let rows = watch_piece::Entity::find()
            .filter(Column::SoundId.eq(sound))
            .filter(Column::Position.gt(after))
            .order_by_asc(Column::Position)
            .limit(MAX_PIECES)
            .all(self.db.read())
            .await?;
        Ok(PieceReading {
            after: rows.last().map_or(after, |row| row.position),
            pieces: rows.into_iter().map(Piece::from).collect(),
        })
    }
}

impl From<watch_piece::Model> for Piece {
    fn from(row: watch_piece::Model) -> Self {
        Self {
            kind: row.kind,
            seq: row.seq,
            size: row.size,
            at: row.created_at,
        }
    }
}

impl std::fmt::Debug for PieceBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PieceBytes")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}
