//! Opens the shop as the settings say.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use secrecy::{ExposeSecret as _, SecretString};

use crate::config::shop::{RateLimits, VerifySetting};
use crate::config::{Config, Payments};
use crate::crypto::keys::Keys;
use crate::crypto::secret_file;
use crate::gateway::mailer::Mailer;
use crate::gateway::stripe::{Stripe, StripeSettings};
use crate::sandbox::{Courier, MOUNT, PUBLISHABLE_KEY, Sandbox, Store};
use crate::services::database::Database;
use crate::services::limits::Limits;
use crate::services::shop::{Shop, ShopSettings, VerifyPolicy};

/// The shop and what belongs to it.
#[derive(Debug)]
pub struct OpenShop {
    /// The shop.
    pub shop: Shop,
    /// The look-alike of the payment provider, where payments are pretended.
    pub sandbox: Option<Sandbox>,
    /// What sends mails.
    pub mailer: Mailer,
}

/// How the server talks to the payment provider.
struct Provider {
    settings: StripeSettings,
    webhook_secrets: Vec<SecretString>,
    sandbox: Option<Sandbox>,
}

/// Opens the database, brings it up to date, and prepares payments and mail. `listening` is where the server itself
/// is reached. Fails with one line for the operator.
pub async fn open(config: &Config, listening: SocketAddr) -> anyhow::Result<OpenShop> {
    let settings = &config.shop;
    let db = Database::open(&settings.database_url())
        .await
        .context("the database cannot be opened")?;
    let secret = secret(config).context("the server's secret cannot be read")?;
    let keys = Keys::derive(secret.expose_secret().as_bytes());
    let origin = config.origin(listening);
    let provider = match config.payments {
        Payments::Stripe => stripe(config)?,
        Payments::Sandbox => sandbox(&settings.data_dir, &secret, listening, origin.as_str())?,
    };
    let mailer = Mailer::new(&settings.mail_url(), &settings.mail_from)?;
    let shop_settings = ShopSettings {
        public_url: origin.as_str().to_owned(),
        livemode: settings.is_live(),
        webhook_secrets: provider.webhook_secrets,
        verify_policy: match settings.verify_policy {
            Some(VerifySetting::Proof) => VerifyPolicy::Proof,
            Some(VerifySetting::Instant) | None => VerifyPolicy::Instant,
        },
    };
    let limits = Limits::new(
        db.clone(),
        keys.clone(),
        settings.rate_limits == RateLimits::On,
    );
    let shop = Shop {
        db,
        keys,
        stripe: Stripe::new(&provider.settings)?,
        limits,
        settings: Arc::new(shop_settings),
    };
    Ok(OpenShop {
        shop,
        sandbox: provider.sandbox,
        mailer,
    })
}

/// Whose card payments the pages make: the publishable key and where the script is.
pub fn script(config: &Config) -> Option<(String, String)> {
    match config.payments {
        Payments::Sandbox => Some((PUBLISHABLE_KEY.to_owned(), format!("{MOUNT}/stripe.js"))),
        Payments::Stripe => {
            let key = config.shop.stripe_publishable_key.clone()?;
            Some((key, config.shop.stripe_js_url.clone()))
        }
    }
}

fn secret(config: &Config) -> std::io::Result<SecretString> {
    if let Some(secret) = &config.shop.server_secret {
        return Ok(secret.clone());
    }
    let path = config.shop.data_dir.join("server-secret");
    secret_file::read_or_create(&path).map(SecretString::from)
}

fn stripe(config: &Config) -> anyhow::Result<Provider> {
    let secret_key = config
        .shop
        .stripe_secret_key
        .clone()
        .context("STRIPE_SECRET_KEY is missing")?;
    Ok(Provider {
        settings: StripeSettings {
            secret_key,
            api_base: config.shop.stripe_api_base.clone(),
            price_id: config.shop.stripe_price_id.clone(),
        },
        webhook_secrets: config.shop.stripe_webhook_secrets.clone(),
        sandbox: None,
    })
}

/// The look-alike is reached over HTTP like the real one; its keys come from the server's secret.
fn sandbox(
    data_dir: &Path,
    secret: &SecretString,
    listening: SocketAddr,
    public_url: &str,
) -> anyhow::Result<Provider> {
    let derive = |use_: &str| blake3::derive_key(use_, secret.expose_secret().as_bytes());
    let hex = |use_: &str| data_encoding::HEXLOWER.encode(&derive(use_));
    let secret_key = format!("sk_test_{}", hex("hrm 2026-11 sandbox key v1"));
    let webhook_secret = format!("whsec_{}", hex("hrm 2026-11 sandbox events v1"));
    let local = if listening.ip().is_unspecified() {
        SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), listening.port())
    } else {
        listening
    };
    let journal = data_dir.join("pretended-payments");
    let store = Store::open(&journal, &derive("hrm 2026-11 sandbox journal v1"))
        .context("the journal of pretended payments cannot be opened")?;
    let courier = Courier::new(
        format!("http://{local}/api/webhooks/stripe"),
        webhook_secret.clone(),
    );
    let sandbox = Sandbox::new(store, courier, secret_key.clone(), public_url.to_owned());
    Ok(Provider {
        settings: StripeSettings {
            secret_key: SecretString::from(secret_key),
            api_base: Some(format!("http://{local}{MOUNT}/")),
            price_id: None,
        },
        webhook_secrets: vec![SecretString::from(webhook_secret)],
        sandbox: Some(sandbox),
    })
}
