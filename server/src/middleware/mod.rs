//! What happens to every request around its handler. `router/mod.rs` has the order.

pub(crate) mod finish;
pub mod guard;
pub(crate) mod head;
pub mod in_flight;
pub mod limit;
mod line;
pub(crate) mod log;
pub mod open_files;
mod turns;
