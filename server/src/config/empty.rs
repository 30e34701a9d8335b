//! Settings that are set to an empty value.

use secrecy::{ExposeSecret, SecretString};

use super::Config;
use super::forms::is_blank;

/// Whether a rule is broken, and its line.
pub(super) type Rule = (bool, &'static str);

/// A setting that is there and empty is a mistake, and an empty secret is a secret that everybody knows.
pub(super) fn empty(config: &Config) -> Vec<Rule> {
    let shop = &config.shop;
    let key = shop.stripe_publishable_key.as_deref();
    let is_empty = |text: Option<&str>| text.is_some_and(is_blank);
    vec![
        (is_blank(&config.support_email), "SUPPORT_EMAIL is empty"),
        (is_blank(&config.support_phone), "SUPPORT_PHONE is empty"),
        (is_blank(&shop.mail_from), "MAIL_FROM is empty"),
        (is_blank(&shop.stripe_js_url), "STRIPE_JS_URL is empty"),
        (
            is_empty(shop.database_url.as_deref()),
            "DATABASE_URL is empty",
        ),
        (is_empty(shop.mail_url.as_deref()), "MAIL_URL is empty"),
        (is_empty(key), "STRIPE_PUBLISHABLE_KEY is empty"),
        (
            is_empty(shop.stripe_price_id.as_deref()),
            "STRIPE_PRICE_ID is empty",
        ),
        (
            is_empty(shop.stripe_api_base.as_deref()),
            "STRIPE_API_BASE is empty",
        ),
        (
            is(shop.stripe_secret_key.as_ref(), is_blank),
            "STRIPE_SECRET_KEY is empty",
        ),
        (
            is(shop.server_secret.as_ref(), is_blank),
            "SERVER_SECRET is empty",
        ),
        (
            is(shop.server_secret_old.as_ref(), is_blank),
            "SERVER_SECRET_OLD is empty",
        ),
        (
            shop.stripe_webhook_secrets
                .iter()
                .any(|secret| is_blank(secret.expose_secret())),
            "STRIPE_WEBHOOK_SECRETS holds an empty secret, with which anybody could sign events; remove the extra comma",
        ),
    ]
}

/// Whether a secret is there and passes a test.
pub(super) fn is(secret: Option<&SecretString>, test: fn(&str) -> bool) -> bool {
    secret.is_some_and(|secret| test(secret.expose_secret()))
}
