//! The rate limit of a request, from the policy that its route declares.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;

use super::client_address::TrustedProxies;
use super::visitor::Visitor;
use crate::domain::origin::Origin;
use crate::error::Error;
use crate::services::limits::Limits;
use crate::services::limits::policy::Policy;
use crate::services::limits::rate_limit::RateLimit;

/// The policy of the route, which the router puts into the request's extensions.
#[derive(Debug, Clone, Copy)]
pub struct RoutePolicy(pub &'static Policy);

impl<S: Send + Sync> FromRequestParts<S> for RateLimit
where
    Limits: FromRef<S>,
    Arc<Origin>: FromRef<S>,
    TrustedProxies: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Some(RoutePolicy(policy)) = parts.extensions.get().copied() else {
            return Err(Error::Internal(anyhow::anyhow!(
                "the route declares no limit by subject"
            )));
        };
        let Ok(visitor) = Visitor::from_request_parts(parts, state).await;
        Ok(Self::new(
            Limits::from_ref(state),
            policy,
            visitor.into_caller(),
        ))
    }
}
