//! Pages and files that are prebuilt, for requests that come through the router.

use axum::extract::State;
use axum::response::Response;
use http::Uri;
use http::header::HeaderMap;

use crate::pages::Pages;

/// `GET` of a page without data, or of a file.
pub(crate) async fn prebuilt(State(pages): State<Pages>, uri: Uri, headers: HeaderMap) -> Response {
    pages.at(uri.path(), &headers).await
}
