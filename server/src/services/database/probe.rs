//! Whether the database answers and can be written to.

use std::path::Path;

use entity::rate_bucket;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{ActiveValue::Set, EntityTrait};

use super::Database;
use crate::domain::clock::{DAY, Millis, now};
use crate::error::Error;

/// The row that the probe writes. Keys of limits are 32 bytes long.
const KEY: &[u8] = b"readiness";
/// How long the row is kept, in milliseconds.
const ROW_LIFETIME: Millis = DAY;

/// What SQLite needs for a payment, several times, in bytes. One row may find room in its files where a payment does not.
const MIN_FREE_BYTES: u64 = 128 << 10;

impl Database {
    /// Reads and writes one row. Fails where the database is gone, locked or full.
    pub async fn probe(&self) -> Result<(), Error> {
        use rate_bucket::Column::{Count, ExpiresAt, Key};
        self.inner.folder.as_deref().map_or(Ok(()), has_room)?;
        let now = now();
        rate_bucket::Entity::find_by_id(KEY.to_vec())
            .one(self.read())
            .await?;
        let row = rate_bucket::ActiveModel {
            key: Set(KEY.to_vec()),
            window_start: Set(now),
            count: Set(1),
            expires_at: Set(now + ROW_LIFETIME),
        };
        let again = OnConflict::column(Key)
            .value(Count, Expr::col((rate_bucket::Entity, Count)).add(1_i64))
            .value(ExpiresAt, now + ROW_LIFETIME)
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

/// Fails where the disk of a folder is full.
fn has_room(folder: &Path) -> Result<(), Error> {
    // What cannot be asked is left to the write.
    let Ok(disk) = rustix::fs::statvfs(folder) else {
        return Ok(());
    };
    if is_full(disk.f_blocks, disk.f_bavail, disk.f_frsize) {
        let full = "the disk of the database is full";
        return Err(Error::Unavailable(anyhow::anyhow!(full)));
    }
    Ok(())
}

/// Whether of so many blocks so few are free. A disk that tells no number of blocks may have any.
fn is_full(blocks: u64, free: u64, size: u64) -> bool {
    blocks != 0 && free.saturating_mul(size) < MIN_FREE_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_is_full_before_a_payment_finds_no_room() {
        assert!(is_full(1000, 0, 4096));
        assert!(is_full(1000, 31, 4096));
        assert!(!is_full(1000, 32, 4096));
        assert!(!is_full(0, 0, 4096));
        let folder = tempfile::tempdir().unwrap();
        assert!(has_room(folder.path()).is_ok());
    }
}
