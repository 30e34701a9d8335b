//! What a request may reach.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::bundle::Bundle;
use crate::config::{Config, Payments};
use crate::content::headers::Stamp;
use crate::domain::origin::Origin;
use crate::rate_limit::RateLimiter;
use crate::render::boot::BootError;
use crate::render::pool::PoolOptions;
use crate::render::renderer::{Renderer, RendererOptions, SiteData};
use crate::routes::assets::Assets;
use crate::routes::pages;
use crate::serve::Lifecycle;

/// Requests that may be in progress at once, pages from the table and files left out; one more is told to come back.
const IN_FLIGHT: usize = 512;

/// Everything that handlers share; cloning it is cheap.
#[derive(Debug, Clone)]
pub struct App {
    /// The settings.
    pub config: Arc<Config>,
    /// Where people reach the site.
    pub origin: Arc<Origin>,
    /// The page engine.
    pub renderer: Arc<Renderer>,
    /// The files for browsers.
    pub assets: Arc<Assets>,
    /// The headers of every answer.
    pub stamp: Stamp,
    /// Places for requests in progress.
    pub in_flight: Arc<Semaphore>,
    /// How often browsers may report policy violations.
    pub report_limit: Arc<RateLimiter>,
    /// Whether the server is stopping.
    pub lifecycle: Arc<Lifecycle>,
}

impl App {
    /// Builds everything for a server that listens on `listening`. V8 must have been initialised.
    pub fn build(config: Config, bundle: Bundle, listening: SocketAddr) -> Result<Self, BootError> {
        let threads = config.render_threads();
        Self::build_with(
            config,
            bundle,
            listening,
            PoolOptions {
                threads,
                ..PoolOptions::default()
            },
        )
    }

    /// The same with other limits for the render threads.
    pub fn build_with(
        config: Config,
        bundle: Bundle,
        listening: SocketAddr,
        pool: PoolOptions,
    ) -> Result<Self, BootError> {
        let origin = config.origin(listening);
        let stamp = Stamp {
            is_https: origin.is_https(),
        };
        let site = SiteData {
            display_name: config.display_name(),
            demo_pin: config.demo_pin.clone(),
            support_email: config.support_email.clone(),
            support_phone: config.support_phone.clone(),
            test_payments: config.payments == Payments::Sandbox,
        };
        let options = RendererOptions {
            origin: origin.as_str(),
            site,
            pages: pages::PAGES,
            pool,
            stamp,
        };
        let renderer = Renderer::start(&bundle, options)?;
        Ok(Self {
            config: Arc::new(config),
            origin: Arc::new(origin),
            renderer: Arc::new(renderer),
            assets: Arc::new(Assets::new(bundle.files, stamp)),
            stamp,
            in_flight: Arc::new(Semaphore::new(IN_FLIGHT)),
            report_limit: Arc::new(RateLimiter::per_minute(10)),
            lifecycle: Arc::default(),
        })
    }
}
