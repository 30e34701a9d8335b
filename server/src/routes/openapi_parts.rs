//! Descriptions for the OpenAPI document that several endpoints share. Nothing else uses these types.

use utoipa::{IntoParams, IntoResponses, ToSchema};

/// An e-mail address, or blank where none is known yet.
#[derive(ToSchema)]
#[schema(
    max_length = 254,
    pattern = "^[\\t-\\r \\u0085\\u00a0]*([A-Za-z0-9_+-]{1,30}(\\.[A-Za-z0-9_+-]{1,30})?@([a-z0-9]{1,20}\\.){1,3}[a-z]{2,10}[\\t-\\r \\u0085\\u00a0]*)?$"
)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) struct MaybeEmailAddress(String);

/// The anonymous device.
#[derive(IntoParams)]
#[into_params(parameter_in = Cookie)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) struct DeviceCookie {
    /// 43 characters of base64url; any other value is ignored. Over https its name is `__Host-id`.
    #[param(nullable = false)]
    id: Option<String>,
}

/// How an endpoint with a body and a limit refuses requests.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) enum BodyRefusals {
    #[response(status = 413, description = "The body is too large")]
    TooLarge,
    #[response(status = 415, description = "The body is not JSON")]
    NotJson,
    #[response(status = 429, description = "A limit is used up")]
    TooMany,
}

/// How an endpoint fails that sends a request to the payment provider.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) enum PaymentRefusals {
    #[response(status = 502, description = "The payment provider refused")]
    Refused,
    #[response(status = 503, description = "The payment provider does not answer")]
    NoAnswer,
}
