//! What a request may reach.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::bundle::Bundle;
use crate::config::{Config, Payments};
use crate::content::headers::Stamp;
use crate::domain::origin::Origin;
use crate::open_shop::{self, OpenShop};
use crate::rate_limit::RateLimiter;
use crate::render::boot::BootError;
use crate::render::payload::{SiteData, StripeScript};
use crate::render::pool::PoolOptions;
use crate::render::renderer::{Renderer, RendererOptions};
use crate::routes::assets::Assets;
use crate::routes::pages;
use crate::sandbox::Sandbox;
use crate::serve::Lifecycle;
use crate::services::shop::Shop;

/// Requests that may be in progress at once, pages from the table and files left out; one more is told to come back.
const IN_FLIGHT: usize = 512;

/// Everything that handlers share; cloning it is cheap.
#[derive(Debug, Clone)]
pub struct App {
    /// The settings.
    pub config: Arc<Config>,
    /// Where people reach the site.
    pub origin: Arc<Origin>,
    /// What buying, giving and verifying may reach.
    pub shop: Shop,
    /// The look-alike of the payment provider, where payments are pretended.
    pub sandbox: Option<Sandbox>,
    /// The page engine.
    pub renderer: Arc<Renderer>,
    /// The files for browsers.
    pub assets: Arc<Assets>,
    /// The headers of every answer.
    pub stamp: Stamp,
    /// Places for requests in progress.
    pub in_flight: Arc<Semaphore>,
    /// How often one client may report violations of the policy.
    pub report_limit: Arc<RateLimiter>,
    /// How often all of them together may.
    pub all_reports_limit: Arc<RateLimiter>,
    /// Whether the server is stopping.
    pub lifecycle: Arc<Lifecycle>,
}

impl App {
    /// Builds everything for a server that listens on `listening`. V8 must have been initialised.
    pub fn build(
        config: Config,
        bundle: Bundle,
        listening: SocketAddr,
        shop: &OpenShop,
    ) -> Result<Self, BootError> {
        let threads = config.render_threads();
        Self::build_with(
            config,
            bundle,
            listening,
            shop,
            PoolOptions {
                threads,
                ..PoolOptions::default()
            },
        )
    }

    /// The same with other limits for the render threads.
    pub fn build_with(
        config: Config,
        mut bundle: Bundle,
        listening: SocketAddr,
        shop: &OpenShop,
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
            stripe: open_shop::script(&config).map(|(publishable_key, js_url)| StripeScript {
                publishable_key,
                js_url,
            }),
        };
        bundle.configure(&site)?;
        let options = RendererOptions {
            origin: origin.as_str(),
            site,
            pages: pages::PAGES,
            pool,
            boot_limit: Duration::from_millis(config.boot_limit_ms),
            stamp,
        };
        let renderer = Renderer::start(&bundle, options)?;
        Ok(Self {
            config: Arc::new(config),
            origin: Arc::new(origin),
            shop: shop.shop.clone(),
            sandbox: shop.sandbox.clone(),
            renderer: Arc::new(renderer),
            assets: Arc::new(Assets::new(bundle.files, stamp)),
            stamp,
            in_flight: Arc::new(Semaphore::new(IN_FLIGHT)),
            report_limit: Arc::new(RateLimiter::per_minute(10)),
            all_reports_limit: Arc::new(RateLimiter::per_minute(300)),
            lifecycle: Arc::default(),
        })
    }
}
