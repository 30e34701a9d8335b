//! What buying, giving and verifying may reach.

use std::sync::Arc;

use secrecy::SecretString;

use super::database::Database;
use super::limits::Limits;
use crate::crypto::keys::Keys;
use crate::gateway::stripe::Stripe;

/// The shop. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Shop {
    /// The database.
    pub db: Database,
    /// The server's keys.
    pub keys: Keys,
    /// The payment provider.
    pub stripe: Stripe,
    /// How often callers may ask.
    pub limits: Limits,
    /// How the shop is set up.
    pub settings: Arc<ShopSettings>,
}

/// How the shop is set up.
#[derive(Debug)]
pub struct ShopSettings {
    /// Where the outside world finds us, without a slash at the end.
    pub public_url: String,
    /// Whether real money moves; a payment of the other kind is never accepted.
    pub livemode: bool,
    /// The secrets that sign the payment provider's events; two while one is being replaced.
    pub webhook_secrets: Vec<SecretString>,
    /// How an address is verified.
    pub verify_policy: VerifyPolicy,
}

/// How an address is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerifyPolicy {
    /// The answer is given at once, to anybody (spec section 7).
    Instant,
    /// A device that holds the purchase gets its answer; everybody else the same words, and the address's owner a
    /// one-time link by mail.
    Proof,
}
