//! Deletes sound copies: the objects first, and then the rows that lead to them. What fails is done at the next time.

use entity::watch_piece::{self, Column as PieceColumn};
use entity::watch_sound::{self, Column};
use futures_util::StreamExt as _;
use sea_orm::{
    ColumnTrait as _, EntityTrait as _, QueryFilter as _, QueryOrder as _, QuerySelect as _,
};
use uuid::Uuid;

use super::ending::DUE_AT_ONCE;
use super::shared::{Sounds, not_read};
use crate::domain::clock::{self, DAY, Millis, now};
use crate::error::Error;
use crate::gateway::sound_store::MAX_BATCH;

/// How old an object is that has no row because the request was cut off, and not because it is just being stored.
const ORPHAN_AGE: Millis = DAY;

/// How many copies that cannot be deleted end a run: the store may be away.
const MAX_FAILURES: usize = 20;

impl Sounds {
    /// Deletes the copies that were ended and, while the clock is trusted, those whose time is over.
    pub async fn delete_ended(&self) -> Result<(), Error> {
        let latest = if clock::is_trusted() {
            now()
        } else {
            DUE_AT_ONCE
        };
        let mut failed = Vec::new();
        let mut outcome = Ok(());
        while failed.len() < MAX_FAILURES {
            let ended = watch_sound::Entity::find()
                .filter(Column::ExpiresAt.lte(latest))
                .filter(Column::Id.is_not_in(failed.clone()))
                .order_by_asc(Column::ExpiresAt)
                .one(self.db.read())
                .await?;
            let Some(ended) = ended else {
                break;
            };
            // One that cannot be deleted keeps no other.
            if let Err(error) = self.delete(ended.id).await {
                failed.push(ended.id);
                outcome = outcome.and(Err(error));
            }
        }
        outcome
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
        match sounds.store.get(object, 5).await {
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

    #[tokio::test]
    async fn a_copy_that_cannot_be_deleted_keeps_no_other_and_does_not_close_the_store() {
        let folder = tempfile::tempdir().unwrap();
        let sounds = sounds(folder.path()).await;
        let names: Vec<Uuid> = (1..=8).map(Uuid::from_u128).collect();
        for (at, name) in (0..).zip(&names) {
            copy(&sounds, DUE_AT_ONCE - at, &[*name]).await;
        }
        let place = |name: &Uuid| {
            let name = name.simple().to_string();
            let (beginning, rest) = name.split_at(2);
            folder.path().join("sounds/0123").join(beginning).join(rest)
        };
        let (stuck, others) = names.split_at(6);
        for name in stuck {
            std::fs::remove_file(place(name)).unwrap();
            std::fs::create_dir(place(name)).unwrap();
            std::fs::write(place(name).join("file"), "").unwrap();
        }
        assert!(sounds.delete_ended().await.is_err());
        for name in others {
            assert!(!is_there(&sounds, *name).await);
        }
        let left = sounds.totals().await.unwrap().pieces;
        assert_eq!(left, 2 * i64::try_from(stuck.len()).unwrap());
        let new = Uuid::from_u128(9);
        sounds.store.put(new, "bytes".into()).await.unwrap();
    }
}
