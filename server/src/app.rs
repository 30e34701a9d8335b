//! The state that handlers and extractors use.

use std::sync::Arc;

use axum::extract::FromRef;

use crate::domain::origin::Origin;
use crate::extract::client_address::TrustedProxies;
use crate::lifecycle::Lifecycle;
use crate::middleware::guard::InFlight;
use crate::middleware::report_limit::ReportLimits;
use crate::pages::Pages;
use crate::sandbox::Sandbox;
use crate::services::limits::Limits;
use crate::services::readiness::Readiness;
use crate::services::shop::Shop;

/// Everything that handlers share. Cheap to clone. Extractors take the parts that they need by `FromRef`.
#[derive(Debug, Clone, FromRef)]
pub struct App {
    /// Where people reach the site.
    pub origin: Arc<Origin>,
    /// The pages and files.
    pub pages: Pages,
    /// The database, the keys and the payment provider.
    pub shop: Shop,
    /// The payment emulator, where payments are simulated.
    pub sandbox: Option<Sandbox>,
    /// The proxies in front of the server.
    pub proxies: TrustedProxies,
    /// The support address.
    pub support_email: SupportEmail,
    /// Places for requests in progress.
    pub in_flight: InFlight,
    /// The limits on reports of policy violations.
    pub reports: Arc<ReportLimits>,
    /// Whether the database takes writes.
    pub readiness: Readiness,
    /// Whether the server is stopping.
    pub lifecycle: Arc<Lifecycle>,
}

/// The address at which people find support.
#[derive(Debug, Clone)]
pub struct SupportEmail(pub Arc<str>);

impl FromRef<App> for Limits {
    fn from_ref(app: &App) -> Self {
        app.shop.limits.clone()
    }
}
