//! The page engine: what a page's name and data become.
//!
//! Pages without data come from the [`table`]; every other page is rendered by the [`pool`]. A failed render still sends a page.

pub mod boot;
pub mod document;
pub mod error;
mod fallback;
pub mod head;
pub mod isolate;
pub mod manifest;
pub mod page;
pub mod payload;
pub mod pool;
pub mod prerender;
pub mod renderer;
pub mod snapshot;
pub mod table;
mod watchdog;
mod worker;
