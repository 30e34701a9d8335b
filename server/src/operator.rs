//! The operator's tasks: each reads the server's settings, does one thing with its database and ends.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use crate::config::{Command, Config, ConfigError};
use crate::crypto::keys::Keys;
use crate::crypto::secret_file::{self, SecretFile};
use crate::domain::clock::{Millis, iso};
use crate::domain::email_address::EmailAddress;
use crate::domain::provider_id::is_provider_id;
use crate::services::adoption;
use crate::services::clock_watch;
use crate::services::data_key::{self, Secrets};
use crate::services::data_subject::{self, Subject};
use crate::services::database::Database;
use crate::services::database::deleted::KeyChange;
use crate::services::database::key_lock::KeyUse;
use crate::services::database::waiting::until_there;
use crate::services::reseal;
use crate::services::watches::restored::drop_handled;
use crate::setup;
use crate::setup::opening::{Records, open_existing, open_records};

/// How long readers may take until the log of SQLite is emptied without what was there before.
const LOG_TIMEOUT: Duration = Duration::from_secs(30);

/// Does a task. What it finds goes to standard output as JSON, without anything that gives access.
pub async fn run(config: &Config, command: &Command) -> anyhow::Result<()> {
    if matches!(command, Command::CheckConfig) {
        return print(&setup::check(config).await?);
    }
    if let Command::Backup { file } = command {
        // A copy is the same for the tables of every program, and is wanted before an upgrade.
        return backup(&open_existing(config).await?, file).await;
    }
    // Before anything is opened: somebody types for as long as they like.
    let command = &with_input(command)?;
    let Records {
        db,
        keys,
        secrets,
        lock: _lock,
    } = open_records(config, key_use(command)).await?;
    match command {
        Command::Find { subject } => {
            let found = data_subject::find(&db, &keys, &parse(subject)?).await?;
            print(&found)
        }
        Command::Export { address } => {
            let address = address_of(address)?;
            print(&data_subject::export(db.read(), &keys, &keys.email_hash(&address)).await?)
        }
        Command::Erase { address } => {
            let address = address_of(address)?;
            print(&data_subject::erase(&db, &keys.email_hash(&address)).await?)
        }
        Command::Resend { order } => resend(&db, &keys, *order).await,
        Command::Adopt {
            payment,
            gift,
            buyer,
        } => {
            let buyer = buyer.as_deref().map(address_of).transpose()?;
            adopt(config, db, keys, (payment, *gift, buyer.as_ref())).await
        }
        Command::TrustClock => trust_clock(&db).await,
        Command::Restored { worked_at } => restored(&db, *worked_at).await,
        Command::RotateSecret => rotate_secret(config, &db, &secrets).await,
        Command::Reseal => reseal(&db, &secrets).await,
        Command::CheckConfig | Command::Backup { .. } => Ok(()),
    }
}

/// The command with what standard input says in the place of `-`.
fn with_input(command: &Command) -> io::Result<Command> {
    let mut command = command.clone();
    if let Command::Find { subject: text }
    | Command::Export { address: text }
    | Command::Erase { address: text }
    | Command::Adopt {
        buyer: Some(text), ..
    } = &mut command
    {
        *text = typed(text)?;
    }
    Ok(command)
}

/// How a task uses the data key. Its row alone is read and written in one transaction.
fn key_use(command: &Command) -> Option<KeyUse> {
    match command {
        Command::Find { .. }
        | Command::Resend { .. }
        | Command::Adopt { .. }
        | Command::Export { .. }
        | Command::Erase { .. } => Some(KeyUse::Shared),
        Command::Reseal => Some(KeyUse::Alone),
        Command::Backup { .. }
        | Command::RotateSecret
        | Command::TrustClock
        | Command::Restored { .. }
        | Command::CheckConfig => None,
    }
}

async fn resend(db: &Database, keys: &Keys, order: Uuid) -> anyhow::Result<()> {
    if data_subject::resend(db, keys, order).await? {
        return print(&json!({ "queued": order }));
    }
    bail!(
        "order {order} has no mail: it is unknown, not paid, a redeemed gift, or its buyer's address is not known"
    )
}

async fn adopt(
    config: &Config,
    db: Database,
    keys: Keys,
    (payment, is_gift, buyer): (&str, bool, Option<&EmailAddress>),
) -> anyhow::Result<()> {
    if !payment.starts_with("pi_") || !is_provider_id(payment) {
        return Err(
            ConfigError::Contradiction("that is not the id of a payment".to_owned()).into(),
        );
    }
    let shop = setup::shop_of_stripe(config, db, keys)?;
    print(&adoption::adopt(&shop, payment, is_gift, buyer).await?)
}

async fn trust_clock(db: &Database) -> anyhow::Result<()> {
    let (time, seen) = clock_watch::trust(db).await?;
    print(&json!({
        "time": iso(time),
        "last_worked": seen.map(iso),
        "next": "compare the time with a clock of yours; the servers take theirs for right within seconds",
    }))
}

async fn restored(db: &Database, worked_at: Millis) -> anyhow::Result<()> {
    match drop_handled(db, worked_at).await? {
        Ok(timers) => print(&timers),
        Err(wrong) => Err(ConfigError::Contradiction(wrong.to_string()).into()),
    }
}

/// Has the data key wrapped by a new secret. The operator stores the secret before anything needs it, so that it cannot get lost.
async fn rotate_secret(config: &Config, db: &Database, secrets: &Secrets) -> anyhow::Result<()> {
    let is_set = config.shop.server_secret.is_some();
    if is_set && secrets.old.is_none() {
        return print(&json!({
            "new_secret": secret_file::new_secret(),
            "next": "for every server process set SERVER_SECRET_OLD to what SERVER_SECRET is now, and SERVER_SECRET to new_secret; keep a copy of it; then run rotate-secret again with these settings",
        }));
    }
    if is_set {
        let is_rewrapped = rewrap(db, secrets).await?;
        return print(&json!({
            "is_rewrapped": is_rewrapped,
            "next": "remove SERVER_SECRET_OLD; servers need no restart",
        }));
    }
    let file = setup::secrets::file(config);
    let _lock = locked(&file).await?;
    // A run that was killed has left both.
    let is_left = file_secrets(config)?.old.is_some();
    if !is_left {
        file.replace()?;
    }
    let mut is_rewrapped = rewrap(db, &file_secrets(config)?).await?;
    if is_left && !is_rewrapped {
        // It had rewritten the row already, perhaps long ago.
        file.drop_old()?;
        file.replace()?;
        is_rewrapped = rewrap(db, &file_secrets(config)?).await?;
    }
    file.drop_old()?;
    print(&json!({ "is_rewrapped": is_rewrapped, "next": "nothing; servers need no restart" }))
}

fn file_secrets(config: &Config) -> anyhow::Result<Secrets> {
    Ok(setup::secrets::Secrets::read_or_create(config)?.openers())
}

/// Waits for a run that replaces the secret, and says so in the log.
async fn locked(file: &SecretFile) -> anyhow::Result<File> {
    let attempt = async || Ok(file.try_lock()?);
    until_there("another task that uses the secret", attempt).await
}

/// Returns false where the key was wrapped by the current secret already.
async fn rewrap(db: &Database, secrets: &Secrets) -> anyhow::Result<bool> {
    let is_rewrapped = data_key::rewrap(db, secrets).await?;
    wipe(db, KeyChange::Rewrapped, "rotate-secret").await?;
    Ok(is_rewrapped)
}

async fn reseal(db: &Database, secrets: &Secrets) -> anyhow::Result<()> {
    let Some(resealed) = reseal::reseal(db, secrets).await? else {
        return Err(ConfigError::Contradiction(
            "a server has worked on this database within the last two minutes, or the clock is in doubt, and a server that runs would go on with the key before; stop every server process, run trust-clock if the clock was in doubt, wait two minutes, then run reseal again".to_owned(),
        )
        .into());
    };
    wipe(db, KeyChange::Resealed, "reseal").await?;
    print(&resealed)
}

/// The log of SQLite and the tables of PostgreSQL still hold what was there before.
async fn wipe(db: &Database, change: KeyChange, task: &str) -> anyhow::Result<()> {
    if db.empty_log_within(LOG_TIMEOUT).await.is_err() {
        bail!(
            "it is done, but what was there before is still in the database's log, because a reader takes too long; run {task} again"
        );
    }
    if let Err(error) = db.vacuum_after(change).await {
        bail!(
            "it is done, but what was there before is still in the database's tables ({}); run {task} again",
            error.for_log()
        );
    }
    Ok(())
}

/// The copy appears under its name only when it is complete and on the disk.
async fn backup(db: &Database, file: &Path) -> anyhow::Result<()> {
    if file.exists() {
        bail!("{} exists already", file.display());
    }
    let mut draft = file.as_os_str().to_owned();
    draft.push(".incomplete");
    let draft = Path::new(&draft);
    // An interrupted backup left it.
    match std::fs::remove_file(draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).context("an incomplete copy cannot be removed");
        }
        _ => {}
    }
    let is_copied = db.copy_to(&draft.display().to_string()).await?;
    if !is_copied {
        return Err(ConfigError::Contradiction(
            "backup copies a SQLite database; for PostgreSQL use pg_dump".to_owned(),
        )
        .into());
    }
    File::open(draft)?.sync_all()?;
    std::fs::rename(draft, file).context("the copy cannot be given its name")?;
    let bytes = std::fs::metadata(file)?.len();
    print(&json!({ "file": file, "bytes": bytes }))
}

/// What was typed, or the first line of standard input for `-`.
fn typed(text: &str) -> io::Result<String> {
    if text != "-" {
        return Ok(text.to_owned());
    }
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(line.trim().to_owned())
}

/// The line does not repeat what was typed, because it may be kept in a log.
fn parse(text: &str) -> Result<Subject, ConfigError> {
    if let Ok(order) = Uuid::try_parse(text) {
        return Ok(Subject::Order(order));
    }
    if text.starts_with("pi_") || text.starts_with("cs_") {
        return Ok(Subject::Payment(text.to_owned()));
    }
    address_of(text).map(Subject::Address)
}

fn address_of(text: &str) -> Result<EmailAddress, ConfigError> {
    text.parse().map_err(|_| {
        ConfigError::Contradiction(
            "that is not an e-mail address, an order id, or a payment id".to_owned(),
        )
    })
}

fn print(value: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    Ok(writeln!(io::stdout(), "{text}")?)
}
