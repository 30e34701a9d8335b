//! The page engine: makes a document of a page's name, path and data.
//!
//! Pages that are the same for everybody are rendered once, at start, into the page table; every other page is rendered on request by a pool of threads.
//! When a render fails, a fallback is served in its place. Only `isolate.rs`, `script.rs` and `snapshot.rs` use `deno_core`, and only
//! `prerender.rs` uses `ssr_rs`.

mod boot;
mod document;
mod error;
mod failures;
mod isolate;
mod outline;
mod payload;
mod personal;
mod pool;
mod prerender;
mod queue;
mod renderer;
mod script;
mod shapes;
mod snapshot;
mod splice;
mod styles;
mod table;
mod threads;
mod watchdog;
mod worker;

pub use error::BootError;
pub use isolate::HeapLimits;
pub use payload::{SiteData, StripeScript};
pub use pool::PoolOptions;
pub use renderer::{Renderer, RendererOptions};
pub use snapshot::{Protection, init};
pub use table::Target;

/// The parts of the engine, for tests and benchmarks that drive them without a server.
pub mod parts {
    pub use super::boot::snapshot;
    pub use super::error::RenderError;
    pub use super::pool::Pool;
    pub use super::prerender::prerender;
    pub use super::snapshot::Snapshot;
}
