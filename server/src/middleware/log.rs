//! One log line and one count for every request, with the route's template: a path, a query or a header may hold personal data.

use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use http::{Method, StatusCode};
use tracing::Instrument as _;

use crate::telemetry::{self, statements};

/// Measures and logs the request.
pub(crate) async fn log(request: Request, next: Next) -> Response {
    let (started, method) = (Instant::now(), request.method().clone());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("unknown", MatchedPath::as_str);
    let span = tracing::debug_span!("request", method = name(&method), route);
    let answered = next.run(request).instrument(span);
    let (response, statements) = statements::counted(answered).await;
    let status = response.status();
    record(&method, route, status, started.elapsed(), statements);
    response
}

/// Counts and logs one response. `route` is a template; `statements` is how many the database got.
pub(crate) fn record(
    method: &Method,
    route: &str,
    status: StatusCode,
    took: Duration,
    statements: u32,
) {
    let (method, status) = (name(method), status.as_u16());
    tracing::debug!(
        method,
        route,
        status,
        duration_us = took.as_micros(),
        statements,
        "Answered"
    );
    if telemetry::is_counting() {
        let labels = [
            ("method", method.to_owned()),
            ("route", route.to_owned()),
            ("status", status.to_string()),
        ];
        metrics::counter!("http_requests_total", &labels).increment(1);
        metrics::histogram!("http_request_seconds").record(took);
    }
}

/// The method's name. An unknown method is arbitrary text.
fn name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
