//! The server of the product.

pub mod crypto;
pub mod domain;
pub mod error;
pub mod gateway;
pub mod services;
