//! The script that stands in for Stripe's.

use axum::response::{IntoResponse, Response};
use http::header;

/// `GET /stripe.js`.
pub(super) async fn script() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, include_str!("stripe.js")).into_response()
}
