//! The outside services: the payment provider, the mail server and the push services of browsers.

mod attempts;
pub mod circuit;
mod failures;
pub mod lanes;
pub mod mailer;
pub mod push;
mod push_resolver;
mod push_signatures;
pub mod stripe;
pub mod stripe_objects;
pub mod stripe_price;
pub mod stripe_signature;
