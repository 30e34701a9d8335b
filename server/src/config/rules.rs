//! Settings that contradict each other, or that must not meet the public. Each rule is one line for the operator, without any value that
//! may be secret.

use std::ffi::OsString;

use clap::Parser as _;
use secrecy::{ExposeSecret, SecretString};

use super::empty::{Rule, empty, is};
use super::error::ConfigError;
use super::forms::{
    is_api_base, is_authority, is_database, is_private_mail, is_publishable_key, is_secret_key,
    is_statement_name, is_webhook_secret,
};
use super::reach::{is_rehearsal, metrics, reach};
use super::shop::{MAIL_FROM, Payments, RateLimits, ShopConfig};
use super::sound_rules::sounds;
use super::{Config, SUPPORT_EMAIL, SUPPORT_PHONE};
use crate::domain::email_address::EmailAddress;
use crate::domain::origin::Origin;
use crate::domain::provider_id::is_provider_id;
use crate::domain::push_hosts::PushHost;

/// The shortest `SERVER_SECRET`.
const SECRET_LENGTH: usize = 32;

impl Config {
    /// Reads the settings from `arguments` (the first is the program's name) and the environment.
    pub fn read<T: Into<OsString> + Clone>(
        arguments: impl IntoIterator<Item = T>,
    ) -> Result<Self, ConfigError> {
        let config = Self::try_parse_from(arguments).map_err(ConfigError::of_arguments)?;
        check(&config)?;
        Ok(config)
    }
}

/// Refuses the first broken rule.
fn check(config: &Config) -> Result<(), ConfigError> {
    let shop = &config.shop;
    let groups = match config.payments {
        Payments::Sandbox => vec![
            built(),
            empty(config),
            values(config),
            outside(config),
            sounds(&config.sounds),
            metrics(config),
            sandbox(shop),
            reach(config),
        ],
        Payments::Stripe => vec![
            empty(config),
            values(config),
            outside(config),
            sounds(&config.sounds),
            metrics(config),
            stripe(shop),
            keys(shop),
            reach(config),
            public(config),
        ],
    };
    let broken = groups
        .into_iter()
        .flatten()
        .find(|(is_broken, _)| *is_broken);
    broken.map_or(Ok(()), |(_, line)| {
        Err(ConfigError::Contradiction(line.to_owned()))
    })
}

/// Rules for single values, whatever the payments are.
fn values(config: &Config) -> Vec<Rule> {
    let secret = config.shop.server_secret.as_ref();
    let old = config.shop.server_secret_old.as_ref();
    let exposed =
        |secret: Option<&SecretString>| secret.map(|secret| secret.expose_secret().to_owned());
    let is_https = config.public_url.as_ref().is_some_and(Origin::is_https);
    vec![
        (
            is(secret, |text| text.len() < SECRET_LENGTH),
            "SERVER_SECRET has less than 32 characters",
        ),
        (
            is(old, |text| text.len() < SECRET_LENGTH),
            "SERVER_SECRET_OLD has less than 32 characters",
        ),
        (
            old.is_some() && secret.is_none(),
            "SERVER_SECRET_OLD is the secret before SERVER_SECRET, which is missing",
        ),
        (
            old.is_some() && exposed(old) == exposed(secret),
            "SERVER_SECRET_OLD is the same as SERVER_SECRET",
        ),
        (
            !is_database(&config.shop.database_url()),
            "DATABASE_URL must be a URL that begins with sqlite:// or postgres://",
        ),
        (
            config.support_email.parse::<EmailAddress>().is_err(),
            "SUPPORT_EMAIL is not an e-mail address",
        ),
        (
            config
                .shop
                .stripe_price_id
                .as_deref()
                .is_some_and(|id| !is_provider_id(id)),
            "STRIPE_PRICE_ID must be an id of Stripe's, such as price_123",
        ),
        (
            config
                .shop
                .statement_name
                .as_deref()
                .is_some_and(|name| !is_statement_name(name)),
            "STATEMENT_NAME must be a statement descriptor as Stripe takes it: 5 to 22 characters, a letter among them, and none of < > \\ ' \" *",
        ),
        (
            is_https && config.trusted_proxies == 0,
            "PUBLIC_URL is https, so a proxy stands before the server, but TRUSTED_PROXIES=0 would count all visitors as one; set TRUSTED_PROXIES to the number of proxies",
        ),
    ]
}

/// Rules for whom the server asks besides the payment provider and the mail server.
fn outside(config: &Config) -> Vec<Rule> {
    vec![
        (
            config.push_hosts.iter().any(PushHost::is_mapped) && config.shop.is_live(),
            "PUSH_HOSTS sends pushes elsewhere, which is for tests; name the host alone",
        ),
        (
            config
                .timestamp_url
                .as_ref()
                .is_some_and(|url| !is_authority(url)),
            "TIMESTAMP_URL must be an https:// URL without a user (http:// on this machine)",
        ),
    ]
}

/// What simulated payments need.
fn built() -> Vec<Rule> {
    vec![(
        cfg!(not(feature = "sandbox")),
        "PAYMENTS=sandbox is not part of this build, which takes real payments only; set PAYMENTS=stripe",
    )]
}

/// What simulated payments exclude.
fn sandbox(shop: &ShopConfig) -> Vec<Rule> {
    vec![
        (
            shop.stripe_secret_key.is_some(),
            "PAYMENTS=sandbox simulates payments, but STRIPE_SECRET_KEY is set; set PAYMENTS=stripe or remove the key",
        ),
        (
            shop.stripe_api_base.is_some(),
            "PAYMENTS=sandbox has its own payment provider; remove STRIPE_API_BASE or set PAYMENTS=stripe",
        ),
    ]
}

/// What payments by Stripe need.
fn stripe(shop: &ShopConfig) -> Vec<Rule> {
    vec![
        (
            shop.stripe_secret_key.is_none(),
            "PAYMENTS=stripe needs STRIPE_SECRET_KEY",
        ),
        (
            shop.stripe_publishable_key.is_none(),
            "PAYMENTS=stripe needs STRIPE_PUBLISHABLE_KEY",
        ),
        (
            shop.stripe_webhook_secrets.is_empty(),
            "PAYMENTS=stripe needs STRIPE_WEBHOOK_SECRETS",
        ),
        (
            shop.verify_policy.is_none(),
            "PAYMENTS=stripe needs a decision: VERIFY_POLICY=instant tells anybody whether an address has bought, VERIFY_POLICY=proof tells its owner by mail",
        ),
        (
            shop.server_secret.is_none(),
            "PAYMENTS=stripe needs SERVER_SECRET, 32 characters or more that nobody guesses",
        ),
    ]
}

/// The kinds of keys (<https://docs.stripe.com/keys>), and what keys that move real money exclude.
fn keys(shop: &ShopConfig) -> Vec<Rule> {
    let secret_is = |test: fn(&str) -> bool| is(shop.stripe_secret_key.as_ref(), test);
    let publishable = shop.stripe_publishable_key.as_deref().unwrap_or_default();
    let base = shop.stripe_api_base.as_deref();
    vec![
        (
            is_secret_key(publishable),
            "STRIPE_PUBLISHABLE_KEY holds a secret key, which every page would show; set the key that begins with pk_, and replace the secret key at Stripe if a page has shown it",
        ),
        (
            secret_is(is_publishable_key),
            "STRIPE_SECRET_KEY holds a publishable key; set the key that begins with sk_ or rk_",
        ),
        (
            !secret_is(is_secret_key),
            "STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_",
        ),
        (
            !is_publishable_key(publishable),
            "STRIPE_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_",
        ),
        (
            shop.is_live() != publishable.starts_with("pk_live_"),
            "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes; both must be test keys or both live keys",
        ),
        (
            shop.stripe_webhook_secrets
                .iter()
                .any(|secret| !is_webhook_secret(secret.expose_secret())),
            "each of STRIPE_WEBHOOK_SECRETS must begin with whsec_, with a comma and no space between two",
        ),
        (
            shop.is_live() && shop.rate_limits == RateLimits::Off,
            "RATE_LIMITS=off is for payments without real money only",
        ),
        (
            shop.is_live() && base.is_some(),
            "a live STRIPE_SECRET_KEY goes to Stripe alone; remove STRIPE_API_BASE",
        ),
        (
            base.is_some_and(|base| !is_api_base(base)),
            "STRIPE_API_BASE must be an https:// URL that ends in a slash (http:// on this machine)",
        ),
        (
            shop.is_live() && !shop.stripe_js_url.starts_with("https://js.stripe.com/"),
            "with live keys STRIPE_JS_URL must be Stripe's own script",
        ),
    ]
}

/// What buyers need before real payments may be taken. A payment provider on this machine is a rehearsal, which needs none of it.
fn public(config: &Config) -> Vec<Rule> {
    let shop = &config.shop;
    if is_rehearsal(shop) {
        return Vec::new();
    }
    vec![
        (
            !config.public_url.as_ref().is_some_and(Origin::is_https),
            "PAYMENTS=stripe needs PUBLIC_URL, an https:// URL",
        ),
        (
            shop.mail_url
                .as_deref()
                .is_none_or(|url| !is_private_mail(url)),
            "PAYMENTS=stripe needs a MAIL_URL that keeps mails private: smtps://..., smtp://...?tls=required, a relay on this machine, or sendmail:",
        ),
        (
            shop.mail_from == MAIL_FROM,
            "PAYMENTS=stripe needs MAIL_FROM, an address of yours; mails from the default do not arrive",
        ),
        (
            shop.statement_name.is_none(),
            "PAYMENTS=stripe needs STATEMENT_NAME, the name on card statements as it is set at Stripe; buyers read it before they pay",
        ),
        (
            config.support_email == SUPPORT_EMAIL,
            "PAYMENTS=stripe needs SUPPORT_EMAIL, an address of yours; the default reaches nobody",
        ),
        (
            shop.is_live() && is_fictional(&config.support_phone),
            "live payments need SUPPORT_PHONE, a number of yours; the default is kept for fiction and reaches nobody",
        ),
    ]
}

/// Whether a number is the default, however it is written.
fn is_fictional(phone: &str) -> bool {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    digits(phone).ends_with(&digits(SUPPORT_PHONE))
}
