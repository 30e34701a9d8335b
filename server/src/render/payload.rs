//! The payload of a page: its name and path, the site's configuration, and its own data.

use serde::Serialize;
use utoipa::ToSchema;

/// What configuration tells every page.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteData {
    /// The name of the app on a home screen.
    pub display_name: String,
    /// The demo PIN.
    pub demo_pin: String,
    /// The support address.
    pub support_email: String,
    /// The support phone number.
    pub support_phone: String,
    /// The name on card statements; empty where it is not known, as with simulated payments.
    pub statement_name: String,
    /// Whether payments are simulated.
    pub test_payments: bool,
    /// Whether an address is verified by a link in a mail (`VERIFY_POLICY=proof`).
    pub verifies_by_link: bool,
    /// The payment provider's card form; null where pages have none.
    #[schema(required)]
    pub stripe: Option<StripeScript>,
}

/// What a page needs to take a card.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StripeScript {
    /// The key that pages may know.
    pub publishable_key: String,
    /// The URL of the provider's script.
    pub js_url: String,
}

#[derive(Serialize)]
struct Payload<'a, D> {
    page: &'a str,
    path: &'a str,
    site: &'a SiteData,
    data: Option<&'a D>,
}

/// The payload as JSON text.
pub(super) fn payload<D: Serialize>(
    page: &str,
    path: &str,
    site: &SiteData,
    data: Option<&D>,
) -> String {
    // Page data is structs and enums of strings, numbers and booleans: this cannot fail.
    serde_json::to_string(&Payload {
        page,
        path,
        site,
        data,
    })
    .unwrap_or_default()
}
