//! How much sound is stored, for the metrics.

use entity::watch_sound::{self, Column};
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{ColumnTrait as _, EntityTrait as _, QuerySelect as _};

use super::shared::Sounds;
use crate::domain::clock::{self, now};
use crate::error::Error;
use crate::telemetry;

/// How much is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Totals {
    /// Pieces of all copies.
    pub(super) pieces: i64,
    /// Their bytes.
    pub(super) bytes: i64,
    /// The age of the oldest copy in seconds; 0 where there is none.
    pub(super) oldest: i64,
}

impl Sounds {
    /// Sets the metrics, where somebody reads them.
    pub async fn tell(&self) -> Result<(), Error> {
        if !telemetry::is_counting() {
            return Ok(());
        }
        let totals = self.totals().await?;
        for (name, number) in [
            ("sound_pieces", totals.pieces),
            ("sound_bytes", totals.bytes),
            ("sound_oldest_seconds", totals.oldest),
        ] {
            #[expect(clippy::cast_precision_loss, reason = "exact to nine petabytes")]
            metrics::gauge!(name).set(number as f64);
        }
        Ok(())
    }

    /// What the database says.
    pub(super) async fn totals(&self) -> Result<Totals, Error> {
        let sum = |column: Column| Expr::col(column).sum().cast_as("BIGINT");
        let row: Option<(Option<i64>, Option<i64>, Option<i64>)> = watch_sound::Entity::find()
            .select_only()
            .column_as(sum(Column::Pieces), "all_pieces")
            .column_as(sum(Column::Bytes), "all_bytes")
            .column_as(Column::CreatedAt.min(), "oldest")
            .into_tuple()
            .one(self.db.read())
            .await?;
        let (pieces, bytes, oldest) = row.unwrap_or_default();
        Ok(Totals {
            pieces: pieces.unwrap_or(0),
            bytes: bytes.unwrap_or(0),
            oldest: oldest.map_or(0, |oldest| clock::seconds(now() - oldest)),
        })
    }
}
