//! What the OpenAPI document says of more than one call: the texts that people type, the device, and how calls refuse.
//! What it allows of texts is always taken.
//!
//! It is stricter than the server about e-mail addresses: quoted names and other alphabets are taken too, which no
//! pattern describes. Everything else is said exactly, with the blanks that may surround it.

use utoipa::{IntoParams, IntoResponses, ToSchema};

/// An e-mail address in its usual form.
#[derive(ToSchema)]
#[schema(
    max_length = 254,
    pattern = "^[\\t-\\r \\u0085\\u00a0]*[A-Za-z0-9_+-]{1,30}(\\.[A-Za-z0-9_+-]{1,30})?@([a-z0-9]{1,20}\\.){1,3}[a-z]{2,10}[\\t-\\r \\u0085\\u00a0]*$",
    examples("ann@example.com")
)]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct TypedAddress(String);

/// An e-mail address, or blank where none is known yet.
#[derive(ToSchema)]
#[schema(
    max_length = 254,
    pattern = "^[\\t-\\r \\u0085\\u00a0]*([A-Za-z0-9_+-]{1,30}(\\.[A-Za-z0-9_+-]{1,30})?@([a-z0-9]{1,20}\\.){1,3}[a-z]{2,10}[\\t-\\r \\u0085\\u00a0]*)?$"
)]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct MaybeTypedAddress(String);

/// Digits, at least one, and the marks that people put between them.
#[derive(ToSchema)]
#[schema(
    max_length = 32,
    pattern = "^[\\t-\\r \\u0085\\u00a0]*[+() ./#*,;x-]*[0-9][0-9+() ./#*,;x-]*[\\t-\\r \\u0085\\u00a0]*$",
    examples("+61 400 000 001")
)]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct TypedNumber(String);

/// A name without control characters.
#[derive(ToSchema)]
#[schema(
    max_length = 80,
    pattern = "^[\\t-\\r \\u0085\\u00a0]*[^\\u0000-\\u001f\\u007f-\\u009f]*[\\t-\\r \\u0085\\u00a0]*$"
)]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct TypedName(String);

/// A message without control characters but tabs and line breaks.
#[derive(ToSchema)]
#[schema(
    max_length = 480,
    pattern = "^[\\t-\\r \\u0085\\u00a0]*[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*[\\t-\\r \\u0085\\u00a0]*$"
)]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct TypedMessage(String);

/// The anonymous device.
#[derive(IntoParams)]
#[into_params(parameter_in = Cookie)]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct DeviceCookie {
    /// 43 characters of base64url; anything else is no device. Over https its name is `__Host-id`.
    #[param(nullable = false)]
    id: Option<String>,
}

/// How a call with a body refuses.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) enum BodyRefusals {
    #[response(status = 413, description = "Too large")]
    TooLarge,
    #[response(status = 415, description = "Not JSON")]
    NotJson,
    #[response(status = 429, description = "Too many attempts")]
    TooMany,
}

/// How a call refuses that asks the payment provider.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) enum PaymentRefusals {
    #[response(status = 502, description = "The payment provider refused")]
    Refused,
    #[response(status = 503, description = "The payment provider does not answer")]
    NoAnswer,
}
