//! Sets the server up as the settings say.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use secrecy::{ExposeSecret as _, SecretString};

use crate::app::{App, SupportEmail};
use crate::bundle::Bundle;
use crate::config::{Config, ConfigError, Payments, RateLimits, VerifySetting};
use crate::content::headers::SecurityHeaders;
use crate::crypto::keys::Keys;
use crate::crypto::secret_file;
use crate::domain::origin::Origin;
use crate::extract::client_address::TrustedProxies;
use crate::gateway::mailer::{MailSetupError, Mailer};
use crate::gateway::stripe::{Stripe, StripeSettings};
use crate::middleware::guard::InFlight;
use crate::pages::{Pages, PagesOptions};
use crate::render::{PoolOptions, SiteData, StripeScript};
use crate::sandbox::{Courier, MOUNT, PUBLISHABLE_KEY, Sandbox, Store};
use crate::services::database::{Database, DatabaseOptions};
use crate::services::limits::Limits;
use crate::services::readiness::Readiness;
use crate::services::records;
use crate::services::shop::{Shop, ShopSettings, VerifyPolicy};

/// The shop, and what sends its mails.
#[derive(Debug)]
pub struct OpenShop {
    /// The shop.
    pub shop: Shop,
    /// The payment emulator, where payments are simulated.
    pub sandbox: Option<Sandbox>,
    /// What sends mails.
    pub mailer: Mailer,
}

/// How the server reaches the payment provider.
struct Provider {
    settings: StripeSettings,
    webhook_secrets: Vec<SecretString>,
    sandbox: Option<Sandbox>,
}

/// Opens the database, brings its tables up to date, and prepares payments and mail. `listening` is the address on which the server
/// itself is reached. Fails with one line for the operator.
pub async fn open_shop(config: &Config, listening: SocketAddr) -> anyhow::Result<OpenShop> {
    let settings = &config.shop;
    let db = open_database(config).await?;
    let secret = server_secret(config).context("the server's secret cannot be read")?;
    let keys = fitting_keys(&db, &secret).await?;
    let origin = config.origin(listening);
    let provider = match config.payments {
        Payments::Stripe => stripe(config)?,
        Payments::Sandbox => emulator(&settings.data_dir, &secret, listening, &origin)?,
    };
    let is_enforced = settings.rate_limits == RateLimits::On;
    let shop = Shop {
        limits: Limits::new(db.clone(), keys.clone(), is_enforced),
        db,
        keys,
        stripe: Stripe::new(&provider.settings)?,
        settings: Arc::new(ShopSettings {
            public_url: origin.as_str().to_owned(),
            livemode: settings.is_live(),
            webhook_secrets: provider.webhook_secrets,
            verify_policy: match settings.verify_policy {
                Some(VerifySetting::Proof) => VerifyPolicy::Proof,
                Some(VerifySetting::Instant) | None => VerifyPolicy::Instant,
            },
        }),
    };
    Ok(OpenShop {
        shop,
        sandbox: provider.sandbox,
        mailer: mailer(config)?,
    })
}

/// What the operator's tasks work on.
#[derive(Debug)]
pub struct Records {
    /// The database.
    pub db: Database,
    /// The server's keys.
    pub keys: Keys,
}

/// Opens the database and the keys of a server that has run before. Creates neither.
pub async fn open_records(config: &Config) -> anyhow::Result<Records> {
    if !has_database(config) {
        return Err(refusal(
            "there is no database at DATABASE_URL or in DATA_DIR",
        ));
    }
    if config.shop.server_secret.is_none() && !secret_path(config).exists() {
        return Err(refusal("there is no SERVER_SECRET, and none in DATA_DIR"));
    }
    let db = open_database(config).await?;
    let secret = server_secret(config).context("the server's secret cannot be read")?;
    let keys = fitting_keys(&db, &secret).await?;
    Ok(Records { db, keys })
}

/// Whether the database is there; of a PostgreSQL it is assumed.
pub fn has_database(config: &Config) -> bool {
    let url = config.shop.database_url();
    let path = url.strip_prefix("sqlite:").map(|rest| {
        let path = rest.trim_start_matches("//");
        path.split('?').next().unwrap_or(path).to_owned()
    });
    path.is_none_or(|path| Path::new(&path).exists())
}

fn refusal(line: &str) -> anyhow::Error {
    ConfigError::Contradiction(line.to_owned()).into()
}

async fn open_database(config: &Config) -> anyhow::Result<Database> {
    let settings = &config.shop;
    let options = DatabaseOptions {
        connections: settings.database_connections,
        wait: Duration::from_millis(settings.database_wait_ms),
        statement: Duration::from_millis(settings.database_statement_ms),
    };
    Database::open(&settings.database_url(), options)
        .await
        .context("the database cannot be opened")
}

/// The keys of a secret. With another secret than the database was written with, no address would be found and none could be read.
async fn fitting_keys(db: &Database, secret: &SecretString) -> anyhow::Result<Keys> {
    let keys = Keys::derive(secret.expose_secret().as_bytes());
    if records::fits(db, &keys).await? {
        return Ok(keys);
    }
    Err(refusal(
        "the secret (SERVER_SECRET, or the file in DATA_DIR) does not open this database; set the one that it was written with",
    ))
}

fn secret_path(config: &Config) -> PathBuf {
    config.shop.data_dir.join("server-secret")
}

fn mailer(config: &Config) -> anyhow::Result<Mailer> {
    let settings = &config.shop;
    let mailer = Mailer::new(&settings.mail_url(), &settings.mail_from);
    mailer.map_err(|cause| match cause {
        MailSetupError::Url | MailSetupError::From => refusal(&cause.to_string()),
        MailSetupError::Folder(_) => cause.into(),
    })
}

/// Starts the page engine and puts everything together that handlers share. `pool` overrides the options of the render threads, for
/// tests. V8 must have been initialised.
pub fn build_app(
    config: &Config,
    bundle: Bundle,
    listening: SocketAddr,
    shop: &OpenShop,
    pool: Option<PoolOptions>,
) -> anyhow::Result<App> {
    let origin = config.origin(listening);
    let pool = pool.unwrap_or_else(|| PoolOptions {
        threads: config.render_threads(),
        ..PoolOptions::default()
    });
    let options = PagesOptions {
        origin: origin.as_str(),
        site: site_data(config),
        pool,
        boot_limit: Duration::from_millis(config.boot_limit_ms),
        security: SecurityHeaders {
            is_https: origin.is_https(),
        },
    };
    let pages = Pages::start(bundle, options)?;
    Ok(App {
        origin: Arc::new(origin),
        pages,
        shop: shop.shop.clone(),
        sandbox: shop.sandbox.clone(),
        proxies: TrustedProxies(config.trusted_proxies),
        support_email: SupportEmail(Arc::from(config.support_email.as_str())),
        in_flight: InFlight::new(config.shop.rate_limits == RateLimits::On),
        reports: Arc::default(),
        readiness: Readiness::new(shop.shop.db.clone()),
        lifecycle: Arc::default(),
    })
}

/// What pages are told of the configuration.
fn site_data(config: &Config) -> SiteData {
    let stripe = match config.payments {
        Payments::Sandbox => Some(StripeScript {
            publishable_key: PUBLISHABLE_KEY.to_owned(),
            js_url: format!("{MOUNT}/stripe.js"),
        }),
        Payments::Stripe => {
            let key = config.shop.stripe_publishable_key.clone();
            key.map(|publishable_key| StripeScript {
                publishable_key,
                js_url: config.shop.stripe_js_url.clone(),
            })
        }
    };
    SiteData {
        display_name: config.display_name(),
        demo_pin: config.demo_pin.clone(),
        support_email: config.support_email.clone(),
        support_phone: config.support_phone.clone(),
        test_payments: config.payments == Payments::Sandbox,
        stripe,
    }
}

fn server_secret(config: &Config) -> std::io::Result<SecretString> {
    if let Some(secret) = &config.shop.server_secret {
        return Ok(secret.clone());
    }
    secret_file::read_or_create(&secret_path(config)).map(SecretString::from)
}

fn stripe(config: &Config) -> anyhow::Result<Provider> {
    let secret_key = config.shop.stripe_secret_key.clone();
    Ok(Provider {
        settings: StripeSettings {
            secret_key: secret_key.context("STRIPE_SECRET_KEY is missing")?,
            api_base: config.shop.stripe_api_base.clone(),
            price_id: config.shop.stripe_price_id.clone(),
        },
        webhook_secrets: config.shop.stripe_webhook_secrets.clone(),
        sandbox: None,
    })
}

/// The payment emulator is reached over HTTP, like Stripe. Its keys are derived from the server's secret.
fn emulator(
    data_dir: &Path,
    secret: &SecretString,
    listening: SocketAddr,
    origin: &Origin,
) -> anyhow::Result<Provider> {
    let derive = |purpose: &str| blake3::derive_key(purpose, secret.expose_secret().as_bytes());
    let hex = |purpose: &str| data_encoding::HEXLOWER.encode(&derive(purpose));
    let secret_key = format!("sk_test_{}", hex("hrm 2026-11 sandbox key v1"));
    let webhook_secret = format!("whsec_{}", hex("hrm 2026-11 sandbox events v1"));
    let local = if listening.ip().is_unspecified() {
        SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), listening.port())
    } else {
        listening
    };
    let journal = data_dir.join("simulated-payments");
    let store = Store::open(&journal, &derive("hrm 2026-11 sandbox journal v1"))
        .context("the journal of simulated payments cannot be opened")?;
    let courier = Courier::new(
        format!("http://{local}/api/webhooks/stripe"),
        webhook_secret.clone(),
    );
    let public_url = origin.as_str().to_owned();
    let sandbox = Sandbox::new(store, courier, secret_key.clone(), public_url);
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
