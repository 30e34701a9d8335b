//! Sends the requests of the S3 client with the HTTP client and the TLS that the server has: with a time limit, and without following a
//! redirect.

use std::time::Duration;

use async_trait::async_trait;
use http_body_util::BodyExt as _;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector as Tcp;
use hyper_util::rt::TokioExecutor;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpRequestBody,
    HttpResponse, HttpResponseBody, HttpService,
};
use tokio::time::timeout;

/// The time for one request, until the head of its answer.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(4);

/// What sends requests. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct SoundHttp(Client<HttpsConnector<Tcp>, HttpRequestBody>);

impl SoundHttp {
    /// Over TLS with the roots of the web, or without to this machine, which the settings check.
    pub(super) fn new() -> anyhow::Result<Self> {
        let https = HttpsConnectorBuilder::new()
            .with_provider_and_webpki_roots(rustls::crypto::ring::default_provider())?
            .https_or_http()
            .enable_http1()
            .build();
        Ok(Self(Client::builder(TokioExecutor::new()).build(https)))
    }
}

impl HttpConnector for SoundHttp {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

#[async_trait]
impl HttpService for SoundHttp {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let answer = timeout(RESPONSE_TIMEOUT, self.0.request(request)).await;
        let answer = answer.map_err(|late| HttpError::new(HttpErrorKind::Timeout, late))?;
        let answer = answer.map_err(|cause| {
            let kind = if cause.is_connect() {
                HttpErrorKind::Connect
            } else {
                HttpErrorKind::Request
            };
            HttpError::new(kind, cause)
        })?;
        let broken = |cause: hyper::Error| HttpError::new(HttpErrorKind::Interrupted, cause);
        Ok(answer.map(|body| HttpResponseBody::new(body.map_err(broken))))
    }
}
