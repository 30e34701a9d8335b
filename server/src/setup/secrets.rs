//! The server's secret, and the one before it while it is being replaced: from the settings, or from files in `DATA_DIR`.

use anyhow::Context as _;
use secrecy::{ExposeSecret as _, SecretString};

use crate::config::Config;
use crate::crypto::keys::Secret;
use crate::crypto::secret_file::SecretFile;
use crate::services::data_key;

/// The secrets of a server.
#[derive(Debug)]
pub struct Secrets {
    /// The one that is to stay.
    pub current: SecretString,
    /// The one before it, while it is being replaced.
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

    /// For what they open.
    pub fn openers(&self) -> data_key::Secrets {
        let opener = |secret: &SecretString| Secret::new(secret.expose_secret().as_bytes());
        data_key::Secrets {
            current: opener(&self.current),
            old: self.old.as_ref().map(opener),
        }
    }

    /// A key for another purpose, which changes with the secret and is not for what is stored.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        blake3::derive_key(purpose, self.current.expose_secret().as_bytes())
    }
}

/// Where a secret is kept that no setting gives.
pub fn file(config: &Config) -> SecretFile {
    SecretFile::new(config.shop.data_dir.join("server-secret"))
}
