//! Sends the requests of the S3 client with the HTTP client and the TLS that the server has: with a time limit, and without following a
//! redirect.

use std::error::Error;
use std::io;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http_body_util::BodyExt as _;
use hyper::Method;
use hyper::body::Body;
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
use tower_http::timeout::TimeoutBody;

/// The time for one request, until the head of its answer, and for each part of the body of that.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(4);
/// The time for deleting a batch of objects.
pub(super) const DELETE_TIMEOUT: Duration = Duration::from_mins(1);

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
        let longest = limit(request.method());
        let answer = timeout(longest, self.0.request(request)).await;
        let answer = answer.map_err(|late| HttpError::new(HttpErrorKind::Timeout, late))?;
        let answer = answer.map_err(|cause| {
            let kind = if cause.is_connect() {
                HttpErrorKind::Connect
            } else {
                HttpErrorKind::Request
            };
            HttpError::new(kind, cause)
        })?;
        Ok(answer.map(|body| in_time(RESPONSE_TIMEOUT, body)))
    }
}

/// The time for a request until the head of its answer. Only the deletion of a batch is a POST.
fn limit(method: &Method) -> Duration {
    if *method == Method::POST {
        DELETE_TIMEOUT
    } else {
        RESPONSE_TIMEOUT
    }
}

/// A body that is broken off where a part of it takes longer than this.
fn in_time<B>(longest: Duration, body: B) -> HttpResponseBody
where
    B: Body<Data = Bytes, Error: Error + Send + Sync> + Send + Sync + 'static,
{
    let broken = |cause| HttpError::new(HttpErrorKind::Interrupted, io::Error::other(cause));
    HttpResponseBody::new(TimeoutBody::new(longest, body).map_err(broken))
}

#[cfg(test)]
mod tests {
    use futures_util::stream::{self, StreamExt as _};
    use http_body_util::StreamBody;
    use hyper::body::Frame;

    use super::*;

    #[tokio::test]
    async fn a_body_that_stops_coming_is_broken_off() {
        let part = Ok::<_, io::Error>(Frame::data(Bytes::from_static(b"sealed")));
        let begun = StreamBody::new(stream::iter([part]).chain(stream::pending()));
        let read = in_time(Duration::from_millis(1), begun).bytes();
        let read = timeout(Duration::from_mins(1), read).await;
        assert_eq!(
            read.unwrap().unwrap_err().kind(),
            HttpErrorKind::Interrupted
        );
    }

    #[test]
    fn a_batch_has_its_time_until_it_is_deleted() {
        assert_eq!(limit(&Method::POST), DELETE_TIMEOUT);
        assert_eq!(limit(&Method::PUT), RESPONSE_TIMEOUT);
    }
}
