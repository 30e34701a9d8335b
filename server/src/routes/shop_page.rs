//! What the pages of buying have in common: their names, and coming back with an error.

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use serde_json::Value;

use super::pages::page;
use crate::app::App;
use crate::content::headers::Profile;
use crate::error::{Error, PageError};
use crate::render::table::Page;

pub(crate) const PAYMENT_SUCCESS: Page =
    page("/payment-success", "payment-success", Profile::Document);
pub(crate) const PAYPAL_SUCCESS: Page =
    page("/paypal-success", "paypal-success", Profile::Document);
pub(crate) const DOWNLOAD_SUCCESS: Page =
    page("/download-success", "download-success", Profile::Document);
pub(crate) const REDOWNLOAD_CONFIRM: Page = page(
    "/redownload/confirm",
    "redownload-confirm",
    Profile::Document,
);
pub(crate) const GIFT_REDEEM: Page = page("/gift/{code}", "gift-redeem", Profile::Document);

/// A page with data of its own.
pub(crate) async fn show(app: &App, page: &Page, status: StatusCode, data: &Value) -> Response {
    show_at(app, page, page.path, status, data).await
}

/// The same where the path is not always the same.
pub(crate) async fn show_at(
    app: &App,
    page: &Page,
    path: &str,
    status: StatusCode,
    data: &Value,
) -> Response {
    app.renderer
        .render_at(page, path, status, data)
        .await
        .map(Body::from)
}

/// The page again, with what went wrong in its data: 422 where something typed is the reason.
pub(crate) async fn again(
    app: &App,
    page: &Page,
    path: &str,
    error: Error,
    data: Value,
) -> Response {
    let status = match &error {
        Error::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
        other => other.status(),
    };
    if matches!(error, Error::Internal(_)) || !app.renderer.has(page.name) {
        return PageError(error).into_response();
    }
    let mut data = data;
    if let Some(members) = data.as_object_mut() {
        members.insert("error".to_owned(), Value::String(error.to_string()));
    }
    let mut response = show_at(app, page, path, status, &data).await;
    // What the error tells in headers holds for the page as well; it is also what is logged.
    let told = error.into_response();
    for (name, value) in told.headers() {
        if !response.headers().contains_key(name) && name != http::header::CONTENT_LENGTH {
            response.headers_mut().insert(name, value.clone());
        }
    }
    response
}
