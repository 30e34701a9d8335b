//! What a page receives.

use serde::Serialize;
use serde_json::Value;

/// What configuration tells every page.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteData {
    /// The name of the app on a home screen.
    pub display_name: String,
    /// The code that ends a demonstration.
    pub demo_pin: String,
    /// Where people find help.
    pub support_email: String,
    /// The same by telephone.
    pub support_phone: String,
    /// Whether payments are pretended.
    pub test_payments: bool,
    /// Whose card payments the pages make.
    pub stripe: Option<StripeScript>,
}

/// What a page needs to take a card.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StripeScript {
    /// The key that pages may know.
    pub publishable_key: String,
    /// Where the provider's script is.
    pub js_url: String,
}

/// What a page receives.
#[derive(Serialize)]
struct Payload<'a> {
    page: &'a str,
    path: &'a str,
    site: &'a SiteData,
    data: &'a Value,
}

/// The JSON text that a page receives.
pub(super) fn payload(page: &str, path: &str, site: &SiteData, data: &Value) -> String {
    // Strings and values that are JSON already: this cannot fail.
    serde_json::to_string(&Payload {
        page,
        path,
        site,
        data,
    })
    .unwrap_or_default()
}
