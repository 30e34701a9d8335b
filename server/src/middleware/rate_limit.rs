//! Applies the limit that a route declares, before its handler runs.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts, Request};
use axum::middleware::Next;
use axum::response::Response;

use crate::domain::origin::Origin;
use crate::error::Error;
use crate::extract::client_address::TrustedProxies;
use crate::extract::visitor::Visitor;
use crate::services::limits::Limits;
use crate::services::limits::policy::Policy;

/// What counting a request needs. The router puts it into every request's extensions, behind an [`Arc`].
#[derive(Debug, FromRef)]
pub struct RateLimiter {
    /// The limits.
    pub limits: Limits,
    /// Where people reach the site, which decides the cookie's name.
    pub origin: Arc<Origin>,
    /// The proxies in front of the server.
    pub proxies: TrustedProxies,
}

/// Counts the request against `policy`, and refuses it where a limit is used up.
pub(crate) async fn per_request(
    policy: &'static Policy,
    request: Request,
    next: Next,
) -> Result<Response, Error> {
    let Some(limiter) = request.extensions().get::<Arc<RateLimiter>>().cloned() else {
        return Err(Error::Internal(anyhow::anyhow!(
            "the request has no rate limiter"
        )));
    };
    let (mut parts, body) = request.into_parts();
    let Ok(visitor) = Visitor::from_request_parts(&mut parts, &*limiter).await;
    let caller = visitor.into_caller();
    limiter.limits.take_or_spare(policy, &caller).await?;
    Ok(next.run(Request::from_parts(parts, body)).await)
}
