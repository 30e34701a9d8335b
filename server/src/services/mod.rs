//! What the product does with its data. No HTTP type appears here, so that a test can call a service with a database.

pub mod access;
pub mod checkout;
pub mod checks;
pub mod contacts;
pub mod database;
pub mod delivery;
pub mod devices;
pub mod fulfilment;
pub mod gifts;
pub mod limits;
pub mod open_orders;
pub mod orders;
pub mod outbox;
pub mod proofs;
pub mod purchases;
pub mod readiness;
pub mod reconcile;
pub mod records;
pub mod retention;
pub mod returning;
pub mod sealed;
pub mod shop;
pub mod verification;
