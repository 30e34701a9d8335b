//! Whether the database answers and can be written to.

use entity::rate_bucket;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{ActiveValue::Set, EntityTrait};

use super::Database;
use crate::domain::clock::{Millis, now};
use crate::error::Error;

/// The row that the probe writes. Keys of limits are 32 bytes long.
const KEY: &[u8] = b"readiness";
/// How long the row is kept, in milliseconds.
const KEPT: Millis = 86_400_000;

impl Database {
    /// Reads and writes one row. Fails where the database is gone, locked or full.
    pub async fn probe(&self) -> Result<(), Error> {
        use rate_bucket::Column::{Count, ExpiresAt, Key};
        let now = now();
        rate_bucket::Entity::find_by_id(KEY.to_vec())
            .one(self.read())
            .await?;
        let row = rate_bucket::ActiveModel {
            key: Set(KEY.to_vec()),
            window_start: Set(now),
            count: Set(1),
            expires_at: Set(now + KEPT),
        };
        let again = OnConflict::column(Key)
            .value(Count, Expr::col((rate_bucket::Entity, Count)).add(1_i64))
            .value(ExpiresAt, now + KEPT)
            .to_owned();
        let transaction = self.begin().await?;
        rate_bucket::Entity::insert(row)
            .on_conflict(again)
            .exec_without_returning(&transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }
}
