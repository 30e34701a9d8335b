//! Messages to push services (RFC 8030): each with a time limit, to known hosts only, and without following a redirect.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{self, HeaderName, HeaderValue};
use http::{Method, Request, Response, StatusCode, Uri};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tokio::time::timeout;

use super::push_resolver::PublicResolver;
use super::push_signatures::PushSignatures;
use crate::crypto::web_push::{Signer, encrypt};
use crate::domain::clock::{Millis, now};
use crate::domain::push_hosts::PushHosts;
use crate::domain::push_subscription::PushSubscription;

/// The time for one message, from the look-up of the name to the answer.
pub const TIMEOUT: Duration = Duration::from_secs(10);
const TTL: HeaderName = HeaderName::from_static("ttl");
const URGENCY: HeaderName = HeaderName::from_static("urgency");
const TOPIC: HeaderName = HeaderName::from_static("topic");

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PushOutcome {
    /// The push service took it. Whether it was delivered is not known.
    Accepted,
    /// The push service does not know the subscription any more.
    Gone,
    /// The push service does not take what this server sends to the subscription, with this status: 400, 401 or 403. Services say so of
    /// a key or signature that they do not accept, and some of a subscription that they do not know.
    Barred(u16),
    /// The push service refused the message, with this status.
    Refused(u16),
    /// The push service is busy or fails; the message can be sent again, after this time where it named one.
    Later(Option<Duration>),
    /// No push service answered.
    NoAnswer,
}

/// What sends messages. Cheap to clone.
#[derive(Clone)]
pub struct PushGateway(Arc<Inner>);

struct Inner {
    hosts: PushHosts,
    public_key: String,
    signatures: PushSignatures,
    client: Client<HttpsConnector<HttpConnector<PublicResolver>>, Full<Bytes>>,
    /// For hosts that tests map elsewhere.
    mapped: Client<HttpConnector, Full<Bytes>>,
}

impl std::fmt::Debug for PushGateway {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushGateway(..)")
    }
}

impl PushGateway {
    /// `contact` is the address at which push services find the operator. Sends nothing yet.
    pub fn new(hosts: PushHosts, signer: Signer, contact: &str) -> anyhow::Result<Self> {
        let mut http = HttpConnector::new_with_resolver(PublicResolver::new());
        http.enforce_http(false);
        let https = HttpsConnectorBuilder::new()
            .with_provider_and_webpki_roots(rustls::crypto::ring::default_provider())?
            .https_only()
            .enable_http1()
            .wrap_connector(http);
        Ok(Self(Arc::new(Inner {
            hosts,
            public_key: signer.public_key(),
            signatures: PushSignatures::new(signer, format!("mailto:{contact}")),
            client: Client::builder(TokioExecutor::new()).build(https),
            mapped: Client::builder(TokioExecutor::new()).build_http(),
        })))
    }

    /// The public key with which browsers subscribe, in base64url.
    pub fn public_key(&self) -> String {
        self.0.public_key.clone()
    }

    /// Whether messages are sent to this subscription's host.
    pub fn takes(&self, subscription: &PushSubscription) -> bool {
        self.0.hosts.is_known(subscription.host())
    }

    /// Sends a message. A later one with the same topic replaces it as long as it was not delivered. The push service keeps it for `ttl`,
    /// in milliseconds, for a phone that it does not reach.
    pub async fn send(
        &self,
        subscription: &PushSubscription,
        topic: &str,
        text: &[u8],
        ttl: Millis,
    ) -> PushOutcome {
        if !self.takes(subscription) {
            return PushOutcome::Gone;
        }
        // A key that cannot be used never will be.
        let Some(body) = encrypt(subscription, text) else {
            return PushOutcome::Gone;
        };
        let Some(request) = self.request(subscription, topic, body, ttl) else {
            return PushOutcome::Gone;
        };
        let is_mapped = self.0.hosts.instead(subscription.host()).is_some();
        let sending = async {
            if is_mapped {
                self.0.mapped.request(request).await
            } else {
                self.0.client.request(request).await
            }
        };
        match timeout(TIMEOUT, sending).await {
            Ok(Ok(response)) => judge(&response),
            Ok(Err(cause)) => {
                // The cause does not name the endpoint.
                tracing::debug!(error = %cause, "A push service did not answer");
                PushOutcome::NoAnswer
            }
            Err(_) => PushOutcome::NoAnswer,
        }
    }

    fn request(
        &self,
        subscription: &PushSubscription,
        topic: &str,
        body: Vec<u8>,
        ttl: Millis,
    ) -> Option<Request<Full<Bytes>>> {
        let Inner {
            hosts, signatures, ..
        } = &*self.0;
        let endpoint = subscription.endpoint();
        let audience = endpoint.origin().ascii_serialization();
        let mut target = endpoint.clone();
        if let Some(instead) = hosts.instead(subscription.host()) {
            target = instead.clone();
            target.set_path(endpoint.path());
            target.set_query(endpoint.query());
        }
        let uri: Uri = target.as_str().parse().ok()?;
        Request::builder()
            .method(Method::POST)
            .uri(uri)
            .header(TTL, HeaderValue::from(ttl / 1000))
            .header(URGENCY, "high")
            .header(TOPIC, topic)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(
                header::AUTHORIZATION,
                signatures.header(&audience, now() / 1000)?,
            )
            .body(Full::from(body))
            .ok()
    }
}

/// What an answer means (RFC 8030, sections 5 and 7.3). Its body is not read.
fn judge(response: &Response<Incoming>) -> PushOutcome {
    let status = response.status();
    match status {
        _ if status.is_success() => PushOutcome::Accepted,
        StatusCode::NOT_FOUND | StatusCode::GONE => PushOutcome::Gone,
        StatusCode::TOO_MANY_REQUESTS => PushOutcome::Later(retry_after(response)),
        _ if status.is_server_error() => PushOutcome::Later(retry_after(response)),
        StatusCode::BAD_REQUEST | StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            PushOutcome::Barred(status.as_u16())
        }
        _ => PushOutcome::Refused(status.as_u16()),
    }
}

fn retry_after(response: &Response<Incoming>) -> Option<Duration> {
    let header = response.headers().get(header::RETRY_AFTER)?;
    let seconds = header.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}
