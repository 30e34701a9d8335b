//! The settings of the shop: where data is kept, how payments are taken, how mail is sent.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use secrecy::{ExposeSecret, SecretString};

/// The default of `MAIL_FROM`, from which mail servers take nothing.
pub(super) const MAIL_FROM: &str = "Heart Rate Monitor <monitor@localhost.localdomain>";

/// How payments are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Payments {
    /// Simulated by the emulator inside this server; for development and trials.
    Sandbox,
    /// By Stripe.
    Stripe,
}

/// The values of `VERIFY_POLICY`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum VerifySetting {
    /// Whether an address has a purchase is said at once, to anybody.
    Instant,
    /// It is said to devices that hold the purchase, and to the address by mail.
    Proof,
}

/// Whether requests are counted against the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RateLimits {
    /// As in production.
    On,
    /// Not at all, for load tests with simulated payments.
    Off,
}

/// The settings of the shop. Each field names its environment variable.
#[derive(Debug, Clone, Args)]
pub struct ShopConfig {
    /// `DATA_DIR`: the folder for everything that the server keeps and no other setting places.
    #[arg(long, env = "DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,

    /// `DATABASE_URL`: `sqlite://path` or `postgres://...`; without it a SQLite file in `DATA_DIR`.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// `DATABASE_CONNECTIONS`: connections of one process to PostgreSQL, besides one that listens for news; all processes together must stay below its `max_connections`.
    #[arg(long, env = "DATABASE_CONNECTIONS", default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..=500))]
    pub database_connections: u32,

    /// `DATABASE_WAIT_MS`: milliseconds that a request waits for a free connection, or for a lock of PostgreSQL, before it is answered 503.
    #[arg(long, env = "DATABASE_WAIT_MS", default_value_t = 2500, value_parser = clap::value_parser!(u64).range(100..=10_000))]
    pub database_wait_ms: u64,

    /// `DATABASE_STATEMENT_MS`: milliseconds that a statement may take on PostgreSQL.
    #[arg(long, env = "DATABASE_STATEMENT_MS", default_value_t = 8000, value_parser = clap::value_parser!(u64).range(500..=60_000))]
    pub database_statement_ms: u64,

    /// `SERVER_SECRET`: opens the key that hides what is stored; at least 32 characters, the same for every process. The sandbox makes one
    /// and keeps it in `DATA_DIR`.
    #[arg(long, env = "SERVER_SECRET", hide_env_values = true, value_parser = secret)]
    pub server_secret: Option<SecretString>,

    /// `SERVER_SECRET_OLD`: the secret before `SERVER_SECRET`, until `rotate-secret` has replaced it.
    #[arg(long, env = "SERVER_SECRET_OLD", hide_env_values = true, value_parser = secret)]
    pub server_secret_old: Option<SecretString>,

    /// `BEGIN_ANEW`: `true` lets a server that has a secret start with an empty database. For the first start only: without it, a database
    /// that is lost or not where the settings say stops the start.
    #[arg(long, env = "BEGIN_ANEW", default_value_t = false, action = clap::ArgAction::Set)]
    pub begin_anew: bool,

    /// `STRIPE_SECRET_KEY`: the secret key of Stripe's API.
    #[arg(long, env = "STRIPE_SECRET_KEY", hide_env_values = true, value_parser = secret)]
    pub stripe_secret_key: Option<SecretString>,

    /// `STRIPE_PUBLISHABLE_KEY`: the key for Stripe's script, which pages carry.
    #[arg(long, env = "STRIPE_PUBLISHABLE_KEY")]
    pub stripe_publishable_key: Option<String>,

    /// `STRIPE_WEBHOOK_SECRETS`: the secrets that sign Stripe's events, with commas between; two while one is being replaced.
    #[arg(long, env = "STRIPE_WEBHOOK_SECRETS", hide_env_values = true, value_delimiter = ',', value_parser = secret)]
    pub stripe_webhook_secrets: Vec<SecretString>,

    /// `STRIPE_API_BASE`: the base URL of Stripe's API, ending in a slash; without it Stripe's own.
    #[arg(long, env = "STRIPE_API_BASE")]
    pub stripe_api_base: Option<String>,

    /// `STRIPE_JS_URL`: where pages load Stripe's script from.
    #[arg(
        long,
        env = "STRIPE_JS_URL",
        default_value = "https://js.stripe.com/endive/stripe.js"
    )]
    pub stripe_js_url: String,

    /// `STRIPE_PRICE_ID`: the price at Stripe that the hosted page names; without it the price is sent along.
    #[arg(long, env = "STRIPE_PRICE_ID")]
    pub stripe_price_id: Option<String>,

    /// `STATEMENT_NAME`: the statement descriptor that is set at Stripe, which buyers read before they pay. It should not give the purpose away.
    #[arg(long, env = "STATEMENT_NAME")]
    pub statement_name: Option<String>,

    /// `MAIL_URL`: `smtp://...`, `smtps://...`, `sendmail:` or `file://folder`; without it files in `DATA_DIR`.
    #[arg(long, env = "MAIL_URL", hide_env_values = true)]
    pub mail_url: Option<String>,

    /// `MAIL_FROM`: the sender of mails. Bystanders may read it: it should not give the purpose away.
    #[arg(long, env = "MAIL_FROM", default_value = MAIL_FROM)]
    pub mail_from: String,

    /// `VERIFY_POLICY`: how an address is verified; the sandbox takes `instant`.
    #[arg(long, env = "VERIFY_POLICY", value_enum)]
    pub verify_policy: Option<VerifySetting>,

    /// `RATE_LIMITS`: `off` switches the limits off; only where no real money moves.
    #[arg(long, env = "RATE_LIMITS", value_enum, default_value = "on")]
    pub rate_limits: RateLimits,
}

impl ShopConfig {
    /// Where the database is.
    pub fn database_url(&self) -> String {
        self.database_url
            .clone()
            .unwrap_or_else(|| format!("sqlite://{}", self.data_dir.join("app.sqlite").display()))
    }

    /// How mail goes out.
    pub fn mail_url(&self) -> String {
        self.mail_url
            .clone()
            .unwrap_or_else(|| format!("file://{}", self.data_dir.join("mail").display()))
    }

    /// Whether the key moves real money. <https://docs.stripe.com/keys>
    pub fn is_live(&self) -> bool {
        let is_live = |key: &str| key.starts_with("sk_live_") || key.starts_with("rk_live_");
        let key = self.stripe_secret_key.as_ref();
        key.is_some_and(|key| is_live(key.expose_secret()))
    }
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "clap wants a parser that may fail"
)]
pub(super) fn secret(text: &str) -> Result<SecretString, std::convert::Infallible> {
    Ok(SecretString::from(text))
}
