//! Storing a piece of a sound copy: the object first, created once, and then its row. A piece is stored when its row is.
//!
//! An object without a row, after a kill between both or a database that failed, is deleted a day later (`sweeping.rs`); the same piece sent
//! again gets another object.

use bytes::Bytes;
use entity::watch_piece::{self, Column, Kind};
use entity::watch_sound::{self, Column as SoundColumn};
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait as _, EntityTrait as _, QueryFilter as _};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::super::links::random_id;
use super::super::shared::UNKNOWN;
use super::shared::{Sounds, not_stored};
use crate::domain::clock::{Millis, now, time_of_ages};
use crate::domain::link_token::TokenHash;
use crate::error::Error;
use crate::services::limits::rate_limit::Counted;
use crate::telemetry::statements;

/// The longest piece in bytes.
pub const MAX_PIECE_BYTES: usize = 512 << 10;

const TAKEN: Error = Error::Conflict("Another piece has this number.");

/// A piece to store.
#[derive(Debug)]
pub struct NewPiece {
    /// What it has.
    pub kind: Kind,
    /// The sender's number for it.
    pub seq: i64,
    /// Its sealed bytes.
    pub bytes: Bytes,
}

/// A piece that is stored.
#[derive(Debug, Clone, Copy)]
pub struct StoredPiece {
    /// When it was.
    pub at: Millis,
    /// Whether this request has stored it: false where the same bytes were there.
    pub is_new: bool,
}

/// A piece on its way, of this copy.
struct IncomingPiece {
    sound: Uuid,
    kind: Kind,
    seq: i64,
    digest: Vec<u8>,
    size: i32,
    object: Uuid,
}

/// What came of storing a row.
enum InsertOutcome {
    New(Millis),
    /// The number is taken.
    Present(watch_piece::Model),
    /// The copy has ended meanwhile.
    Ended,
}

impl Sounds {
    /// Stores a piece with the token that writes. Another one with its number is refused, and never overwritten.
    pub async fn store(
        &self,
        token: &Counted<TokenHash>,
        piece: NewPiece,
    ) -> Result<StoredPiece, Error> {
        let sound = self
            .find(SoundColumn::WriteHash, token.subject().to_vec())
            .await?;
        let sent = IncomingPiece {
            sound: sound.id,
            kind: piece.kind,
            seq: piece.seq,
            digest: Sha256::digest(&piece.bytes).to_vec(),
            size: i32::try_from(piece.bytes.len()).unwrap_or(i32::MAX),
            object: random_id(),
        };
        let present = watch_piece::Entity::find_by_id((sound.id, piece.kind, piece.seq));
        if let Some(present) = present.one(self.db.read()).await? {
            return repeated(&present, &sent);
        }
        let size = u64::try_from(piece.bytes.len()).unwrap_or(u64::MAX);
        self.require_room(self.db.read(), sound.watch_id, size)
            .await?;
        // In a task of its own, so that nobody leaves objects without rows by closing the connection.
        let storing = {
            let this = self.clone();
            statements::counted(async move { this.store_both(sent, piece.bytes).await })
        };
        let (stored, count) = tokio::spawn(storing)
            .await
            .map_err(|cause| Error::Internal(cause.into()))?;
        statements::add(count);
        stored
    }

    /// Stores the object, and then the row.
    async fn store_both(&self, sent: IncomingPiece, bytes: Bytes) -> Result<StoredPiece, Error> {
        self.store
            .put(sent.object, bytes)
            .await
            .map_err(not_stored)?;
        // Where this fails it is not known whether the row is there, so the object stays.
        let noted = self.note(&sent).await?;
        if let InsertOutcome::New(at) = noted {
            return Ok(StoredPiece { at, is_new: true });
        }
        // What cannot be deleted now is deleted like an object of a request that was cut off.
        let _ = self.store.delete(&[sent.object]).await;
        match noted {
            InsertOutcome::Present(present) => repeated(&present, &sent),
            InsertOutcome::Ended | InsertOutcome::New(_) => Err(UNKNOWN),
        }
    }

    /// Stores the row of a piece, and the copy's new sums, which locks the copy's row in PostgreSQL.
    async fn note(&self, sent: &IncomingPiece) -> Result<InsertOutcome, Error> {
        let transaction = self.db.begin().await?;
        let now = now();
        let next = Expr::case(
            Expr::col(SoundColumn::Positions).gt(now),
            Expr::col(SoundColumn::Positions),
        )
        .finally(now);
        let counted = watch_sound::Entity::update_many()
            .col_expr(SoundColumn::Positions, Expr::expr(next).add(1))
            .col_expr(SoundColumn::Pieces, Expr::col(SoundColumn::Pieces).add(1))
            .col_expr(
                SoundColumn::Bytes,
                Expr::col(SoundColumn::Bytes).add(i64::from(sent.size)),
            )
            .col_expr(SoundColumn::NewestAt, Expr::value(now))
            .filter(SoundColumn::Id.eq(sent.sound))
            .filter(SoundColumn::ExpiresAt.gt(time_of_ages()))
            .exec_with_returning(&transaction)
            .await?;
        let Some(sound) = counted.into_iter().next() else {
            return Ok(InsertOutcome::Ended);
        };
        let row = watch_piece::ActiveModel {
            sound_id: Set(sent.sound),
            kind: Set(sent.kind),
            seq: Set(sent.seq),
            position: Set(sound.positions - 1),
            object: Set(sent.object),
            digest: Set(sent.digest.clone()),
            size: Set(sent.size),
            created_at: Set(now),
        };
        let number = [Column::SoundId, Column::Kind, Column::Seq];
        let stored = watch_piece::Entity::insert(row)
            .on_conflict(OnConflict::columns(number).do_nothing().to_owned())
            .exec_without_returning(&transaction)
            .await?;
        if stored == 0 {
            let number = (sent.sound, sent.kind, sent.seq);
            let present = watch_piece::Entity::find_by_id(number)
                .one(&transaction)
                .await?;
            return Ok(present.map_or(InsertOutcome::Ended, InsertOutcome::Present));
        }
        self.db.notify(&transaction, sent.sound).await?;
        transaction.commit().await?;
        self.notifier.wake(sent.sound);
        Ok(InsertOutcome::New(now))
    }
}

/// A piece with a number that the copy has already: the same one, whose first response was lost, or another one, which is refused.
fn repeated(present: &watch_piece::Model, sent: &IncomingPiece) -> Result<StoredPiece, Error> {
    if present.digest != sent.digest {
        return Err(TAKEN);
    }
    Ok(StoredPiece {
        at: present.created_at,
        is_new: false,
    })
}
