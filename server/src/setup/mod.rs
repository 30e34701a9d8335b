//! Sets the server up as the settings say.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::app::{App, Shared};
use crate::bundle::Bundle;
use crate::config::{Config, Payments, RateLimits, VerifySetting};
use crate::content::headers::SecurityHeaders;
use crate::crypto::keys::Keys;
use crate::extract::client_address::TrustedProxies;
use crate::gateway::mailer::{MailSetupError, Mailer};
use crate::gateway::stripe::Stripe;
use crate::middleware::concurrency::ConcurrencyLimits;
use crate::middleware::open_files;
use crate::pages::data::WatchData;
use crate::pages::{Pages, PagesOptions};
use crate::render::{PoolOptions, SiteData};
#[cfg(feature = "sandbox")]
use crate::sandbox::Sandbox;
use crate::services::clock_watch::ClockWatch;
use crate::services::data_key::OpenedKey;
use crate::services::database::Database;
use crate::services::device_loader::DeviceLoader;
use crate::services::gift_loader::GiftLoader;
use crate::services::gifts::paid_links;
use crate::services::limits::Limits;
use crate::services::readiness::Readiness;
use crate::services::receipts::Receipts;
use crate::services::shop::{Shop, ShopSettings, VerifyPolicy};
use crate::services::timestamps::Timestamps;
use crate::services::watches::Watches;
use crate::services::watches::sounds::Sounds;

mod check;
#[cfg(feature = "sandbox")]
mod emulator;
mod links;
pub mod opening;
mod payments;
pub mod secrets;

pub use check::check;

use links::{open_sounds, open_timestamps, open_watches};
use opening::{open_database, open_keys, refusal};
use payments::Provider;

/// The shop, and what sends its mails.
#[derive(Debug)]
pub struct OpenShop {
    /// The shop.
    pub shop: Shop,
    /// The payment emulator, where payments are simulated.
    #[cfg(feature = "sandbox")]
    pub sandbox: Option<Sandbox>,
    /// What sends mails.
    pub mailer: Mailer,
    /// The links between two phones.
    pub watches: Watches,
    /// What confirms times.
    pub receipts: Receipts,
    /// What gets time-stamp tokens.
    pub timestamps: Timestamps,
    /// The sound copies.
    pub sounds: Sounds,
    /// The watch over the clock.
    pub clock: ClockWatch,
    /// The version of the data key that the shop works with.
    pub key_version: i32,
}

/// Opens the database, brings its tables up to date, and prepares payments and mail. `listening` is the address on which the server
/// itself is reached. Fails with one line for the operator.
pub async fn open_shop(config: &Config, listening: SocketAddr) -> anyhow::Result<OpenShop> {
    let db = open_database(config).await?;
    // Before the key is read, so that a `reseal` knows of this server.
    let clock = begin_clock(&db).await?;
    let (OpenedKey { keys, version }, _) = open_keys(config, &db).await?;
    let provider = match config.payments {
        Payments::Stripe => payments::provider(config)?,
        #[cfg(feature = "sandbox")]
        Payments::Sandbox => {
            emulator::provider(config, &keys, listening, &config.origin(listening))?
        }
        #[cfg(not(feature = "sandbox"))]
        Payments::Sandbox => anyhow::bail!("this build cannot simulate payments"),
    };
    #[cfg(feature = "sandbox")]
    let sandbox = provider.sandbox.clone();
    let shop = shop_of(config, (db, keys), provider, listening)?;
    payments::check_price(&shop.stripe).await?;
    let watches = open_watches(config, &shop).await?;
    Ok(OpenShop {
        clock,
        key_version: version,
        receipts: Receipts::open(&shop.db, &shop.keys).await?,
        timestamps: open_timestamps(config, &shop.db)?,
        sounds: open_sounds(config, &watches)?,
        watches,
        shop,
        #[cfg(feature = "sandbox")]
        sandbox,
        mailer: mailer(config)?,
    })
}

/// Compares the clock with the database before anything is deleted for its age.
async fn begin_clock(db: &Database) -> anyhow::Result<ClockWatch> {
    let begun = ClockWatch::begin(db).await;
    begun.map_err(|error| {
        anyhow::anyhow!(
            "the clock cannot be compared with the database: {}",
            error.for_log()
        )
    })
}

/// The shop for a task of the operator's that asks Stripe. Payments that are simulated are known to the server alone.
pub fn shop_of_stripe(config: &Config, db: Database, keys: Keys) -> anyhow::Result<Shop> {
    if config.payments != Payments::Stripe {
        return Err(refusal("this task needs PAYMENTS=stripe"));
    }
    shop_of(config, (db, keys), payments::provider(config)?, config.bind)
}

fn shop_of(
    config: &Config,
    (db, keys): (Database, Keys),
    provider: Provider,
    listening: SocketAddr,
) -> anyhow::Result<Shop> {
    let settings = &config.shop;
    let is_enforced = settings.rate_limits == RateLimits::On;
    Ok(Shop {
        limits: Limits::new(db.clone(), keys.clone(), is_enforced),
        device_loader: DeviceLoader::new(db.clone(), settings.is_live()),
        gift_loader: GiftLoader::new(db.clone(), paid_links(settings.is_live())),
        db,
        keys,
        stripe: Stripe::new(&provider.settings)?,
        settings: Arc::new(ShopSettings {
            public_url: config.origin(listening).as_str().to_owned(),
            livemode: settings.is_live(),
            webhook_secrets: provider.webhook_secrets,
            verify_policy: match settings.verify_policy {
                Some(VerifySetting::Proof) => VerifyPolicy::Proof,
                Some(VerifySetting::Instant) | None => VerifyPolicy::Instant,
            },
        }),
    })
}

fn mailer(config: &Config) -> anyhow::Result<Mailer> {
    let settings = &config.shop;
    let mailer = Mailer::open(&settings.mail_url(), &settings.mail_from);
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
        watch: WatchData {
            push_key: shop.watches.push.public_key(),
        },
        pool,
        boot_limit: Duration::from_millis(config.boot_limit_ms),
        security: SecurityHeaders {
            is_https: origin.is_https(),
        },
    };
    let pages = Pages::start(bundle, options)?;
    let shared = Shared {
        origin: Arc::new(origin),
        pages,
        shop: shop.shop.clone(),
        watches: shop.watches.clone(),
        receipts: shop.receipts.clone(),
        timestamps: shop.timestamps.clone(),
        sounds: shop.sounds.clone(),
        #[cfg(feature = "sandbox")]
        sandbox: shop.sandbox.clone(),
        proxies: trusted_proxies(config),
        support_email: config.support_email.clone(),
        concurrency: ConcurrencyLimits::new(
            config.shop.rate_limits == RateLimits::On,
            open_files::connections(),
        ),
        readiness: Readiness::new(shop.shop.db.clone()),
        lifecycle: Arc::default(),
    };
    Ok(shared.into())
}

/// The proxies that are believed.
pub fn trusted_proxies(config: &Config) -> TrustedProxies {
    TrustedProxies::new(config.trusted_proxies, &config.trusted_proxy_ranges)
}

/// What pages are told of the configuration.
fn site_data(config: &Config) -> SiteData {
    let stripe = match config.payments {
        Payments::Stripe => payments::script(config),
        #[cfg(feature = "sandbox")]
        Payments::Sandbox => Some(emulator::script()),
        #[cfg(not(feature = "sandbox"))]
        Payments::Sandbox => None,
    };
    SiteData {
        display_name: config.display_name(),
        demo_pin: config.demo_pin.clone(),
        support_email: config.support_email.clone(),
        support_phone: config.support_phone.clone(),
        statement_name: config.shop.statement_name.clone().unwrap_or_default(),
        test_payments: !config.shop.is_live(),
        verifies_by_link: config.shop.verify_policy == Some(VerifySetting::Proof),
        stripe,
    }
}
