//! Applies the limit that a route declares, before its handler runs.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts, Request};
use axum::middleware::Next;
use axum::response::Response;

use super::report_limit::ReportLimits;
use crate::domain::network::ClientAddress;
use crate::domain::origin::Origin;
use crate::error::Error;
use crate::extract::client_address::TrustedProxies;
use crate::extract::visitor::Visitor;
use crate::services::limits::policy::Policy;
use crate::services::limits::{About, Limits};

/// What counting a request needs. The router puts it into every request's extensions, behind an [`Arc`].
#[derive(Debug, FromRef)]
pub struct Counter {
    /// The limits that are kept in the database.
    pub limits: Limits,
    /// The limits on reports.
    pub reports: Arc<ReportLimits>,
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
    let (counter, visitor, request) = sender::<Visitor>(request).await?;
    let caller = visitor.into_caller();
    counter.limits.take(policy, &caller, About::Nothing).await?;
    Ok(next.run(request).await)
}

/// Counts a report against the limits on reports.
pub(crate) async fn per_report(request: Request, next: Next) -> Result<Response, Error> {
    let (counter, client, request) = sender::<ClientAddress>(request).await?;
    counter.reports.check(client.key())?;
    Ok(next.run(request).await)
}

/// The counter and the sender of a request.
async fn sender<T>(request: Request) -> Result<(Arc<Counter>, T, Request), Error>
where
    T: FromRequestParts<Counter, Rejection = Infallible>,
{
    let Some(counter) = request.extensions().get::<Arc<Counter>>().cloned() else {
        return Err(Error::Internal(anyhow::anyhow!(
            "the request has no counter"
        )));
    };
    let (mut parts, body) = request.into_parts();
    let Ok(sender) = T::from_request_parts(&mut parts, &*counter).await;
    Ok((counter, sender, Request::from_parts(parts, body)))
}
