//! Answers that are ready before anybody asks: bytes in every encoding, with their headers and tags.

pub mod compress;
pub mod headers;
pub mod negotiate;
pub mod slot;
