//! Where the pieces of sound copies are kept: objects in a folder or in an S3 bucket, each made once and never overwritten.
//!
//! The name of an object is random. What is not there yet when the server starts, such as a disk that is not mounted, is asked for again
//! with each request: the rest of the server does not need it.

use std::path::{Path as FilePath, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::ready;
use futures_util::stream::{self, BoxStream, StreamExt as _, TryStreamExt as _};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{
    BackoffConfig, ObjectMeta, ObjectStore, ObjectStoreExt as _, PutMode, RetryConfig,
};
use secrecy::{ExposeSecret as _, SecretString};
use url::Url;
use uuid::Uuid;

use self::answers::Proof;
pub use self::checking::BucketFault;
use self::client::{DELETE_TIMEOUT, SoundHttp};
pub use self::failures::StoreError;
use super::circuit_breaker::CircuitBreaker;
use crate::domain::clock::Millis;
use crate::domain::sound_place::SoundPlace;

mod answers;
mod checking;
mod client;
mod failures;
mod leftovers;
mod names;

/// The time for storing an object or beginning to read one, attempts included: less than a request may take.
const TIMEOUT: Duration = Duration::from_secs(8);
/// Objects of one batch.
pub const MAX_BATCH: usize = 500;

/// The bytes of an object as they come.
pub type ObjectStream = BoxStream<'static, Result<Bytes, object_store::Error>>;

/// How the store is reached.
#[derive(Debug)]
pub struct StoreSettings {
    /// The folder or the bucket.
    pub place: SoundPlace,
    /// The URL of an S3 that is not Amazon's.
    pub endpoint: Option<Url>,
    /// The region of the bucket.
    pub region: String,
    /// The id of the key, and the key, with which the bucket is used.
    pub key: Option<(String, SecretString)>,
    /// The bytes that stay free on the disk of a folder.
    pub reserve: u64,
    /// What tells this installation from others that use the same folder or bucket: their objects are not looked at.
    pub installation: String,
}

/// The store. Cheap to clone.
#[derive(Debug, Clone)]
pub struct SoundStore(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    backend: Backend,
    /// What the names of all objects begin with.
    prefix: Path,
    circuit: CircuitBreaker,
    proof: Proof,
}

#[derive(Debug)]
enum Backend {
    Folder {
        path: PathBuf,
        reserve: u64,
        opened: OnceLock<Arc<dyn ObjectStore>>,
    },
    Bucket(Arc<dyn ObjectStore>),
}

impl SoundStore {
    /// Asks nothing yet.
    pub fn new(settings: &StoreSettings) -> anyhow::Result<Self> {
        let StoreSettings { installation, .. } = settings;
        let (backend, prefix) = match &settings.place {
            SoundPlace::Folder(path) => {
                let backend = Backend::Folder {
                    path: path.clone(),
                    reserve: settings.reserve,
                    opened: OnceLock::new(),
                };
                (backend, Path::from(installation.as_str()))
            }
            SoundPlace::Bucket { name, prefix } => (
                Backend::Bucket(bucket(name, settings)?),
                Path::from(format!("{prefix}/{installation}")),
            ),
        };
        Ok(Self(Arc::new(Inner {
            backend,
            prefix,
            circuit: CircuitBreaker::default(),
            proof: Proof::default(),
        })))
    }

    /// Stores an object that is not there yet. When this returns, it is on the disk.
    pub async fn put(&self, name: Uuid, bytes: Bytes) -> Result<(), StoreError> {
        self.0.backend.require_room(bytes.len())?;
        let (store, path) = (self.ready()?, self.path(name));
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let putting = async {
            let create = PutMode::Create.into();
            match store.put_opts(&path, bytes.into(), create).await {
                Err(taken @ object_store::Error::AlreadyExists { .. }) => {
                    answers::require_stored(&*store, &path, length, taken).await
                }
                Ok(_) => self.0.proof.require(&*store, &path, length).await,
                Err(cause) => Err(cause),
            }
        };
        self.judged(TIMEOUT, putting).await
    }

    /// Begins to read an object of this length.
    pub async fn get(&self, name: Uuid, length: u64) -> Result<ObjectStream, StoreError> {
        let (store, path) = (self.ready()?, self.path(name));
        let found = self.judged(TIMEOUT, store.get(&path)).await?;
        if found.meta.size != length {
            return Err(failures::report(&failures::OtherLength));
        }
        let reported = |cause: &object_store::Error| _ = failures::report(cause);
        Ok(found.into_stream().inspect_err(reported).boxed())
    }

    /// Deletes objects, [`MAX_BATCH`] at most. Those that are gone already count as deleted. A failure says nothing about storing others.
    pub async fn delete(&self, names: &[Uuid]) -> Result<(), StoreError> {
        let store = self.ready()?;
        let paths: Vec<_> = names.iter().map(|name| Ok(self.path(*name))).collect();
        let outcomes = store.delete_stream(stream::iter(paths).boxed());
        let is_bucket = matches!(self.0.backend, Backend::Bucket(_));
        let deleting = answers::all_deleted(outcomes, is_bucket);
        failures::answered(DELETE_TIMEOUT, deleting).await
    }

    /// The objects that were stored before a time, in batches.
    pub fn stored_before(
        &self,
        time: Millis,
    ) -> Result<BoxStream<'static, Vec<Result<Uuid, StoreError>>>, StoreError> {
        let listed = self.ready()?.list(Some(&self.0.prefix));
        let old = move |one: object_store::Result<ObjectMeta>| match one {
            Ok(meta) if meta.last_modified.timestamp_millis() < time => {
                names::name_of(&meta.location).map(Ok)
            }
            Ok(_) => None,
            Err(cause) => Some(Err(failures::report(&cause))),
        };
        let names = listed.filter_map(move |one| ready(old(one)));
        Ok(names.chunks(MAX_BATCH).boxed())
    }

    /// Removes what uploads left in a folder that were cut off before a time.
    pub async fn remove_cut_off(&self, time: Millis) -> Result<(), StoreError> {
        let Backend::Folder { path, .. } = &self.0.backend else {
            return Ok(());
        };
        let folder = path.join(self.0.prefix.as_ref());
        let removing = move || leftovers::remove(&folder, time);
        let removed = tokio::task::spawn_blocking(removing).await;
        removed.unwrap_or_else(|cause| Err(std::io::Error::other(cause)))?;
        Ok(())
    }

    /// Whether a bucket can be used as this server uses it. Returns false for a folder, which is left alone: whoever makes it owns it.
    pub async fn check(&self) -> Result<bool, BucketFault> {
        let Backend::Bucket(store) = &self.0.backend else {
            return Ok(false);
        };
        let path = self.path(Uuid::new_v4());
        checking::check(&**store, &self.0.prefix, &path, TIMEOUT).await?;
        Ok(true)
    }

    /// The store, unless it has failed too often lately.
    fn ready(&self) -> Result<Arc<dyn ObjectStore>, StoreError> {
        if !self.0.circuit.may_try() {
            return Err(StoreError::Away);
        }
        let opened = self.open();
        if opened.is_err() {
            self.0.circuit.record(false);
        }
        opened
    }

    /// What the store answers in time. A store that fails too often is left alone for a while.
    async fn judged<T>(
        &self,
        longest: Duration,
        asking: impl Future<Output = object_store::Result<T>>,
    ) -> Result<T, StoreError> {
        let outcome = failures::answered(longest, asking).await;
        let is_away = matches!(outcome, Err(StoreError::Away));
        self.0.circuit.record(!is_away);
        outcome
    }

    fn open(&self) -> Result<Arc<dyn ObjectStore>, StoreError> {
        match &self.0.backend {
            Backend::Bucket(store) => Ok(Arc::clone(store)),
            Backend::Folder { path, opened, .. } => {
                if let Some(store) = opened.get() {
                    return Ok(Arc::clone(store));
                }
                let store = open_folder(path)?;
                Ok(Arc::clone(opened.get_or_init(|| store)))
            }
        }
    }

    fn path(&self, name: Uuid) -> Path {
        names::path(&self.0.prefix, name)
    }
}

impl Backend {
    /// Fails where the disk of a folder would have less free than is reserved.
    fn require_room(&self, bytes: usize) -> Result<(), StoreError> {
        let Self::Folder { path, reserve, .. } = self else {
            return Ok(());
        };
        // What cannot be asked is left to the write.
        let Ok(disk) = rustix::fs::statvfs(path) else {
            return Ok(());
        };
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        let needed = reserve.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
        // A disk that tells no number of blocks may have any.
        if disk.f_blocks != 0 && free < needed {
            return Err(failures::full());
        }
        Ok(())
    }
}

/// The folder, which is made where it is missing.
fn open_folder(path: &FilePath) -> Result<Arc<dyn ObjectStore>, StoreError> {
    std::fs::create_dir_all(path)?;
    let store = LocalFileSystem::new_with_prefix(path);
    let store = store.map_err(|cause| failures::report(&cause))?;
    Ok(Arc::new(store.with_fsync(true)))
}

fn bucket(name: &str, settings: &StoreSettings) -> anyhow::Result<Arc<dyn ObjectStore>> {
    let retry = RetryConfig {
        backoff: BackoffConfig {
            init_backoff: Duration::from_millis(100),
            max_backoff: Duration::from_secs(1),
            base: 2.0,
        },
        max_retries: 2,
        retry_timeout: TIMEOUT,
    };
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(name)
        .with_region(&settings.region)
        .with_retry(retry)
        .with_http_connector(SoundHttp::new()?);
    if let Some((id, key)) = &settings.key {
        builder = builder
            .with_access_key_id(id)
            .with_secret_access_key(key.expose_secret());
    }
    if let Some(endpoint) = &settings.endpoint {
        let endpoint_text = endpoint.as_str().trim_end_matches('/');
        builder = builder
            .with_endpoint(endpoint_text)
            .with_allow_http(endpoint.scheme() == "http");
    }
    Ok(Arc::new(builder.build()?))
}

#[cfg(test)]
mod bucket_tests;
#[cfg(test)]
mod tests;
