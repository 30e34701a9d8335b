//! How to report a vulnerability (RFC 9116).

use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;

use crate::app::App;
use crate::domain::clock::{iso, millis, now};

/// How long the text says that it is valid. RFC 9116, section 2.5.5 recommends less than a year.
const VALID_FOR: Duration = Duration::from_hours(300 * 24);

/// `GET /.well-known/security.txt`. Says nothing about the product's purpose.
pub(crate) async fn security_txt(State(app): State<App>) -> Response {
    let (mail, origin) = (&app.support_email, &app.origin);
    let expires = iso(now() + millis(VALID_FOR));
    let text = format!(
        "Contact: mailto:{mail}\nExpires: {expires}\nPreferred-Languages: en\nCanonical: {origin}/.well-known/security.txt\n"
    );
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, text).into_response()
}
