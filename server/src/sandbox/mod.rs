//! The payment emulator: a small emulator of Stripe, so that anybody can complete a purchase without keys (`PAYMENTS=sandbox`).
//!
//! It implements the part of Stripe's API that this server uses, has a hosted page, serves a replacement for Stripe's script and sends
//! signed events back over HTTP. The server uses it exactly like Stripe, so there is one payment path. No money moves, and every page
//! of it says so. <https://docs.stripe.com/api>

mod actions;
pub(crate) mod api;
mod cards;
mod emulator;
mod events;
mod objects;
pub(crate) mod pages;
mod store;

pub use emulator::{MOUNT, PUBLISHABLE_KEY, Sandbox};
pub use events::EventSender;
pub use store::Store;
