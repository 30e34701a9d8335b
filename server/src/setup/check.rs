//! What `check-config` looks at.

use serde::Serialize;

use super::opening::{self, refusal};
use super::{links, payments};
use crate::config::{Config, Payments};
use crate::gateway::mailer::Mailer;
use crate::gateway::stripe::Stripe;

/// What the names of objects begin with that `check-config` stores in a bucket.
const CHECK: &str = "check";

/// What `check-config` finds beyond the settings themselves.
#[derive(Debug, Serialize)]
pub struct ConfigCheck {
    settings: &'static str,
    database: &'static str,
    /// The migrations that the next start runs, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pending_migrations: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<&'static str>,
    price: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mail: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sound_store: Option<&'static str>,
}

/// Checks the settings, the database, the price, the mail server and the bucket of sound copies.
///
/// Sends no mail, and changes nothing, except that a bucket has one object more for a moment. Fails with one line for the operator.
pub async fn check(config: &Config) -> anyhow::Result<ConfigCheck> {
    let look = opening::look(config).await?;
    let price = match config.payments {
        Payments::Sandbox => "ok".to_owned(),
        Payments::Stripe => {
            let stripe = Stripe::new(&payments::stripe(config)?)?;
            payments::check_price(&stripe).await?
        }
    };
    let mailer = Mailer::new(&config.shop.mail_url(), &config.shop.mail_from);
    let can_send = mailer
        .map_err(|fault| refusal(&fault.to_string()))?
        .check()
        .await;
    let is_server = can_send.map_err(|fault| refusal(&format!("MAIL_URL: {fault}")))?;
    // No installation's name: its objects would be looked at.
    let bucket = links::sound_store(config, CHECK.to_owned())?.check().await;
    let is_bucket = bucket.map_err(|fault| refusal(&fault.to_string()))?;
    let has_database = look.pending.is_some();
    let secret = if look.secret_fits {
        "ok"
    } else {
        "not checked before the pending migrations"
    };
    Ok(ConfigCheck {
        settings: "ok",
        database: if has_database { "ok" } else { "none yet" },
        pending_migrations: look.pending.unwrap_or_default(),
        secret: has_database.then_some(secret),
        price,
        mail: is_server.then_some("ok"),
        sound_store: is_bucket.then_some("ok"),
    })
}
