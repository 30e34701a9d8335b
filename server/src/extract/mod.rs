//! What handlers take from a request. Every rejection is one of our own errors, which the framework's extractors do not have.

pub mod bearer;
pub mod client_address;
pub mod form;
pub mod json;
pub mod long_poll;
pub mod object;
pub mod octets;
pub mod per_network;
pub mod rate_limit;
pub mod visitor;
