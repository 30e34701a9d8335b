//! Responses as HTTP wants them: security headers, encodings, entity tags, and prebuilt responses that have all of these.

pub mod headers;
pub mod negotiate;
pub mod on_request;
pub mod prebuilt;
