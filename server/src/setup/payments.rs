//! How the server reaches the payment provider.

use anyhow::Context as _;
use secrecy::SecretString;

use super::opening::refusal;
use crate::config::Config;
use crate::gateway::stripe::{Stripe, StripeSettings};
use crate::gateway::stripe_price::PriceCheck;
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

/// Refuses a wrong price. A Stripe that does not answer does not stop the start: until it has said that the price is right, the hosted page
/// gets the amount, and a job goes on asking.
pub(super) async fn check_price(stripe: &Stripe) -> anyhow::Result<String> {
    match stripe.check_price().await {
        PriceCheck::Right => Ok("ok".to_owned()),
        PriceCheck::Wrong(fault) => Err(refusal(&fault)),
        PriceCheck::Unknown(cause) => {
            tracing::warn!(error = %cause, "The price at Stripe could not be checked and is not used until it is");
            Ok(format!("not checked: {cause}"))
        }
    }
}

/// What pages are told of Stripe.
pub(super) fn script(config: &Config) -> Option<StripeScript> {
    let key = config.shop.stripe_publishable_key.clone();
    key.map(|publishable_key| StripeScript {
        publishable_key,
        js_url: config.shop.stripe_js_url.clone(),
    })
}
