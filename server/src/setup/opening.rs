//! Opens the database and the secret for a start, for a task of the operator's, and for a look at both.
//!
//! Only a start changes tables: an older server may be running beside a task.

use std::time::Duration;

use anyhow::Context as _;

use super::secrets::Secrets;
use crate::config::{Config, ConfigError};
use crate::crypto::keys::Keys;
use crate::services::data_key::{self, Found, OpenedKey};
use crate::services::database::key_lock::{KeyLock, KeyUse};
use crate::services::database::schema::Schema;
use crate::services::database::{Access, Database, DatabaseOptions, file_of};

const UNOPENED: &str = "the database cannot be opened";
const NO_SECRET: &str = "this database needs the secret that it was written with: there is no SERVER_SECRET, and none in DATA_DIR";
const NEWER: &str =
    "the tables of this database are newer than this program; use the program that the server runs";

/// What the operator's tasks work on.
#[derive(Debug)]
pub struct Records {
    /// The database.
    pub db: Database,
    /// The server's keys.
    pub keys: Keys,
    /// What opens the data key.
    pub secrets: data_key::Secrets,
    /// Keeps the data key as it is while it is held.
    pub lock: Option<KeyLock>,
}

/// What a look at the database finds.
#[derive(Debug)]
pub(super) struct Inspection {
    /// The migrations that the next start runs, oldest first; `None` where there is no database yet.
    pub(super) pending: Option<Vec<String>>,
    /// Whether the secret opens the database; false where the tables that tell are missing.
    pub(super) secret_fits: bool,
}

/// Opens the database and the keys of a server that has run before. Creates neither, and refuses tables that are not this program's. With a
/// use of the key it waits until others allow that.
pub async fn open_records(config: &Config, key_use: Option<KeyUse>) -> anyhow::Result<Records> {
    let db = open_existing(config).await?;
    if !Secrets::exist(config) {
        return Err(refusal("there is no SERVER_SECRET, and none in DATA_DIR"));
    }
    match db.schema().await.context(UNOPENED)? {
        Schema::Current => {}
        Schema::Newer => return Err(refusal(NEWER)),
        Schema::Older(missing) => {
            let count = missing.len();
            return Err(refusal(&format!(
                "the tables of this database are older than this program (migrations that are missing: {count}); use the program that the server runs, or start the server with this one first",
            )));
        }
        Schema::Empty => return Err(refusal("the database is empty")),
    }
    // Before the key is read.
    let lock = match key_use {
        Some(key_use) => {
            let lock = db.lock_key(key_use).await;
            Some(lock.map_err(|error| anyhow::anyhow!(error.for_log()))?)
        }
        None => None,
    };
    let (OpenedKey { keys, .. }, secrets) = open_keys(config, &db).await?;
    Ok(Records {
        db,
        keys,
        secrets,
        lock,
    })
}

/// Opens a database that is there, whichever program its tables belong to.
pub async fn open_existing(config: &Config) -> anyhow::Result<Database> {
    if !has_database(config) {
        return Err(refusal(
            "there is no database at DATABASE_URL or in DATA_DIR",
        ));
    }
    connect(config, Access::Write).await
}

/// Looks at the database and the secret and changes nothing. Refuses what a start would refuse.
pub(super) async fn look(config: &Config) -> anyhow::Result<Inspection> {
    let has_secret = Secrets::exist(config);
    let none = Inspection {
        pending: None,
        secret_fits: false,
    };
    if !has_database(config) {
        refuse_to_begin_anew(config, has_secret)?;
        return Ok(none);
    }
    let db = connect(config, Access::Look).await?;
    let pending = match db.schema().await.context(UNOPENED)? {
        Schema::Empty => {
            refuse_to_begin_anew(config, has_secret)?;
            return Ok(none);
        }
        Schema::Newer => return Err(refusal(NEWER)),
        Schema::Current => Vec::new(),
        Schema::Older(missing) => missing,
    };
    if !has_secret {
        return Err(refusal("there is no SERVER_SECRET, and none in DATA_DIR"));
    }
    Ok(Inspection {
        secret_fits: fits(config, &db, &pending).await?,
        pending: Some(pending),
    })
}

/// Opens the database for a server and brings its tables up to date.
pub(super) async fn open_database(config: &Config) -> anyhow::Result<Database> {
    // Asked before the database is looked at: another process that starts creates the database first, and then the secret.
    let has_secret = Secrets::exist(config);
    if !has_database(config) {
        refuse_to_begin_anew(config, has_secret)?;
    }
    let db = connect(config, Access::Create).await?;
    match db.schema().await.context(UNOPENED)? {
        Schema::Empty => refuse_to_begin_anew(config, has_secret)?,
        Schema::Newer => return Err(refusal(NEWER)),
        schema => {
            if config.shop.begin_anew {
                tracing::warn!("BEGIN_ANEW is for the first start only and should be removed");
            }
            // The program from before the upgrade must be able to go on where this one refuses.
            if let Schema::Older(missing) = schema {
                if has_secret {
                    fits(config, &db, &missing).await?;
                } else if data_key::is_needed(db.read(), &missing).await? {
                    return Err(refusal(NO_SECRET));
                }
            }
        }
    }
    db.prepare().await.context(UNOPENED)?;
    Ok(db)
}

async fn connect(config: &Config, access: Access) -> anyhow::Result<Database> {
    let settings = &config.shop;
    let options = DatabaseOptions {
        access,
        connections: settings.database_connections,
        wait: Duration::from_millis(settings.database_wait_ms),
        statement: Duration::from_millis(settings.database_statement_ms),
    };
    let connected = Database::connect(&settings.database_url(), options).await;
    connected.context(UNOPENED)
}

/// Whether the database is there; of a PostgreSQL it is assumed.
fn has_database(config: &Config) -> bool {
    let url = config.shop.database_url();
    file_of(&url).is_none_or(|file| file.exists())
}

/// A server that has a secret has had a database, so an empty one is probably not the one that is meant.
fn refuse_to_begin_anew(config: &Config, has_secret: bool) -> anyhow::Result<()> {
    if has_secret && !config.shop.begin_anew {
        return Err(refusal(
            "there is a secret, but the database (DATABASE_URL, or the file in DATA_DIR) is missing or empty; restore it, or set BEGIN_ANEW=true for the first start",
        ));
    }
    Ok(())
}

/// Whether the secret opens the database; refuses where it does not. False where the tables that tell are among those that the next start
/// creates.
async fn fits(config: &Config, db: &Database, missing: &[String]) -> anyhow::Result<bool> {
    let secrets = Secrets::read_or_create(config)?.openers();
    match data_key::find(db.read(), &secrets, missing).await? {
        Some(Found::SecretMismatch(misfit)) => Err(refusal(&misfit.to_string())),
        Some(Found::Nothing | Found::Key { .. }) => Ok(true),
        None => Ok(false),
    }
}

/// The keys of the database, and the secrets that open them. Without them, no address would be found and none could be read.
pub(super) async fn open_keys(
    config: &Config,
    db: &Database,
) -> anyhow::Result<(OpenedKey, data_key::Secrets)> {
    // The database is asked first: another process that starts creates the secret first, and then the row that needs it.
    if data_key::is_needed(db.read(), &[]).await? && !Secrets::exist(config) {
        return Err(refusal(NO_SECRET));
    }
    let mut secrets = Secrets::read_or_create(config)?.openers();
    let mut opened = data_key::open_or_create(db, &secrets).await?;
    if opened.is_err() {
        // The secret in the file may have been replaced since it was read.
        secrets = Secrets::read_or_create(config)?.openers();
        opened = data_key::open_or_create(db, &secrets).await?;
    }
    match opened {
        Ok(opened) => Ok((opened, secrets)),
        Err(misfit) => Err(refusal(&misfit.to_string())),
    }
}

pub(super) fn refusal(line: &str) -> anyhow::Error {
    ConfigError::Contradiction(line.to_owned()).into()
}
