//! Rules about who reaches the server: its metrics, and payments that take no money.

use url::Url;

use super::Config;
use super::empty::Rule;
use super::shop::{Payments, ShopConfig};
use crate::domain::origin::is_loopback;

/// Who reaches the metrics.
pub(super) fn metrics(config: &Config) -> Vec<Rule> {
    let is_public = config
        .metrics_bind
        .is_some_and(|address| !address.ip().is_loopback());
    vec![(
        is_public && !config.allow_public_metrics,
        "METRICS_BIND would show /metrics to other machines; listen on 127.0.0.1, or set ALLOW_PUBLIC_METRICS=true where a firewall keeps visitors away",
    )]
}

/// Simulated payments are refused where strangers reach the server: they would believe that they have bought something.
pub(super) fn reach(config: &Config) -> Vec<Rule> {
    let is_simulated = config.payments == Payments::Sandbox || is_rehearsal(&config.shop);
    let is_public = config
        .public_url
        .as_ref()
        .is_some_and(|url| !url.is_loopback());
    let is_refused = is_simulated && !config.allow_sandbox;
    vec![
        (
            is_refused && is_public,
            "PAYMENTS=sandbox would simulate payments on a public site (PUBLIC_URL); set PAYMENTS=stripe with Stripe's own API, or ALLOW_SANDBOX=true for a trial",
        ),
        (
            takes_test_cards(config) && !config.allow_sandbox && is_public,
            "test keys of Stripe take no money, but PUBLIC_URL is a public site; set live keys, or ALLOW_SANDBOX=true for a trial, whose pages say that payments are tests",
        ),
        (
            is_refused && !config.bind.ip().is_loopback(),
            "PAYMENTS=sandbox would simulate payments for other machines (BIND); listen on 127.0.0.1, or set ALLOW_SANDBOX=true for a trial",
        ),
    ]
}

/// Whether Stripe itself takes simulated payments.
fn takes_test_cards(config: &Config) -> bool {
    let shop = &config.shop;
    config.payments == Payments::Stripe && !shop.is_live() && !is_rehearsal(shop)
}

/// Whether the payment provider is a program on this machine.
pub(super) fn is_rehearsal(shop: &ShopConfig) -> bool {
    let base = shop.stripe_api_base.as_deref();
    base.is_some_and(|base| Url::parse(base).is_ok_and(|url| is_loopback(&url)))
}
