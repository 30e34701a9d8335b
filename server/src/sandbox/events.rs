//! Sends signed events to the server, as Stripe does: at once, and a few times more where they are not accepted.

use std::time::Duration;

use bytes::Bytes;
use http::Request;
use http_body_util::Full;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};

use super::objects::new_id;
use crate::domain::clock::now;
use crate::gateway::stripe_signature::sign;

/// The pause before each attempt, in seconds.
const RETRY_DELAYS: [u64; 6] = [0, 1, 3, 10, 30, 120];

/// Sends events to one URL.
#[derive(Debug, Clone)]
pub struct EventSender {
    url: String,
    secret: String,
}

impl EventSender {
    /// Sends events to `url`, signed with `secret`.
    pub fn new(url: String, secret: String) -> Self {
        Self { url, secret }
    }

    /// Sends an event about an object, without waiting for the response.
    pub(super) fn send(&self, kind: &'static str, object: &Value) {
        let event = json!({
            "id": new_id("evt"), "object": "event", "type": kind, "created": now() / 1000, "livemode": false,
            "pending_webhooks": 1, "data": { "object": object },
        });
        tokio::spawn(self.clone().deliver(kind, event.to_string()));
    }

    async fn deliver(self, kind: &'static str, event: String) {
        for pause in RETRY_DELAYS {
            tokio::time::sleep(Duration::from_secs(pause)).await;
            if self.post(&event).await {
                return;
            }
        }
        tracing::warn!(kind, "An event of the payment emulator was not accepted");
    }

    async fn post(&self, body: &str) -> bool {
        let client = Client::builder(TokioExecutor::new()).build_http::<Full<Bytes>>();
        let request = Request::post(&self.url)
            .header("content-type", "application/json; charset=utf-8")
            .header("stripe-signature", sign(body, &self.secret, now() / 1000))
            .body(Full::from(body.to_owned()));
        let Ok(request) = request else { return false };
        let answer = tokio::time::timeout(Duration::from_secs(10), client.request(request)).await;
        matches!(answer, Ok(Ok(response)) if response.status().is_success())
    }
}
