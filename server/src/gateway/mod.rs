//! The outside services: the payment provider, the mail server, the push services of browsers, the store of sound copies, and the time-stamp authority.

mod attempts;
pub mod bulkheads;
pub mod circuit_breaker;
mod failures;
pub mod mailer;
pub mod push;
mod push_resolver;
mod push_signatures;
pub mod sound_store;
pub mod stripe;
pub mod stripe_charge;
pub mod stripe_objects;
pub mod stripe_price;
pub mod stripe_signature;
pub mod timestamp_authority;
