//! Deletes sound copies: the objects first, and then the rows that lead to them. What fails is done at the next time.

use entity::watch_piece::{self, Column as PieceColumn};
use entity::watch_sound::{self, Column};
use futures_util::StreamExt as _;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{
    ColumnTrait as _, EntityTrait as _, QueryFilter as _, QueryOrder as _, QuerySelect as _,
};
use uuid::Uuid;

use super::ending::DUE_AT_ONCE;
use super::shared::{Sounds, not_read};
use crate::domain::clock::{self, DAY, Millis, now};
use crate::error::Error;
use crate::gateway::sound_store::MAX_BATCH;
use crate::telemetry;

/// How old an object is that has no row because the request was cut off, and not because it is just being stored.
const ORPHAN_AGE: Millis = DAY;

/// How much is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Totals {
    /// Pieces of all copies.
    pieces: i64,
    /// Their bytes.
    bytes: i64,
    /// The age of the oldest copy in seconds; 0 where there is none.
    oldest: i64,
}

impl Sounds {
    /// Deletes the copies that were ended and, while the clock is trusted, those whose time is over.
    pub async fn delete_ended(&self) -> Result<(), Error> {
        let latest = if clock::is_trusted() {
            now()
        } else {
            DUE_AT_ONCE
        };
        loop {
            let ended = watch_sound::Entity::find()
                .filter(Column::ExpiresAt.lte(latest))
                .order_by_asc(Column::ExpiresAt)
                .one(self.db.read())
                .await?;
            let Some(ended) = ended else {
                return Ok(());
            };
            self.delete(ended.id).await?;
        }
    }

    /// Deletes the objects that were stored a day ago or earlier and have no row.
    pub async fn delete_orphans(&self) -> Result<(), Error> {
        let before = now() - ORPHAN_AGE;
        self.store.remove_cut_off(before).await.map_err(not_read)?;
        let mut batches = self.store.stored_before(before).map_err(not_read)?;
        while let Some(batch) = batches.next().await {
            let names: Vec<Uuid> = batch
                .into_iter()
                .collect::<Result<_, _>>()
                .map_err(not_read)?;
            let known: Vec<Uuid> = watch_piece::Entity::find()
                .select_only()
                .column(PieceColumn::Object)
                .filter(PieceColumn::Object.is_in(names.clone()))
                .into_tuple()
                .all(self.db.read())
                .await?;
            let orphans: Vec<Uuid> = names
                .into_iter()
                .filter(|name| !known.contains(name))
                .collect();
            if !orphans.is_empty() {
                tracing::info!(
                    count = orphans.len(),
                    "Objects of sound that was not stored completely are deleted"
                );
                self.store.delete(&orphans).await.map_err(not_read)?;
            }
        }
        Ok(())
    }

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

    async fn totals(&self) -> Result<Totals, Error> {
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

    /// Deletes one copy, to which nothing is added any more.
    async fn delete(&self, sound: Uuid) -> Result<(), Error> {
        loop {
            let objects: Vec<Uuid> = watch_piece::Entity::find()
                .select_only()
                .column(PieceColumn::Object)
                .filter(PieceColumn::SoundId.eq(sound))
                .limit(u64::try_from(MAX_BATCH).unwrap_or(u64::MAX))
                .into_tuple()
                .all(self.db.read())
                .await?;
            if objects.is_empty() {
                break;
            }
            self.store.delete(&objects).await.map_err(not_read)?;
            let transaction = self.db.begin().await?;
            watch_piece::Entity::delete_many()
                .filter(PieceColumn::Object.is_in(objects))
                .exec(&transaction)
                .await?;
            transaction.commit().await?;
        }
        let transaction = self.db.begin().await?;
        watch_sound::Entity::delete_by_id(sound)
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::path::Path;
    use std::sync::Arc;
    use std::time::{Duration, SystemTime};

    use entity::watch_piece::Kind;
    use sea_orm::ActiveValue::Set;

    use super::*;
    use crate::domain::sound_place::SoundPlace;
    use crate::gateway::sound_store::{SoundStore, StoreError, StoreSettings};
    use crate::services::database::{Database, DatabaseOptions};
    use crate::services::watches::Notifier;

    async fn sounds(folder: &Path) -> Sounds {
        let url = format!("sqlite://{}", folder.join("app.sqlite").display());
        let settings = StoreSettings {
            place: SoundPlace::Folder(folder.join("sounds")),
            endpoint: None,
            region: String::new(),
            key: None,
            reserve: 0,
            installation: "0123".to_owned(),
        };
        Sounds {
            db: Database::open(&url, DatabaseOptions::default())
                .await
                .unwrap(),
            store: SoundStore::new(&settings).unwrap(),
            quota: 0,
            notifier: Notifier::default(),
            ended: Arc::default(),
        }
    }

    /// A copy that expires at this time, with pieces in these objects.
    async fn copy(sounds: &Sounds, expires_at: Millis, objects: &[Uuid]) -> Uuid {
        let id = Uuid::from_u128(rand::random());
        let hash = || rand::random::<[u8; 32]>().to_vec();
        let sound = watch_sound::ActiveModel {
            id: Set(id),
            watch_id: Set(id),
            write_hash: Set(hash()),
            read_hash: Set(hash()),
            find_hash: Set(None),
            sealed_key: Set(None),
            positions: Set(0),
            pieces: Set(2),
            bytes: Set(10),
            newest_at: Set(None),
            created_at: Set(now() - 5_000),
            expires_at: Set(expires_at),
        };
        let inserted = watch_sound::Entity::insert(sound);
        inserted
            .exec_without_returning(sounds.db.write())
            .await
            .unwrap();
        for (seq, object) in (0..).zip(objects) {
            let piece = watch_piece::ActiveModel {
                sound_id: Set(id),
                kind: Set(Kind::Sound),
                seq: Set(seq),
                position: Set(seq),
                object: Set(*object),
                digest: Set(hash()),
                size: Set(5),
                created_at: Set(now()),
            };
            let inserted = watch_piece::Entity::insert(piece);
            inserted
                .exec_without_returning(sounds.db.write())
                .await
                .unwrap();
            sounds.store.put(*object, "bytes".into()).await.unwrap();
        }
        id
    }

    async fn is_there(sounds: &Sounds, object: Uuid) -> bool {
        match sounds.store.get(object).await {
            Ok(_) => true,
            Err(StoreError::Missing) => false,
            Err(other) => panic!("{other}"),
        }
    }

    /// Every object so far was stored two days ago.
    fn age(folder: &Path) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                age(&path);
            } else {
                let long_ago = SystemTime::now() - Duration::from_hours(48);
                File::open(path).unwrap().set_modified(long_ago).unwrap();
            }
        }
    }

    #[tokio::test]
    async fn of_the_objects_that_no_row_leads_to_those_of_days_ago_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let sounds = sounds(folder.path()).await;
        let [stored, cut_off, new] = [1, 2, 3].map(Uuid::from_u128);
        copy(&sounds, now() + DAY, &[stored]).await;
        sounds.store.put(cut_off, "bytes".into()).await.unwrap();
        age(&folder.path().join("sounds"));
        sounds.store.put(new, "bytes".into()).await.unwrap();
        sounds.delete_orphans().await.unwrap();
        assert!(is_there(&sounds, stored).await);
        assert!(!is_there(&sounds, cut_off).await);
        assert!(is_there(&sounds, new).await, "its row may just be stored");
    }

    #[tokio::test]
    async fn rows_of_objects_that_cannot_be_deleted_stay_until_they_can() {
        let folder = tempfile::tempdir().unwrap();
        let sounds = sounds(folder.path()).await;
        let objects = [1, 2].map(Uuid::from_u128);
        copy(&sounds, DUE_AT_ONCE, &objects).await;
        let kept = copy(&sounds, now() + DAY, &[Uuid::from_u128(3)]).await;
        let (store, aside) = (folder.path().join("sounds"), folder.path().join("aside"));
        std::fs::rename(&store, &aside).unwrap();
        std::fs::write(&store, "in the place of the folder").unwrap();
        assert!(sounds.delete_ended().await.is_err());
        let before = sounds.totals().await.unwrap();
        assert_eq!((before.pieces, before.bytes), (4, 20));
        assert!((5..60).contains(&before.oldest), "{before:?}");
        std::fs::remove_file(&store).unwrap();
        std::fs::rename(&aside, &store).unwrap();
        sounds.delete_ended().await.unwrap();
        for object in objects {
            assert!(!is_there(&sounds, object).await);
        }
        let left = watch_sound::Entity::find().all(sounds.db.read()).await;
        let left: Vec<Uuid> = left.unwrap().iter().map(|sound| sound.id).collect();
        assert_eq!(left, [kept]);
        assert!(is_there(&sounds, Uuid::from_u128(3)).await);
    }
}
