//! What happens to every request around its handler. `router/mod.rs` has the order.

pub(crate) mod finish;
pub mod guard;
pub(crate) mod head;
pub mod limit;
pub(crate) mod log;
pub mod report_limit;
