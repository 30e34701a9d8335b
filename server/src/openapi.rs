//! The OpenAPI document of the HTTP API. It is not served: the client's types are generated from it, and checks use it.

use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};

use crate::routes::{
    access, buying, contacts, gifts, stripe_webhook, verification, watch_items, watch_push,
    watch_timers, watches,
};

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
        watches::create_watch,
        watches::claim_watch,
        watches::subscribe_watch,
        watches::end_watch,
        watch_items::get_watch_items,
        watch_items::send_watch_item,
        watch_timers::arm_timer,
        watch_timers::stop_timer,
    ),
    components(schemas(watch_push::WatchPush))
)]
struct Endpoints;

/// The document.
pub fn document() -> utoipa::openapi::OpenApi {
    let mut document = Endpoints::openapi();
    let signature = ApiKey::Header(ApiKeyValue::new("Stripe-Signature"));
    let link = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("signature", SecurityScheme::ApiKey(signature));
    components.add_security_scheme("link", SecurityScheme::Http(link));
    document
}
