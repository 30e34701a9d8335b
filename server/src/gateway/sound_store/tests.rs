//! The store in a folder: nothing is overwritten, and a folder that is full or cannot be used says so.

use super::*;
use crate::domain::clock::now;

fn store(place: &FilePath, reserve: u64) -> SoundStore {
    let settings = StoreSettings {
        place: SoundPlace::Folder(place.to_owned()),
        endpoint: None,
        region: String::new(),
        key: None,
        reserve,
        installation: "0123".to_owned(),
    };
    SoundStore::new(&settings).unwrap()
}

async fn read(store: &SoundStore, name: Uuid, length: u64) -> Result<Vec<u8>, StoreError> {
    let mut stream = store.get(name, length).await?;
    let mut bytes = Vec::new();
    while let Some(chunk) = stream.next().await {
        bytes.extend(chunk.unwrap());
    }
    Ok(bytes)
}

async fn listed(store: &SoundStore, before: Millis) -> Vec<Uuid> {
    let batches: Vec<_> = store.stored_before(before).unwrap().collect().await;
    batches.into_iter().flatten().map(Result::unwrap).collect()
}

#[tokio::test]
async fn an_object_is_kept_as_it_was_first_stored_until_it_is_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("not/there/yet");
    let store = store(&place, 0);
    let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
    let bytes = vec![7; 20_000];
    store.put(one, bytes.clone().into()).await.unwrap();
    store.put(one, bytes.clone().into()).await.unwrap();
    let refused = store.put(one, vec![8; 3].into()).await;
    assert_eq!(refused, Err(StoreError::Away), "another one is there");
    let kept = read(&store, one, 20_000).await;
    assert_eq!(kept.unwrap(), bytes, "not overwritten");
    assert_eq!(read(&store, other, 3).await, Err(StoreError::Missing));
    let damaged = read(&store, one, 19_999).await;
    assert_eq!(damaged, Err(StoreError::Away), "cut off since");
    assert_eq!(listed(&store, now() + 60_000).await, [one]);
    assert!(listed(&store, now() - 60_000).await.is_empty());
    store.delete(&[other, one]).await.unwrap();
    store.delete(&[one]).await.unwrap();
    assert_eq!(read(&store, one, 20_000).await, Err(StoreError::Missing));
    store.remove_cut_off(now()).await.unwrap();
}

#[tokio::test]
async fn what_others_keep_in_the_same_folder_is_not_listed() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path(), 0);
    for other in ["4567/ab/cd", "0123/ab/not-a-name", "file"] {
        let path = folder.path().join(other);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "other").unwrap();
    }
    assert!(listed(&store, now() + 60_000).await.is_empty());
}

#[tokio::test]
async fn a_disk_without_the_reserve_is_full_and_what_is_on_it_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let name = Uuid::from_u128(1);
    let bytes = Bytes::from_static(b"sealed");
    store(folder.path(), 0)
        .put(name, bytes.clone())
        .await
        .unwrap();
    let full = store(folder.path(), u64::MAX);
    let refused = full.put(Uuid::from_u128(2), bytes.clone()).await;
    assert_eq!(refused, Err(StoreError::Full));
    assert_eq!(read(&full, name, 6).await.unwrap(), bytes);
}

#[tokio::test]
async fn a_store_that_cannot_be_used_is_used_again_when_it_can() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("sounds");
    std::fs::write(&place, "a file").unwrap();
    let store = store(&place, 0);
    let name = Uuid::from_u128(1);
    let put = async || store.put(name, Bytes::from_static(b"sealed")).await;
    assert_eq!(put().await, Err(StoreError::Away));
    assert!(store.stored_before(0).is_err());
    std::fs::remove_file(&place).unwrap();
    assert_eq!(put().await, Ok(()));
}
