//! Every URL of the product, once; then what surrounds them all.
//!
//! A page without data is one line in [`crate::routes::pages::PAGES`] and needs none here.

use std::any::Any;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::csrf::CsrfLayer;

use crate::app::App;
use crate::error::Error;
use crate::middleware::{finish, guard, log};
use crate::openapi;
use crate::routes::{assets, csp_report, fallback, forms, health, pages, returns, search};
use crate::sandbox::Sandbox;

/// The largest body that a route takes unless it says otherwise, in bytes.
const BODY: usize = 16 << 10;
/// The largest report of a policy violation.
const REPORT: usize = 8 << 10;

/// The service that answers every request.
pub fn router(app: App) -> Router {
    // Ready answers: nothing is read but the request's head, so there is nothing to bound.
    let ready = pages::routes(&app)
        .merge(assets::routes(&app))
        .route("/robots.txt", get(search::robots))
        .route("/sitemap.xml", get(search::sitemap))
        .route("/.well-known/security.txt", get(search::security))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz));

    // Answers that cost something.
    let made = Router::new()
        .merge(openapi::calls())
        .merge(shop())
        .merge(app.sandbox.as_ref().map(Sandbox::routes).unwrap_or_default())
        .route_layer(CsrfLayer::new().with_rejection_response(|_| Error::CrossOrigin.into_response()))
        .merge(openapi::events())
        // Browsers send reports in nobody's name, and from pages of any origin that they think ours.
        .route("/csp-report", post(csp_report::report).layer(DefaultBodyLimit::max(REPORT)))
        .route_layer(from_fn_with_state(app.clone(), guard::guard));

    ready
        .merge(made)
        .fallback(fallback::not_found)
        .method_not_allowed_fallback(fallback::method_not_allowed)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(app.clone(), finish::finish))
        .layer(from_fn(log::log))
        .with_state(app)
}

/// Buying, giving and verifying with forms and links alone.
fn shop() -> Router<App> {
    Router::new()
        .route("/buy", post(forms::buy))
        .route("/gift/buy", post(forms::buy_gift))
        .route("/verify", post(forms::verify_page))
        .route(
            "/redownload",
            get(returns::redownload).post(forms::redownload),
        )
        .route(
            "/redownload/confirm",
            get(returns::redownload_confirm).post(forms::confirm),
        )
        .route("/payment-success", get(returns::payment_success))
        .route("/paypal-success", get(returns::paypal_success))
        .route("/download-success", get(returns::download_success))
        .route("/download-success/{email}", get(returns::download_success))
        .route("/gift/{code}", get(returns::gift))
        .route("/gift/{code}/activate", post(forms::activate_gift))
        .route("/gift-redeem/{code}", get(returns::gift_redeem))
}

/// A handler's panic costs its own request and no other; the panic hook has logged where it was.
fn panicked(_: Box<dyn Any + Send>) -> Response {
    Error::Internal(anyhow::anyhow!("a handler panicked")).into_response()
}
