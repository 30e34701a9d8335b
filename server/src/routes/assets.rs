//! The files of the UI build: `/assets/*` for ever, files at the root for as long as they are unchanged.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::routing::get;
use bytes::Bytes;
use http::StatusCode;
use http::header::{self, HeaderMap, HeaderValue};

use crate::app::App;
use crate::bundle::File;
use crate::content::headers::{Profile, Stamp};
use crate::content::slot::Slot;

/// Every file by URL.
#[derive(Debug)]
pub struct Assets {
    files: Vec<(String, Arc<Slot>)>,
}

impl Assets {
    /// Makes the files ready; nothing is compressed here, the UI build has done it.
    pub fn new(files: Vec<File>, stamp: Stamp) -> Self {
        Self {
            files: files.into_iter().map(|file| slot(file, stamp)).collect(),
        }
    }
}

impl Assets {
    /// Every file with its URL.
    pub(crate) fn files(&self) -> impl Iterator<Item = &(String, Arc<Slot>)> {
        self.files.iter()
    }
}

/// A route for every file.
pub(crate) fn routes(app: &App) -> Router<App> {
    app.assets
        .files
        .iter()
        .fold(Router::new(), |routes, (url, slot)| {
            let slot = Arc::clone(slot);
            let serve = async move |headers: HeaderMap| {
                slot.respond(&headers, StatusCode::OK).map(Body::from)
            };
            routes.route(url, get(serve))
        })
}

/// A file at the root is named by its purpose and changes; one under `/assets/` is named by its content and never does.
fn slot(file: File, stamp: Stamp) -> (String, Arc<Slot>) {
    let is_hashed = file.url.starts_with("/assets/");
    let (kind, is_document) = content_type(&file.url);
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let caching = if is_hashed {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    // A service worker runs under the policy of its own answer, and a drawing can be opened as a document.
    let profile = if is_hashed && !is_document {
        Profile::File
    } else {
        Profile::Document
    };
    stamp.apply(&mut headers, profile, None);
    let mut slot = Slot::new(bytes(file.identity), headers);
    if let Some(gzip) = file.gzip {
        slot = slot.with_gzip(bytes(gzip));
    }
    if let Some(brotli) = file.brotli {
        slot.add_brotli(bytes(brotli));
    }
    (file.url, Arc::new(slot))
}

fn bytes(content: Cow<'static, [u8]>) -> Bytes {
    match content {
        Cow::Borrowed(content) => Bytes::from_static(content),
        Cow::Owned(content) => content.into(),
    }
}

/// The media type by the name's ending, and whether browsers show it as a document.
fn content_type(url: &str) -> (&'static str, bool) {
    let ending = url.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending {
        "js" | "mjs" => ("text/javascript; charset=utf-8", false),
        "css" => ("text/css; charset=utf-8", false),
        "json" | "map" => ("application/json; charset=utf-8", false),
        "webmanifest" => ("application/manifest+json; charset=utf-8", false),
        "svg" => ("image/svg+xml; charset=utf-8", true),
        "png" => ("image/png", false),
        "webp" => ("image/webp", false),
        "ico" => ("image/x-icon", false),
        "woff2" => ("font/woff2", false),
        "txt" => ("text/plain; charset=utf-8", false),
        "html" => ("text/html; charset=utf-8", true),
        _ => ("application/octet-stream", false),
    }
}
