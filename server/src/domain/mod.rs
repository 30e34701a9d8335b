//! Values that are right by construction: what is parsed here is checked nowhere else.

pub mod email_address;
pub mod origin;
