//! What the pages of buying have in common: their names, and coming back with an error.

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use serde::Serialize;

use crate::app::App;
use crate::content::headers::Profile;
use crate::error::{Error, PageError};
use crate::pages::data::{ConfirmData, DownloadData, RedeemData, SuccessData};
use crate::render::page::Page;

pub(crate) const PAYMENT_SUCCESS: Page<SuccessData> =
    Page::new("payment-success", "/payment-success", Profile::Document);
pub(crate) const PAYPAL_SUCCESS: Page<SuccessData> =
    Page::new("paypal-success", "/paypal-success", Profile::Document);
pub(crate) const DOWNLOAD_SUCCESS: Page<DownloadData> =
    Page::new("download-success", "/download-success", Profile::Document);
pub(crate) const REDOWNLOAD_CONFIRM: Page<ConfirmData> = Page::new(
    "redownload-confirm",
    "/redownload/confirm",
    Profile::Document,
);
pub(crate) const GIFT_REDEEM: Page<RedeemData> =
    Page::new("gift-redeem", "/gift/{code}", Profile::Document);

/// A page with data of its own.
pub(crate) async fn show<D: Serialize>(
    app: &App,
    page: &Page<D>,
    status: StatusCode,
    data: &D,
) -> Response {
    show_at(app, page, page.path, status, data).await
}

/// The same where the path is not always the same.
pub(crate) async fn show_at<D: Serialize>(
    app: &App,
    page: &Page<D>,
    path: &str,
    status: StatusCode,
    data: &D,
) -> Response {
    let page = app.renderer.render(page, path, status, Some(data));
    page.await.map(Body::from)
}

/// The page again, with data that `describe` makes of what went wrong: 422 where something typed is the reason.
pub(crate) async fn again<D: Serialize>(
    app: &App,
    page: &Page<D>,
    path: &str,
    error: Error,
    describe: impl FnOnce(String) -> D,
) -> Response {
    let status = match &error {
        Error::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
        other => other.status(),
    };
    if matches!(error, Error::Internal(_)) || !app.renderer.has(page.name) {
        return PageError(error).into_response();
    }
    let data = describe(error.to_string());
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
