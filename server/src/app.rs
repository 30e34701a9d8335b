//! The state that handlers and extractors use.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;

use crate::domain::origin::Origin;
use crate::extract::client_address::TrustedProxies;
use crate::lifecycle::Lifecycle;
use crate::middleware::concurrency::ConcurrencyLimits;
use crate::pages::Pages;
#[cfg(feature = "sandbox")]
use crate::sandbox::Sandbox;
use crate::services::limits::Limits;
use crate::services::readiness::Readiness;
use crate::services::receipts::Receipts;
use crate::services::shop::Shop;
use crate::services::timestamps::Timestamps;
use crate::services::watches::Watches;
use crate::services::watches::sounds::Sounds;

/// Everything that handlers share, in one allocation: the router clones it several times for each request.
#[derive(Debug, Clone)]
pub struct App(Arc<Shared>);

/// What handlers share. Extractors take the parts that they need by `FromRef`.
#[derive(Debug)]
pub struct Shared {
    /// Where people reach the site.
    pub origin: Arc<Origin>,
    /// The pages and files.
    pub pages: Pages,
    /// The database, the keys and the payment provider.
    pub shop: Shop,
    /// The links between two phones.
    pub watches: Watches,
    /// What confirms times.
    pub receipts: Receipts,
    /// What gets time-stamp tokens.
    pub timestamps: Timestamps,
    /// The sound copies.
    pub sounds: Sounds,
    /// The payment emulator, where payments are simulated.
    #[cfg(feature = "sandbox")]
    pub sandbox: Option<Sandbox>,
    /// The proxies in front of the server.
    pub proxies: TrustedProxies,
    /// The support address.
    pub support_email: String,
    /// How many requests may be in progress.
    pub concurrency: ConcurrencyLimits,
    /// Whether the database takes writes.
    pub readiness: Readiness,
    /// Whether the server is stopping.
    pub lifecycle: Arc<Lifecycle>,
}

impl From<Shared> for App {
    fn from(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl FromRef<App> for Arc<Origin> {
    fn from_ref(app: &App) -> Self {
        Self::clone(&app.origin)
    }
}

impl FromRef<App> for Pages {
    fn from_ref(app: &App) -> Self {
        app.pages.clone()
    }
}

impl FromRef<App> for TrustedProxies {
    fn from_ref(app: &App) -> Self {
        app.proxies.clone()
    }
}

impl FromRef<App> for Limits {
    fn from_ref(app: &App) -> Self {
        app.shop.limits.clone()
    }
}
