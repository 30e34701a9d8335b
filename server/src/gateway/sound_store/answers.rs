//! What the answers of a store prove: whether an object is stored, and whether objects are deleted.

use futures_util::stream::{BoxStream, StreamExt as _};
use object_store::path::Path;
use object_store::{Error, ObjectStore, ObjectStoreExt as _, Result};

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
