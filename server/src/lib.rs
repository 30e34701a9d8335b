//! The server of the product. The modules are grouped by layer: each uses only modules of its own or an earlier group.
//! `tests/layers/` has the exact order and checks it.

pub mod domain;
pub mod error;

pub mod content;
pub mod crypto;
pub mod lifecycle;
pub mod priority;

pub mod config;
pub mod emails;
pub mod gateway;
pub mod telemetry;

pub mod bundle;
pub mod pages;
pub mod render;

pub mod services;
pub mod workers;

pub mod extract;
pub mod middleware;

pub mod app;
#[cfg(feature = "sandbox")]
pub mod sandbox;

pub mod router;
mod routes;

pub mod operator;
pub mod serve;
pub mod setup;

#[cfg(test)]
mod wire;
