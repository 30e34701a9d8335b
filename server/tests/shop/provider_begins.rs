//! What the provider of the tests creates, once for each idempotency key.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use crate::provider::{Behaviour, Known, Provider, error, error_text};

pub(crate) async fn create(
    State(provider): State<Provider>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    // Long enough for a second request with the same key, which is refused meanwhile, as Stripe does.
    let least = Duration::from_millis(100);
    creation(&provider, &headers, (&body, least), |key, order| {
        let id = format!("pi_{:016x}", rand::random::<u64>());
        intent_object(&id, key, order)
    })
    .await
}

/// Creates an object, which takes `least` at least. The answer is stored for the idempotency key and repeated from then on, also an error, as
/// Stripe does: <https://docs.stripe.com/api/idempotent_requests>.
async fn creation(
    provider: &Provider,
    headers: &HeaderMap,
    (body, least): (&Bytes, Duration),
    object: impl FnOnce(&str, &str) -> Value,
) -> Response {
    let body = String::from_utf8(body.to_vec()).unwrap();
    let key = headers["idempotency-key"].to_str().unwrap().to_owned();
    if !provider.state.lock().unwrap().busy.insert(key.clone()) {
        return error(StatusCode::CONFLICT, "idempotency_error");
    }
    let slowness = provider.state.lock().unwrap().slowness;
    tokio::time::sleep(slowness.max(least)).await;
    let (status, text) = {
        let mut state = provider.state.lock().unwrap();
        state.busy.remove(&key);
        state.creations.push((body.clone(), key.clone()));
        let known = state.answers.get(&key).cloned();
        known.unwrap_or_else(|| state.create(&key, || object(&key, &order_of(&body))))
    };
    let behaviour = provider.state.lock().unwrap().behaviour;
    if behaviour == Behaviour::NoResponse {
        std::future::pending::<()>().await;
    }
    (StatusCode::from_u16(status).unwrap(), text).into_response()
}

impl Known {
    /// Does what a key asks for the first time, and stores the answer unless nothing was begun.
    fn create(&mut self, key: &str, object: impl FnOnce() -> Value) -> (u16, String) {
        let answer = if let Behaviour::Error(status) = self.behaviour {
            (status, error_text("api_error"))
        } else {
            let object = object();
            let id = object["id"].as_str().unwrap().to_owned();
            let is_readable = self.behaviour != Behaviour::Unreadable;
            let text = object.to_string();
            self.objects.insert(id, object);
            let cut = if is_readable { text.len() } else { 6 };
            (200, text[..cut].to_owned())
        };
        if !matches!(answer.0, 401 | 403 | 429) {
            self.answers.insert(key.to_owned(), answer.clone());
        }
        answer
    }
}

pub(crate) fn intent_object(id: &str, key: &str, order: &str) -> Value {
    json!({
        "id": id, "object": "payment_intent", "status": "requires_payment_method", "amount": 999, "currency": "usd",
        "livemode": false, "client_secret": format!("{id}_secret_{key}"), "metadata": { "order_id": order },
    })
}

/// The order that a form body carries in its metadata.
fn order_of(body: &str) -> String {
    let after = body.split("order_id").nth(1).unwrap();
    let value = after.split('=').nth(1).unwrap();
    value.split('&').next().unwrap().to_owned()
}

pub(crate) async fn create_session(
    State(provider): State<Provider>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    creation(&provider, &headers, (&body, Duration::ZERO), |_, order| {
        let id = format!("cs_{:016x}", rand::random::<u64>());
        json!({
            "id": id, "object": "checkout.session", "url": format!("{}pay/{id}", provider.base), "status": "open",
            "payment_status": "unpaid", "amount_total": 999, "currency": "usd", "livemode": false,
            "metadata": { "order_id": order },
        })
    })
    .await
}
