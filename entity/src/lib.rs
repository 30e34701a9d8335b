//! One file per table; rows only, no behaviour.
//!
//! Times are whole milliseconds since the Unix epoch, so that both databases order them alike.
//! A column that ends in `_ct` holds sealed bytes, one that ends in `_hash` a keyed hash or the SHA-256 of a random token:
//! no address, name, number or message is ever stored in clear.

pub mod contact;
pub mod data_key;
pub mod data_link;
pub mod device_entitlement;
pub mod device_session;
pub mod gift_link;
pub mod outbox_email;
pub mod proof_token;
pub mod purchase;
pub mod rate_bucket;
pub mod receipt_key;
pub mod server_clock;
pub mod timestamp;
pub mod verification_request;
pub mod watch;
pub mod watch_item;
pub mod watch_key;
pub mod watch_piece;
pub mod watch_push;
pub mod watch_sound;
pub mod watch_timer;
pub mod webhook_event;
