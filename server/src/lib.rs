//! The server of the product, in reading order: settings, what a request may reach, the URLs, and what stands behind them.

pub mod app;
pub mod bundle;
pub mod client_address;
pub mod config;
pub mod content;
pub mod crypto;
pub mod domain;
pub mod emails;
pub mod error;
pub mod extract;
pub mod front;
pub mod gateway;
pub mod middleware;
pub mod open_shop;
pub mod openapi;
pub mod pages;
pub mod rate_limit;
pub mod render;
pub mod router;
pub mod routes;
pub mod sandbox;
pub mod serve;
pub mod services;
pub mod telemetry;
#[cfg(test)]
mod wire;
pub mod workers;
