//! The OpenAPI document of the HTTP API. It is not served: the client's types are generated from it, and checks use it.

use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};

use crate::routes::{access, buying, contacts, gifts, stripe_webhook, verification};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "HTTP API",
        description = "Every error is one sentence in text/plain, with its name in X-Error-Code."
    ),
    paths(
        access::get_access,
        access::delete_device,
        contacts::create_contact,
        contacts::get_primary_contact,
        contacts::change_contact,
        verification::verify_purchase,
        verification::verify_email,
        buying::create_payment_intent,
        buying::create_gift_payment_intent,
        gifts::get_gift_link,
        gifts::activate_gift_link,
        stripe_webhook::receive_event,
    )
)]
struct Endpoints;

/// The document.
pub fn document() -> utoipa::openapi::OpenApi {
    let mut document = Endpoints::openapi();
    let signature = ApiKey::Header(ApiKeyValue::new("Stripe-Signature"));
    document
        .components
        .get_or_insert_default()
        .add_security_scheme("signature", SecurityScheme::ApiKey(signature));
    document
}
