//! What the services of the shop need: buying, giving and verifying.

use std::sync::Arc;

use secrecy::SecretString;

use super::database::Database;
use super::device_loader::DeviceLoader;
use super::gift_loader::GiftLoader;
use super::limits::Limits;
use crate::crypto::keys::Keys;
use crate::gateway::bulkheads::CallPurpose;
use crate::gateway::stripe::Stripe;

/// The database, the keys, the payment provider and the limits. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Shop {
    /// The database.
    pub db: Database,
    /// The server's keys.
    pub keys: Keys,
    /// The payment provider.
    pub stripe: Stripe,
    /// The limits on requests.
    pub limits: Limits,
    /// What devices hold.
    pub device_loader: DeviceLoader,
    /// What pages of gifts show.
    pub gift_loader: GiftLoader,
    /// The shop's settings.
    pub settings: Arc<ShopSettings>,
}

impl Shop {
    /// The same shop, whose requests to the payment provider have the places of this kind.
    #[must_use]
    pub fn on(&self, purpose: CallPurpose) -> Self {
        Self {
            stripe: self.stripe.on(purpose),
            ..self.clone()
        }
    }
}

/// The shop's settings.
#[derive(Debug)]
pub struct ShopSettings {
    /// The public URL, without a slash at the end.
    pub public_url: String,
    /// Whether real money moves. A payment of the other kind is never accepted.
    pub livemode: bool,
    /// The secrets that sign the payment provider's events; two while one is being replaced.
    pub webhook_secrets: Vec<SecretString>,
    /// How an address is verified.
    pub verify_policy: VerifyPolicy,
}

/// How an address is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerifyPolicy {
    /// The answer is given at once, to anybody.
    Instant,
    /// A device that holds the purchase gets the answer. Everybody else gets the same response for every address, and an address with a
    /// purchase gets a one-time link by mail.
    Proof,
}
