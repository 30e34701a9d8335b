//! The OpenAPI document of the HTTP API. It is not served: the client's types are generated from it, and checks use it.

use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};

use crate::routes::watch_push;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "HTTP API",
        description = "Every error is one sentence in text/plain, with its name in X-Error-Code."
    ),
    components(schemas(watch_push::WatchPush))
)]
struct About;

/// The document, with the descriptions of all endpoints.
pub(super) fn document(endpoints: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let mut document = About::openapi();
    document.merge(endpoints);
    let signature = ApiKey::Header(ApiKeyValue::new("Stripe-Signature"));
    let link = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("signature", SecurityScheme::ApiKey(signature));
    components.add_security_scheme("link", SecurityScheme::Http(link));
    document
}
