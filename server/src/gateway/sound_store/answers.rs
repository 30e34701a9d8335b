//! What the answers of a store prove: whether an object is stored, and whether objects are deleted.

use std::sync::atomic::{AtomicI64, Ordering};

use futures_util::stream::{BoxStream, StreamExt as _};
use object_store::path::Path;
use object_store::{Error, ObjectStore, ObjectStoreExt as _, Result};

use crate::domain::clock::{Millis, steady};

/// How long a store is believed after an object was found in it.
const BELIEVED: Millis = 60 * 60_000;

/// When an object was last found that the store had said to have stored, by the steady clock. A proxy or another service in the store's place may
/// accept everything and keep nothing, and a phone would be told that its sound is safe.
#[derive(Debug)]
pub(super) struct Proof(AtomicI64);

impl Default for Proof {
    fn default() -> Self {
        Self(AtomicI64::new(Millis::MIN))
    }
}

impl Proof {
    /// Fails where the object is not there that was stored just now. Looks once an hour, and each time until one was found.
    pub(super) async fn require(
        &self,
        store: &dyn ObjectStore,
        path: &Path,
        length: u64,
    ) -> Result<()> {
        let now = steady();
        if now < self.0.load(Ordering::Relaxed).saturating_add(BELIEVED) {
            return Ok(());
        }
        let unkept = Error::Generic {
            store: "sound",
            source: "an object is not there that was said to be stored".into(),
        };
        require_stored(store, path, length, unkept).await?;
        self.0.store(now, Ordering::Relaxed);
        Ok(())
    }
}

/// Fails with the first object that was not deleted and is not gone.
pub(super) async fn all_deleted(
    mut outcomes: BoxStream<'static, Result<Path>>,
    is_bucket: bool,
) -> Result<()> {
    while let Some(outcome) = outcomes.next().await {
        match outcome {
            Ok(_) => {}
            // S3 says of objects that are gone that they are deleted: what is not found is the bucket, and the objects may come back with it.
            Err(Error::NotFound { .. }) if !is_bucket => {}
            Err(cause) => return Err(cause),
        }
    }
    Ok(())
}

/// Fails unless an object is stored that was refused as already there. Nobody else knows its name, so it may be an attempt whose answer was
/// lost. S3 also refuses so while something else is done with the name or the bucket, and then there is no object.
pub(super) async fn require_stored(
    store: &dyn ObjectStore,
    path: &Path,
    length: u64,
    refusal: Error,
) -> Result<()> {
    match store.head(path).await {
        Ok(found) if found.size == length => Ok(()),
        Ok(_) | Err(Error::NotFound { .. }) => Err(refusal),
        Err(cause) => Err(cause),
    }
}
