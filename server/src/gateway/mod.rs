//! The outside services: the payment provider and the mail server.

pub mod circuit;
pub mod mailer;
pub mod stripe;
pub mod stripe_objects;
pub mod stripe_signature;
