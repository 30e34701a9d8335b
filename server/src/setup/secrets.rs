//! The server's secret, and the one before it while it is being replaced: from the settings, or from files in `DATA_DIR`.

use anyhow::Context as _;
use secrecy::{ExposeSecret as _, SecretString};

use crate::config::Config;
use crate::crypto::keys::Keys;
use crate::crypto::secret_file::SecretFile;

/// The secrets of a server.
#[derive(Debug)]
pub struct Secrets {
    /// The one that rows are written with.
    pub current: SecretString,
    /// The one before it, while rows need it.
    pub old: Option<SecretString>,
}

impl Secrets {
    /// Whether the server has a secret already.
    pub fn exist(config: &Config) -> bool {
        config.shop.server_secret.is_some() || file(config).exists()
    }

    /// Reads the secrets, and creates one in `DATA_DIR` where there is none.
    pub fn read_or_create(config: &Config) -> anyhow::Result<Self> {
        let settings = &config.shop;
        if let Some(current) = &settings.server_secret {
            return Ok(Self {
                current: current.clone(),
                old: settings.server_secret_old.clone(),
            });
        }
        let (current, old) = file(config)
            .read_or_create()
            .context("the server's secret cannot be read")?;
        Ok(Self {
            current: SecretString::from(current),
            old: old.map(SecretString::from),
        })
    }

    /// The keys that come from them.
    pub fn keys(&self) -> Keys {
        let current = self.current.expose_secret().as_bytes();
        match &self.old {
            Some(old) => Keys::derive_both(current, old.expose_secret().as_bytes()),
            None => Keys::derive(current),
        }
    }

    /// A key for another purpose, of the current and of the old secret.
    pub fn derive(&self, purpose: &str) -> ([u8; 32], Option<[u8; 32]>) {
        let derive =
            |secret: &SecretString| blake3::derive_key(purpose, secret.expose_secret().as_bytes());
        (derive(&self.current), self.old.as_ref().map(derive))
    }
}

/// Where a secret is kept that no setting gives.
pub fn file(config: &Config) -> SecretFile {
    SecretFile::new(config.shop.data_dir.join("server-secret"))
}
