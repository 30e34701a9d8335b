//! One line and one count for every request, by the route's template: a path, a query or a header could hold what nobody may know.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use http::Method;
use tracing::Instrument as _;

/// Measures and logs the request.
pub(crate) async fn log(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = method(request.method());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    let span = tracing::debug_span!("request", method, route);
    let response = next.run(request).instrument(span).await;
    let (status, took) = (response.status().as_u16(), started.elapsed());
    count(method, route, status);
    metrics::histogram!("http_request_seconds").record(took);
    tracing::debug!(
        method,
        route,
        status,
        duration_us = took.as_micros(),
        "Answered"
    );
    response
}

fn count(method: &'static str, route: &str, status: u16) {
    let labels = [
        ("method", method.to_owned()),
        ("route", route.to_owned()),
        ("status", status.to_string()),
    ];
    metrics::counter!("http_requests_total", &labels).increment(1);
}

/// The method's name; one that nobody knows is anybody's text.
fn method(method: &Method) -> &'static str {
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
