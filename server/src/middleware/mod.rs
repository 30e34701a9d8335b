//! What happens to every request around its handler. `router/mod.rs` has the order.

pub mod admission;
pub mod concurrency;
mod fair_queue;
mod fair_semaphore;
pub(crate) mod finish;
pub(crate) mod head;
pub mod inline;
pub(crate) mod log;
pub mod open_files;
pub mod rate_limit;
