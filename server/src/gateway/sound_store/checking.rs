//! Whether a bucket can be used as this server uses it, for the operator who sets it up.

use std::error::Error;
use std::future::ready;
use std::time::Duration;

use futures_util::stream::TryStreamExt as _;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _, PutMode};
use tokio::time::timeout;

use super::failures::one_line;

/// What the object of a check contains.
const CONTENT: &[u8] = b"a check of this bucket";

/// What cannot be done with a bucket: a sentence for the operator.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the bucket of SOUND_STORE {fault}: {cause}")]
pub struct BucketFault {
    fault: &'static str,
    cause: String,
}

/// Stores a small object at a new path, reads it, lists it in its folder and deletes it; each takes `longest` at most.
pub(super) async fn check(
    store: &dyn ObjectStore,
    folder: &Path,
    path: &Path,
    longest: Duration,
) -> Result<(), BucketFault> {
    let put = store.put_opts(path, CONTENT.into(), PutMode::Create.into());
    done("cannot store an object", longest, put).await?;
    let used = require_found(store, folder, path, longest).await;
    // What was stored is deleted, whatever else fails.
    let deleting = store.delete(path);
    let deleted = done("cannot delete an object", longest, deleting).await;
    used.and(deleted)
}

async fn require_found(
    store: &dyn ObjectStore,
    folder: &Path,
    path: &Path,
    longest: Duration,
) -> Result<(), BucketFault> {
    let read = async { store.get(path).await?.bytes().await };
    let read = done("cannot read an object", longest, read).await?;
    require(read == CONTENT, "answers other bytes than were stored")?;
    let listed = store
        .list(Some(folder))
        .try_any(|found| ready(found.location == *path));
    let is_listed = done("cannot list its objects", longest, listed).await?;
    require(is_listed, "does not list an object that was stored")
}

fn require(is_so: bool, fault: &'static str) -> Result<(), BucketFault> {
    let cause = "it does not keep what it says that it has stored".to_owned();
    is_so.then_some(()).ok_or(BucketFault { fault, cause })
}

/// What the bucket answers in time.
async fn done<T>(
    fault: &'static str,
    longest: Duration,
    asking: impl Future<Output = object_store::Result<T>>,
) -> Result<T, BucketFault> {
    let cause = match timeout(longest, asking).await {
        Ok(Ok(answer)) => return Ok(answer),
        Ok(Err(cause)) => one_line(&cause as &(dyn Error + 'static)),
        Err(_) => format!("it took longer than {} seconds", longest.as_secs()),
    };
    Err(BucketFault { fault, cause })
}
