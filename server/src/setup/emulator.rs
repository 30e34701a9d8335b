//! The payment emulator, used instead of Stripe.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use anyhow::Context as _;
use secrecy::SecretString;

use super::payments::Provider;
use super::secrets::Secrets;
use crate::config::Config;
use crate::crypto::keys::Keys;
use crate::domain::origin::Origin;
use crate::gateway::stripe::StripeSettings;
use crate::render::StripeScript;
use crate::sandbox::{EventSender, MOUNT, PUBLISHABLE_KEY, Sandbox, Store};

/// What pages are told of it.
pub(super) fn script() -> StripeScript {
    StripeScript {
        publishable_key: PUBLISHABLE_KEY.to_owned(),
        js_url: format!("{MOUNT}/stripe.js"),
    }
}

/// The payment emulator is reached over HTTP, like Stripe. `listening` is the address on which the server itself is reached. What signs its
/// requests and events comes from the server's secret, and its journal is sealed with the data key.
pub(super) fn provider(
    config: &Config,
    keys: &Keys,
    listening: SocketAddr,
    origin: &Origin,
) -> anyhow::Result<Provider> {
    let secrets = Secrets::read_or_create(config)?;
    let hex = |purpose: &str| data_encoding::HEXLOWER.encode(&secrets.derive(purpose));
    let secret_key = format!("sk_test_{}", hex("hrm 2026-11 sandbox key v1"));
    let webhook_secret = format!("whsec_{}", hex("hrm 2026-11 sandbox events v1"));
    let local = reachable(listening);
    let journal = config.shop.data_dir.join("simulated-payments");
    let store = Store::open(&journal, keys.simulation())
        .context("the journal of simulated payments cannot be opened")?;
    let courier = EventSender::new(
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

/// Where this machine reaches a server that listens on `listening`.
fn reachable(listening: SocketAddr) -> SocketAddr {
    if listening.ip().is_unspecified() {
        SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), listening.port())
    } else {
        listening
    }
}
