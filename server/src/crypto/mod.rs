//! Keyed hashes to find a row, sealed bytes to read it, signed times, and the encryption of pushes.

pub mod keys;
pub mod receipts;
pub mod seal;
pub mod secret_file;
pub mod time_stamps;
pub mod web_push;
