//! The operator's tasks: each reads the server's settings, does one thing with its database and ends.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use crate::config::{Command, Config, ConfigError};
use crate::crypto::keys::Keys;
use crate::domain::email_address::EmailAddress;
use crate::services::database::Database;
use crate::services::records::{self, Subject};
use crate::setup::{self, Records};

/// Does a task. What it finds goes to standard output as JSON, without anything that gives access.
pub async fn run(config: &Config, command: &Command) -> anyhow::Result<()> {
    if matches!(command, Command::CheckConfig) && !setup::has_database(config) {
        return print(&json!({ "settings": "ok", "database": "none yet" }));
    }
    let Records { db, keys } = setup::open_records(config).await?;
    match command {
        Command::Find { subject } => {
            let found = records::find(&db, &keys, &parse(&typed(subject)?)?).await?;
            print(&found)
        }
        Command::Export { address } => {
            let address = address_of(&typed(address)?)?;
            let orders = records::export(&db, &keys, &address).await?;
            let requests = records::verification_requests(&db, &keys, &address).await?;
            print(&json!({ "orders": orders, "verification_requests": requests }))
        }
        Command::Erase { address } => {
            print(&records::erase(&db, &keys, &address_of(&typed(address)?)?).await?)
        }
        Command::Resend { order } => resend(&db, &keys, *order).await,
        Command::Backup { file } => backup(&db, file).await,
        Command::CheckConfig => {
            print(&json!({ "settings": "ok", "database": "ok", "secret": "ok" }))
        }
    }
}

async fn resend(db: &Database, keys: &Keys, order: Uuid) -> anyhow::Result<()> {
    if records::resend(db, keys, order).await? {
        return print(&json!({ "queued": order }));
    }
    bail!(
        "order {order} has no mail: it is unknown, not paid, a redeemed gift, or its buyer's address is not known"
    )
}

/// The copy appears under its name only when it is complete and on the disk.
async fn backup(db: &Database, file: &Path) -> anyhow::Result<()> {
    if file.exists() {
        bail!("{} exists already", file.display());
    }
    let mut draft = file.as_os_str().to_owned();
    draft.push(".incomplete");
    let draft = Path::new(&draft);
    let is_copied = db.copy_to(&draft.display().to_string()).await?;
    if !is_copied {
        return Err(ConfigError::Contradiction(
            "backup copies a SQLite database; for PostgreSQL use pg_dump".to_owned(),
        )
        .into());
    }
    std::fs::File::open(draft)?.sync_all()?;
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
