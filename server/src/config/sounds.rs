//! The settings of sound copies: where their pieces are kept, and how much of them.

use std::path::Path;

use clap::Args;
use secrecy::SecretString;
use url::Url;

use super::shop::secret;
use crate::domain::sound_place::SoundPlace;

/// The settings of sound copies. Each field names its environment variable.
#[derive(Debug, Clone, Args)]
pub struct SoundConfig {
    /// `SOUND_STORE`: where sealed sound of emergencies is kept, `file:///folder` or `s3://bucket/prefix`; without it the folder `sounds` in
    /// `DATA_DIR`. Servers that share a database share it too, and no other database does.
    #[arg(long, env = "SOUND_STORE")]
    pub sound_store: Option<SoundPlace>,

    /// `SOUND_STORE_ENDPOINT`: the URL of an S3 that is not Amazon's.
    #[arg(long, env = "SOUND_STORE_ENDPOINT")]
    pub sound_store_endpoint: Option<Url>,

    /// `SOUND_STORE_REGION`: the region of the bucket.
    #[arg(long, env = "SOUND_STORE_REGION", default_value = "us-east-1")]
    pub sound_store_region: String,

    /// `SOUND_STORE_KEY_ID`: the id of the key with which the bucket is used.
    #[arg(long, env = "SOUND_STORE_KEY_ID")]
    pub sound_store_key_id: Option<String>,

    /// `SOUND_STORE_KEY`: that key.
    #[arg(long, env = "SOUND_STORE_KEY", hide_env_values = true, value_parser = secret)]
    pub sound_store_key: Option<SecretString>,

    /// `SOUND_QUOTA_MB`: megabytes of sound that one link may have stored; six hours are 90.
    #[arg(long, env = "SOUND_QUOTA_MB", default_value_t = 90, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub sound_quota_mb: u32,

    /// `SOUND_RESERVE_MB`: megabytes that sound leaves free on the disk of its folder, where the database may be as well.
    #[arg(long, env = "SOUND_RESERVE_MB", default_value_t = 1024)]
    pub sound_reserve_mb: u32,
}

impl SoundConfig {
    /// Where the pieces are kept.
    pub fn place(&self, data_dir: &Path) -> SoundPlace {
        let folder = || SoundPlace::Folder(data_dir.join("sounds"));
        self.sound_store.clone().unwrap_or_else(folder)
    }
}
