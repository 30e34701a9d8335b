//! The calls under `/api`, and the document that describes them. The document is for tests; it is not served.

use axum::extract::DefaultBodyLimit;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{InfoBuilder, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::routes::{access, contacts, gift_links, payments, stripe_webhook, verification};

/// Stripe's largest events are far smaller.
const EVENT: usize = 512 << 10;

/// The calls that pages make.
pub(crate) fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(contacts::get_primary_contact))
        .routes(routes!(contacts::create_contact))
        .routes(routes!(contacts::change_contact))
        .routes(routes!(verification::verify_purchase))
        .routes(routes!(verification::verify_email))
        .routes(routes!(payments::create_payment_intent))
        .routes(routes!(payments::create_gift_payment_intent))
        .routes(routes!(gift_links::get_gift_link))
        .routes(routes!(gift_links::activate_gift_link))
        .routes(routes!(access::get_access))
        .routes(routes!(access::delete_device))
}

/// The call that the payment provider makes.
pub(crate) fn events() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(stripe_webhook::receive_event))
        .layer(DefaultBodyLimit::max(EVENT))
}

/// The document. Every error is one sentence in `text/plain`, with its name in `X-Error-Code`.
pub fn document() -> OpenApi {
    let info = InfoBuilder::new()
        .title("The server's calls")
        .version(env!("CARGO_PKG_VERSION"))
        .build();
    let mut document = OpenApiBuilder::new().info(info).build();
    document.merge(calls().into_openapi());
    document.merge(events().into_openapi());
    let signature = ApiKey::Header(ApiKeyValue::new("Stripe-Signature"));
    document
        .components
        .get_or_insert_default()
        .add_security_scheme("signature", SecurityScheme::ApiKey(signature));
    document
}
