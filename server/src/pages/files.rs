//! The files of the UI build: those under `/assets/` never change, those at the root may.

use std::borrow::Cow;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};

use crate::bundle::File;
use crate::content::headers::{Profile, SecurityHeaders};
use crate::content::prebuilt::Prebuilt;

/// A file's URL and its response. The name of a file under `/assets/` has a hash of its content in it; one at the root has not.
pub(super) fn prebuilt(file: File, security: SecurityHeaders) -> (String, Prebuilt) {
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
    // A service worker runs under the policy of its own response, and an SVG file can be opened as a document.
    let profile = if is_hashed && !is_document {
        Profile::File
    } else {
        Profile::Document
    };
    security.apply(&mut headers, profile, &[]);
    let mut response = Prebuilt::new(bytes(file.identity), headers);
    if let Some(gzip) = file.gzip {
        response = response.with_gzip(bytes(gzip));
    }
    if let Some(brotli) = file.brotli {
        response.add_brotli(bytes(brotli));
    }
    (file.url, response)
}

fn bytes(content: Cow<'static, [u8]>) -> Bytes {
    match content {
        Cow::Borrowed(content) => Bytes::from_static(content),
        Cow::Owned(content) => content.into(),
    }
}

/// The media type by the file's extension, and whether browsers show such a file as a document.
fn content_type(url: &str) -> (&'static str, bool) {
    let ending = url.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending {
        "js" | "mjs" => ("text/javascript; charset=utf-8", false),
        "css" => ("text/css; charset=utf-8", false),
        "json" | "map" => ("application/json; charset=utf-8", false),
        "webmanifest" => ("application/manifest+json; charset=utf-8", false),
        "svg" => ("image/svg+xml; charset=utf-8", true),
        "png" => ("image/png", false),
        "jpg" => ("image/jpeg", false),
        "webp" => ("image/webp", false),
        "ico" => ("image/x-icon", false),
        "woff2" => ("font/woff2", false),
        "txt" => ("text/plain; charset=utf-8", false),
        "html" => ("text/html; charset=utf-8", true),
        _ => ("application/octet-stream", false),
    }
}
