//! The last look at an answer: the headers that every answer has, the log line of an error, and errors for people as pages.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use http::header::{self, HeaderMap, HeaderValue};

use crate::app::App;
use crate::content::headers::{Profile, Stamp, hide_from_search};
use crate::error::{ERROR_CODE, Error, PageFace};
use crate::routes::pages::{NOT_FOUND, respond};

/// The longest path with its query, in bytes.
const URL: usize = 2048;
/// The most header fields.
const FIELDS: usize = 64;
/// The most that all of them may take, in bytes.
const HEADER_BYTES: usize = 32 << 10;

/// Whether an address is for programs.
pub(crate) fn is_api(path: &str) -> bool {
    path.starts_with("/api/") || matches!(path, "/healthz" | "/readyz" | "/csp-report")
}

/// Refuses requests whose head is too large and completes every answer.
pub(crate) async fn finish(State(app): State<App>, request: Request, next: Next) -> Response {
    let profile = if is_api(request.uri().path()) {
        Profile::Api
    } else {
        Profile::Document
    };
    let known = request.headers().get(header::ACCEPT_ENCODING).cloned();
    let mut response = match check_head(&request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    if let Some(error) = response.extensions().get::<Arc<Error>>().cloned() {
        record(&error);
        if response.extensions().get::<PageFace>().is_some()
            && response.status() == StatusCode::NOT_FOUND
        {
            response = not_found(&app, known).await;
        }
    }
    complete(app.stamp, profile, response)
}

/// Whether the request's head is within bounds.
pub(crate) fn check_head<B>(request: &http::Request<B>) -> Result<(), Error> {
    let url = request
        .uri()
        .path_and_query()
        .map_or(0, |url| url.as_str().len());
    if URL < url {
        return Err(Error::UriTooLong);
    }
    let headers = request.headers();
    let bytes: usize = headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len() + 4)
        .sum();
    if FIELDS < headers.len() || HEADER_BYTES < bytes {
        Err(Error::HeadersTooLarge)
    } else {
        Ok(())
    }
}

/// Logs an error once, with its cause if it is our fault.
fn record(error: &Error) {
    metrics::counter!("errors_total", "code" => error.code()).increment(1);
    let code = error.code();
    if let Error::Internal(cause) = error {
        tracing::error!(error.code = code, error.cause = %format_args!("{cause:#}"), "A request failed");
    } else {
        tracing::debug!(error.code = code, "A request was refused");
    }
}

/// The real "Page Not Found".
async fn not_found(app: &App, accepted: Option<HeaderValue>) -> Response {
    let mut headers = HeaderMap::new();
    if let Some(accepted) = accepted {
        headers.insert(header::ACCEPT_ENCODING, accepted);
    }
    let mut response = if app.renderer.has(NOT_FOUND.name) {
        respond(app, &NOT_FOUND, &headers, StatusCode::NOT_FOUND).await
    } else {
        Error::NotFound("Page not found").into_response()
    };
    response
        .headers_mut()
        .insert(ERROR_CODE, HeaderValue::from_static("not_found"));
    response
}

/// Adds what is missing; a page or a file that was made ready has it all.
fn complete(stamp: Stamp, profile: Profile, mut response: Response<Body>) -> Response {
    let headers = response.headers_mut();
    if !Stamp::is_on(headers) {
        stamp.apply(headers, profile, None);
        if profile == Profile::Document {
            hide_from_search(headers);
        }
        headers
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("no-store"));
    }
    response
}
