//! Every setting of the server, read once from the environment or the command line. A contradiction prevents the start.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::thread;

use clap::{Parser, ValueEnum};
use tracing::Level;
use url::Url;

use crate::domain::address_range::AddressRange;
use crate::domain::origin::Origin;
use crate::domain::push_hosts::PushHost;

mod command;
mod empty;
mod error;
mod forms;
mod reach;
mod rules;
mod shop;
mod sound_rules;
mod sounds;

pub use command::Command;
pub use error::ConfigError;
pub use shop::{Payments, RateLimits, ShopConfig, VerifySetting};
pub use sounds::SoundConfig;

/// The default of `SUPPORT_EMAIL`, which reaches nobody.
const SUPPORT_EMAIL: &str = "support@silentpartner.example";

/// The default of `SUPPORT_PHONE`, which Australia reserves for fiction.
const SUPPORT_PHONE: &str = "1800 975 711";

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Human,
    /// One JSON object a line.
    Json,
}

/// The settings. Each field names its environment variable; a command line option of the same name overrides it.
#[derive(Debug, Clone, Parser)]
#[command(
    name = "silent-partner",
    version,
    about = "Serves the heart-rate monitor."
)]
pub struct Config {
    /// `BIND`: the address and port to listen on; port 0 takes a free one.
    #[arg(long, env = "BIND", default_value = "127.0.0.1:3000")]
    pub bind: SocketAddr,

    /// `PUBLIC_URL`: where people reach the site, such as `https://example.com`; without it the address of `BIND`.
    #[arg(long, env = "PUBLIC_URL")]
    pub public_url: Option<Origin>,

    /// `METRICS_BIND`: the address and port that serve `/metrics`; without it there are no metrics.
    #[arg(long, env = "METRICS_BIND")]
    pub metrics_bind: Option<SocketAddr>,

    /// `ALLOW_PUBLIC_METRICS`: `true` lets other machines reach `/metrics`.
    #[arg(long, env = "ALLOW_PUBLIC_METRICS", default_value_t = false, action = clap::ArgAction::Set)]
    pub allow_public_metrics: bool,

    /// `SUPPORT_EMAIL`: where people find help.
    #[arg(long, env = "SUPPORT_EMAIL", default_value = SUPPORT_EMAIL)]
    pub support_email: String,

    /// `SUPPORT_PHONE`: the support phone number; the default is one that Australia reserves for fiction, and live payments need one of yours.
    #[arg(long, env = "SUPPORT_PHONE", default_value = SUPPORT_PHONE)]
    pub support_phone: String,

    /// `DEMO_PIN`: the code that ends a demonstration, 4 to 6 digits; it is public.
    #[arg(long, env = "DEMO_PIN", default_value = "1234", value_parser = demo_pin)]
    pub demo_pin: String,

    /// `DISPLAY_ABBREVIATION`: stands before "Heart Rate Monitor" in the app's name on a home screen.
    #[arg(long, env = "DISPLAY_ABBREVIATION", default_value = "SP", value_parser = abbreviation)]
    pub display_abbreviation: String,

    /// `PAYMENTS`: how payments are taken.
    #[arg(long, env = "PAYMENTS", value_enum, default_value = "sandbox")]
    pub payments: Payments,

    /// `ALLOW_SANDBOX`: `true` lets a public site simulate payments, or take Stripe's test keys.
    #[arg(long, env = "ALLOW_SANDBOX", default_value_t = false, action = clap::ArgAction::Set)]
    pub allow_sandbox: bool,

    /// `RENDER_THREADS`: threads that render pages, each with a V8 of its own; without it one for each core.
    #[arg(long, env = "RENDER_THREADS", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub render_threads: Option<u16>,

    /// `TRUSTED_PROXIES`: how many proxies stand before the server and add to `X-Forwarded-For`.
    #[arg(long, env = "TRUSTED_PROXIES", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=8))]
    pub trusted_proxies: u8,

    /// `TRUSTED_PROXY_RANGES`: where those proxies are, with commas between, such as `10.0.0.0/8`; on this machine they need no range. What
    /// others write into `X-Forwarded-For` is not believed.
    #[arg(long, env = "TRUSTED_PROXY_RANGES", value_delimiter = ',')]
    pub trusted_proxy_ranges: Vec<AddressRange>,

    /// `PUSH_HOSTS`: hosts of push services besides those of Google, Mozilla, Apple and Microsoft, with commas between. For tests a host may be
    /// followed by `=` and the URL that is asked instead.
    #[arg(long, env = "PUSH_HOSTS", value_delimiter = ',')]
    pub push_hosts: Vec<PushHost>,

    /// `TIMESTAMP_URL`: the https URL of a time-stamp authority (RFC 3161), which then also confirms the times of recordings. It is sent nothing but
    /// fingerprints.
    #[arg(long, env = "TIMESTAMP_URL", hide_env_values = true)]
    pub timestamp_url: Option<Url>,

    /// `LOG_FORMAT`: how log lines look.
    #[arg(long, env = "LOG_FORMAT", value_enum, default_value = "human")]
    pub log_format: LogFormat,

    /// `LOG_LEVEL`: how much the server logs, `error` to `trace`; libraries log warnings and errors only.
    #[arg(long, env = "LOG_LEVEL", default_value = "info")]
    pub log_level: Level,

    /// Writes the OpenAPI document of the HTTP API to standard output and exits; for tests.
    #[arg(long, hide = true)]
    pub print_openapi: bool,

    /// How many milliseconds the start waits for the pages to render; for tests.
    #[arg(long, hide = true, default_value_t = 30_000)]
    pub boot_limit_ms: u64,

    /// What to do instead of serving.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// The settings of the shop.
    #[command(flatten)]
    pub shop: ShopConfig,

    /// The settings of sound copies.
    #[command(flatten)]
    pub sounds: SoundConfig,
}

impl Config {
    /// Where people reach the site. `listening` is the address on which the server listens.
    pub fn origin(&self, listening: SocketAddr) -> Origin {
        let reachable = if listening.ip().is_unspecified() {
            SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), listening.port())
        } else {
            listening
        };
        self.public_url
            .clone()
            .unwrap_or_else(|| Origin::http(reachable))
    }

    /// Whether each network has a limited share of the connections.
    pub fn limits_connections(&self) -> bool {
        self.shop.rate_limits == RateLimits::On
    }

    /// The app's name on a home screen.
    pub fn display_name(&self) -> String {
        format!("{} Heart Rate Monitor", self.display_abbreviation)
    }

    /// How many threads render pages.
    pub fn render_threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        self.render_threads.map_or_else(cores, usize::from)
    }
}

fn demo_pin(text: &str) -> Result<String, String> {
    let is_pin = (4..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_pin {
        Ok(text.to_owned())
    } else {
        Err("a PIN has 4 to 6 digits".to_owned())
    }
}

fn abbreviation(text: &str) -> Result<String, String> {
    let is_short =
        (1..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_short {
        Ok(text.to_owned())
    } else {
        Err("an abbreviation has 1 to 12 letters or digits".to_owned())
    }
}

#[cfg(test)]
mod tests;
