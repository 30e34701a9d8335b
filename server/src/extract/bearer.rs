//! The token of a request to a link between two phones.

use axum::extract::FromRequestParts;
use http::header;
use http::request::Parts;

use crate::domain::link_token::TokenHash;
use crate::error::Error;
use crate::services::watches::UNKNOWN;

/// The hash of the token in `Authorization: Bearer`. A request without one gets 401, and one whose token cannot be any 404, as for an
/// unknown token.
#[derive(Debug)]
pub struct Bearer(pub TokenHash);

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let header = parts.headers.get(header::AUTHORIZATION);
        let (scheme, token) = header
            .and_then(|value| value.to_str().ok()?.split_once(' '))
            .ok_or(Error::NoToken)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(Error::NoToken);
        }
        TokenHash::of_token(token.trim()).map(Self).ok_or(UNKNOWN)
    }
}
