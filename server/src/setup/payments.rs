//! How the server reaches the payment provider.

use anyhow::Context as _;
use secrecy::SecretString;

use crate::config::Config;
use crate::gateway::stripe::StripeSettings;
use crate::render::StripeScript;
#[cfg(feature = "sandbox")]
use crate::sandbox::Sandbox;

/// The payment provider.
pub(super) struct Provider {
    pub(super) settings: StripeSettings,
    pub(super) webhook_secrets: Vec<SecretString>,
    #[cfg(feature = "sandbox")]
    pub(super) sandbox: Option<Sandbox>,
}

/// Stripe as the provider.
pub(super) fn provider(config: &Config) -> anyhow::Result<Provider> {
    Ok(Provider {
        settings: stripe(config)?,
        webhook_secrets: config.shop.stripe_webhook_secrets.clone(),
        #[cfg(feature = "sandbox")]
        sandbox: None,
    })
}

/// How Stripe is reached.
pub(super) fn stripe(config: &Config) -> anyhow::Result<StripeSettings> {
    let secret_key = config.shop.stripe_secret_key.clone();
    Ok(StripeSettings {
        secret_key: secret_key.context("STRIPE_SECRET_KEY is missing")?,
        api_base: config.shop.stripe_api_base.clone(),
        price_id: config.shop.stripe_price_id.clone(),
    })
}

/// What pages are told of Stripe.
pub(super) fn script(config: &Config) -> Option<StripeScript> {
    let key = config.shop.stripe_publishable_key.clone();
    key.map(|publishable_key| StripeScript {
        publishable_key,
        js_url: config.shop.stripe_js_url.clone(),
    })
}
