//! The handlers, one file per subject. A handler parses, calls one service and answers. `router/mod.rs` has their URLs.

use serde::Deserialize;

use crate::error::Error;

pub(crate) mod access;
pub(crate) mod buying;
pub(crate) mod contacts;
pub(crate) mod csp_report;
pub(crate) mod gifts;
pub(crate) mod health;
mod openapi_parts;
pub(crate) mod prebuilt;
pub(crate) mod receipts;
pub(crate) mod returns;
pub(crate) mod security_txt;
pub(crate) mod stripe_webhook;
pub(crate) mod unknown;
pub(crate) mod verification;
pub(crate) mod watch_items;
pub(crate) mod watch_pieces;
pub(crate) mod watch_push;
pub(crate) mod watch_sounds;
pub(crate) mod watch_timers;
pub(crate) mod watches;
pub(crate) mod your_data;

const BAD_ADDRESS: Error = Error::Invalid("Please enter a valid email address");

/// A form with an e-mail address only.
#[derive(Debug, Deserialize)]
pub(crate) struct EmailForm {
    #[serde(default)]
    email: String,
}
