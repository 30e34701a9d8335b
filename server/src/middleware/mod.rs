//! What surrounds every answer; `router.rs` says in which order.

pub mod finish;
pub mod guard;
pub mod log;
