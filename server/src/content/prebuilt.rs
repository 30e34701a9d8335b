//! A prebuilt response: a request checks two headers and compresses nothing.

use std::fmt;
use std::sync::{Once, OnceLock};

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};
use http::{Response, StatusCode};

use super::negotiate::{Encoding, encoding, has_tag};

/// A response with status 200 in every encoding that exists of it.
#[derive(Debug)]
pub struct Prebuilt {
    identity: Variant,
    gzip: Option<Variant>,
    /// For pages set after the first request that accepts it.
    brotli: OnceLock<Variant>,
    order: Option<BrotliJob>,
    headers: HeaderMap,
    hash: String,
}

/// How the body in brotli is ordered, once.
struct BrotliJob {
    once: Once,
    send: Box<dyn Fn() + Send + Sync>,
}

impl fmt::Debug for BrotliJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BrotliJob")
            .field("once", &self.once)
            .finish_non_exhaustive()
    }
}

/// The body in one encoding, with complete headers.
#[derive(Debug)]
struct Variant {
    body: Bytes,
    etag: HeaderValue,
    headers: HeaderMap,
    /// The headers of a 304.
    unchanged: HeaderMap,
}

impl Prebuilt {
    /// A response with `body` and `headers`, among them `Content-Type`, `Cache-Control` and, where it depends on more than the encoding,
    /// `Vary`.
    pub fn new(body: Bytes, mut headers: HeaderMap) -> Self {
        headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        let hash = blake3::hash(&body)
            .to_hex()
            .get(..20)
            .unwrap_or_default()
            .to_owned();
        let identity = Variant::new(body, &headers, &hash, Encoding::Identity);
        Self {
            identity,
            gzip: None,
            brotli: OnceLock::new(),
            order: None,
            headers,
            hash,
        }
    }

    /// Adds the body in gzip.
    #[must_use]
    pub fn with_gzip(mut self, body: Bytes) -> Self {
        self.gzip = Some(Variant::new(
            body,
            &self.headers,
            &self.hash,
            Encoding::Gzip,
        ));
        self
    }

    /// Calls `send` at the first request that would get brotli if there were any. It must return at once and have
    /// [`Prebuilt::add_brotli`] called later.
    #[must_use]
    pub fn ordering_brotli(mut self, send: impl Fn() + Send + Sync + 'static) -> Self {
        let (once, send) = (Once::new(), Box::new(send));
        self.order = Some(BrotliJob { once, send });
        self
    }

    /// Adds the body in brotli; allowed while the response is being served.
    pub fn add_brotli(&self, body: Bytes) {
        let _ = self.brotli.set(Variant::new(
            body,
            &self.headers,
            &self.hash,
            Encoding::Brotli,
        ));
    }

    /// The body without compression.
    pub fn body(&self) -> &Bytes {
        &self.identity.body
    }

    /// The response to a request with these headers: 304 where the client has the body already and `status` is 200.
    pub fn respond(&self, request: &HeaderMap, status: StatusCode) -> Response<Bytes> {
        let variant = self.variant(request);
        let is_known = status == StatusCode::OK
            && text(request, header::IF_NONE_MATCH).is_some_and(|tags| variant.is_in(tags));
        let (status, body, headers) = if is_known {
            (StatusCode::NOT_MODIFIED, Bytes::new(), &variant.unchanged)
        } else {
            (status, variant.body.clone(), &variant.headers)
        };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        *response.headers_mut() = headers.clone();
        response
    }

    fn variant(&self, request: &HeaderMap) -> &Variant {
        let brotli = self.brotli.get();
        let accepted = text(request, header::ACCEPT_ENCODING);
        if let (None, Some(order)) = (brotli, &self.order)
            && encoding(accepted, self.gzip.is_some(), true) == Encoding::Brotli
        {
            order.once.call_once(|| (order.send)());
        }
        let chosen = match encoding(accepted, self.gzip.is_some(), brotli.is_some()) {
            Encoding::Brotli => brotli,
            Encoding::Gzip => self.gzip.as_ref(),
            Encoding::Identity => None,
        };
        chosen.unwrap_or(&self.identity)
    }
}

impl Variant {
    fn new(body: Bytes, shared: &HeaderMap, hash: &str, encoding: Encoding) -> Self {
        let (letter, name) = match encoding {
            Encoding::Identity => ("i", None),
            Encoding::Gzip => ("g", Some("gzip")),
            Encoding::Brotli => ("b", Some("br")),
        };
        let etag = HeaderValue::try_from(format!("\"{hash}-{letter}\""))
            .unwrap_or(HeaderValue::from_static("\"\""));
        let mut unchanged = shared.clone();
        unchanged.remove(header::CONTENT_TYPE);
        unchanged.insert(header::ETAG, etag.clone());
        let mut headers = shared.clone();
        headers.insert(header::ETAG, etag.clone());
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
        if let Some(name) = name {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        Self {
            body,
            etag,
            headers,
            unchanged,
        }
    }

    fn is_in(&self, tags: &str) -> bool {
        self.etag.to_str().is_ok_and(|etag| has_tag(tags, etag))
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn brotli_is_ordered_once_by_a_request_that_would_get_it() {
        let orders = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&orders);
        let page = Prebuilt::new(Bytes::from("plain"), HeaderMap::new())
            .with_gzip(Bytes::from("gzip"))
            .ordering_brotli(move || _ = count.fetch_add(1, Ordering::Relaxed));
        let got = |accepted: Option<&'static str>| {
            let fields =
                accepted.map(|text| (header::ACCEPT_ENCODING, HeaderValue::from_static(text)));
            let request = fields.into_iter().collect();
            page.respond(&request, StatusCode::OK).into_body()
        };
        for (accepted, body) in [
            (None, "plain"),
            (Some("gzip"), "gzip"),
            (Some("gzip, br;q=0.5"), "gzip"),
        ] {
            assert_eq!(got(accepted), body);
            assert_eq!(orders.load(Ordering::Relaxed), 0, "{accepted:?}");
        }
        for _ in 0..2 {
            assert_eq!(got(Some("gzip, br")), "gzip");
            assert_eq!(orders.load(Ordering::Relaxed), 1);
        }
        page.add_brotli(Bytes::from("brotli"));
        assert_eq!(got(Some("gzip, br")), "brotli");
    }
}
