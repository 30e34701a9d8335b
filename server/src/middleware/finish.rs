//! Completes every response: security headers, compression of pages that were made for the request, the log line of an error, and
//! two pages in place of plain sentences: "Page Not Found", and the one that tells a buyer that a payment is safe.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::header::{self, HeaderMap, HeaderValue};
use http::{Method, StatusCode};

use super::head;
use crate::content::headers::{Profile, SecurityHeaders, hide_from_search};
use crate::content::on_request::OnRequest;
use crate::error::{ERROR_CODE, Error, InPlaceOfPage};
use crate::pages::Pages;
use crate::pages::registry::{DOWNLOAD_SUCCESS, PAYMENT_SUCCESS, PAYPAL_SUCCESS};
use crate::telemetry::alarm;

/// Whether a path is for programs.
pub(crate) fn is_api(path: &str) -> bool {
    path.starts_with("/api/") || matches!(path, "/healthz" | "/readyz" | "/csp-report")
}

/// Whether a payment returns to a path. The last one may have an address behind it.
fn is_return(path: &str) -> bool {
    let last = path.strip_prefix(DOWNLOAD_SUCCESS.path);
    path == PAYMENT_SUCCESS.path
        || path == PAYPAL_SUCCESS.path
        || last.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Refuses requests whose head is too large, and completes every response.
pub(crate) async fn finish(State(pages): State<Pages>, request: Request, next: Next) -> Response {
    let profile = if is_api(request.uri().path()) {
        Profile::Api
    } else {
        Profile::Document
    };
    let encodings = request.headers().get(header::ACCEPT_ENCODING).cloned();
    let is_head = *request.method() == Method::HEAD;
    let is_return = is_return(request.uri().path());
    let mut response = match head::check(&request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    if let Some(error) = response.extensions().get::<Arc<Error>>().cloned() {
        record(&error);
        if response.extensions().get::<InPlaceOfPage>().is_some()
            && response.status() == StatusCode::NOT_FOUND
        {
            response = not_found(&pages, encodings.clone()).await;
        } else if is_return && response.status() == StatusCode::SERVICE_UNAVAILABLE {
            response = payment_waiting(&pages, encodings.clone(), response).await;
        }
    }
    if let Some(document) = response.extensions_mut().remove::<OnRequest>() {
        compress(&mut response, &document, encodings.as_ref(), is_head);
    }
    complete(pages.security(), profile, response)
}

/// Logs and counts an error, once.
fn record(error: &Error) {
    let code = error.code();
    metrics::counter!("errors_total", "code" => code).increment(1);
    match error {
        Error::Internal(_) => {
            alarm::FAULT.count();
            tracing::error!(error = %error.for_log(), "A request failed");
        }
        Error::Unavailable(_) => alarm::DATABASE.raise(|count| {
            tracing::warn!(error = %error.for_log(), count, "The database is not available");
        }),
        // `gateway/stripe.rs` has logged a failure of the payment provider.
        _ => tracing::debug!(error = code, "A request was refused"),
    }
}

/// A buyer who has just paid must not read that the service is busy.
async fn payment_waiting(
    pages: &Pages,
    encodings: Option<HeaderValue>,
    refused: Response,
) -> Response {
    let Some(mut page) = pages.payment_waiting(&accepting(encodings)).await else {
        return refused;
    };
    for name in [ERROR_CODE, header::RETRY_AFTER] {
        if let Some(value) = refused.headers().get(&name) {
            page.headers_mut().insert(name, value.clone());
        }
    }
    page
}

fn accepting(encodings: Option<HeaderValue>) -> HeaderMap {
    let accepted = encodings.map(|value| (header::ACCEPT_ENCODING, value));
    accepted.into_iter().collect()
}

async fn not_found(pages: &Pages, encodings: Option<HeaderValue>) -> Response {
    let mut response = pages.not_found(&accepting(encodings)).await;
    response
        .headers_mut()
        .insert(ERROR_CODE, HeaderValue::from_static("not_found"));
    response
}

/// Replaces the body by the compressed document, where the client accepts one.
fn compress(
    response: &mut Response,
    document: &OnRequest,
    accepted: Option<&HeaderValue>,
    is_head: bool,
) {
    let accepted = accepted.and_then(|value| value.to_str().ok());
    let headers = response.headers_mut();
    headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    let (encoding, body) = match document.encode(accepted) {
        Ok((Some(encoding), body)) => (encoding, body),
        Ok((None, _)) => return,
        Err(error) => {
            tracing::error!(%error, "A page could not be compressed");
            return;
        }
    };
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
    if !is_head {
        *response.body_mut() = Body::from(body);
    }
}

/// Adds the headers that are missing. Prebuilt responses and pages have them.
fn complete(
    security: SecurityHeaders,
    profile: Profile,
    mut response: Response<Body>,
) -> Response<Body> {
    let headers = response.headers_mut();
    if !SecurityHeaders::is_on(headers) {
        security.apply(headers, profile, &[]);
        if profile == Profile::Document {
            hide_from_search(headers);
        }
        headers
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("no-store"));
    }
    response
}
