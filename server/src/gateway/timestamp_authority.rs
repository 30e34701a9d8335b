//! Requests to the time-stamp authority (RFC 3161, section 3.4), which the operator names: each with a time limit and a longest answer, and without
//! following a redirect.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{Method, Request, Uri, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tokio::time::timeout;
use url::Url;

/// The time for one question, from the look-up of the name to the end of the answer.
pub const TIMEOUT: Duration = Duration::from_secs(10);
/// The longest answer, in bytes: tokens have some 6,000, with the certificates of the authority.
const MAX_RESPONSE_BYTES: usize = 64 << 10;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AuthorityError {
    /// It cannot be reached, or the connection broke.
    #[error("the authority cannot be reached: {0}")]
    Unreached(String),
    /// It took too long.
    #[error("the authority took longer than {} seconds", TIMEOUT.as_secs())]
    Late,
    /// It answered with another status than 200.
    #[error("the authority answered with HTTP status {0}")]
    Status(u16),
    /// The answer is too long, or broke off.
    #[error("the authority's answer is longer than {MAX_RESPONSE_BYTES} bytes, or broke off")]
    Body,
}

/// The authority. Cheap to clone.
#[derive(Debug, Clone)]
pub struct TimestampAuthority(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    uri: Uri,
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

impl TimestampAuthority {
    /// Over TLS with the roots of the web, or without to this machine, which the settings check. Asks nothing yet.
    pub fn new(url: &Url) -> anyhow::Result<Self> {
        let https = HttpsConnectorBuilder::new()
            .with_provider_and_webpki_roots(rustls::crypto::ring::default_provider())?
            .https_or_http()
            .enable_http1()
            .build();
        Ok(Self(Arc::new(Inner {
            uri: url.as_str().parse()?,
            client: Client::builder(TokioExecutor::new()).build(https),
        })))
    }

    /// The answer to a request, both in DER.
    pub async fn ask(&self, query: Vec<u8>) -> Result<Bytes, AuthorityError> {
        let answer = timeout(TIMEOUT, self.answer(query)).await;
        answer.unwrap_or(Err(AuthorityError::Late))
    }

    async fn answer(&self, query: Vec<u8>) -> Result<Bytes, AuthorityError> {
        let request = Request::builder()
            .method(Method::POST)
            .uri(self.0.uri.clone())
            .header(header::CONTENT_TYPE, "application/timestamp-query")
            .header(header::ACCEPT, "application/timestamp-reply")
            .body(Full::from(query))
            .map_err(|cause| AuthorityError::Unreached(cause.to_string()))?;
        let answer = self.0.client.request(request).await;
        let answer = answer.map_err(|cause| AuthorityError::Unreached(cause.to_string()))?;
        let status = answer.status();
        if status != http::StatusCode::OK {
            return Err(AuthorityError::Status(status.as_u16()));
        }
        let body = Limited::new(answer.into_body(), MAX_RESPONSE_BYTES)
            .collect()
            .await;
        Ok(body.map_err(|_| AuthorityError::Body)?.to_bytes())
    }
}
