//! A payment provider that a test holds in its hand: it says what it is told to, fails on demand, and remembers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::device::{Device, StartedPayment};
use crate::server::{Place, TestServer};

pub(crate) const SECRET: &str = "whsec_of_the_test";
pub(crate) const OLD_SECRET: &str = "whsec_of_last_year";

/// How the provider answers.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Behaviour {
    Normal,
    Error(u16),
    /// It creates what was asked for and then breaks the answer.
    NoResponse,
    Unreadable,
}

/// The provider.
#[derive(Clone)]
pub(crate) struct Provider {
    state: Arc<Mutex<Known>>,
    pub(crate) base: String,
}

struct Known {
    behaviour: Behaviour,
    /// Payment intents and checkout sessions.
    objects: HashMap<String, Value>,
    keys: HashMap<String, String>,
    /// The body and the idempotency key of every creation that arrived.
    creations: Vec<(String, String)>,
}

impl Provider {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/", listener.local_addr().unwrap());
        let known = Known {
            behaviour: Behaviour::Normal,
            objects: HashMap::new(),
            keys: HashMap::new(),
            creations: Vec::new(),
        };
        let provider = Self {
            state: Arc::new(Mutex::new(known)),
            base,
        };
        let router = Router::new()
            .route("/v1/payment_intents", post(create))
            .route("/v1/payment_intents/{id}", get(retrieve))
            .route("/v1/checkout/sessions", post(create_session))
            .route("/v1/checkout/sessions/{id}", get(retrieve))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        provider
    }

    /// The settings of a server that takes this provider for Stripe.
    pub(crate) async fn server(&self, more: &[(&str, &str)]) -> TestServer {
        let place = Place::new().await;
        let process = place.start(&self.settings(more)).await;
        TestServer { place, process }
    }

    pub(crate) fn settings<'a>(&'a self, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
        let mut settings = vec![
            ("PAYMENTS", "stripe"),
            ("STRIPE_SECRET_KEY", "sk_test_1"),
            ("STRIPE_PUBLISHABLE_KEY", "pk_test_1"),
            (
                "STRIPE_WEBHOOK_SECRETS",
                "whsec_of_last_year,whsec_of_the_test",
            ),
            ("STRIPE_API_BASE", &self.base),
            ("VERIFY_POLICY", "instant"),
            ("SERVER_SECRET", "0123456789abcdef0123456789abcdef"),
            ("RATE_LIMITS", "off"),
        ];
        settings.extend_from_slice(more);
        settings
    }

    pub(crate) fn behave(&self, behaviour: Behaviour) {
        self.state.lock().unwrap().behaviour = behaviour;
    }

    /// Changes what the provider says about a payment or a session.
    pub(crate) fn set(&self, id: &str, members: &Value) {
        let mut state = self.state.lock().unwrap();
        let known = state.objects.get_mut(id).unwrap().as_object_mut().unwrap();
        known.extend(members.as_object().unwrap().clone());
    }

    pub(crate) fn pay(&self, intent: &str) {
        self.set(intent, &json!({ "status": "succeeded" }));
    }

    /// Somebody pays at the hosted page of a session and types an address there; answers the payment intent.
    pub(crate) fn pay_hosted(&self, session: &str, email: &str) -> String {
        let order = self.state.lock().unwrap().objects[session]["metadata"]["order_id"].clone();
        let intent = session.replacen("cs_", "pi_", 1);
        let paid = intent_object(&intent, "a", order.as_str().unwrap());
        let mut state = self.state.lock().unwrap();
        state.objects.insert(intent.clone(), paid);
        drop(state);
        self.pay(&intent);
        let complete = json!({
            "status": "complete", "payment_status": "paid", "payment_intent": intent,
            "customer_details": { "email": email },
        });
        self.set(session, &complete);
        intent
    }

    pub(crate) fn creations(&self) -> Vec<(String, String)> {
        self.state.lock().unwrap().creations.clone()
    }
}

/// Posts a signed event; answers the status.
pub(crate) async fn send_event(
    device: &Device,
    kind: &str,
    id: &str,
    payment: &StartedPayment,
) -> u16 {
    let body = event(kind, id, &payment.intent);
    post_event(device, &body, &sign(&body, SECRET, 0)).await
}

pub(crate) fn event(kind: &str, id: &str, intent: &str) -> String {
    json!({
        "id": id, "object": "event", "type": kind, "livemode": false,
        "data": { "object": { "id": intent, "payment_intent": intent } },
    })
    .to_string()
}

pub(crate) async fn post_event(device: &Device, body: &str, signature: &str) -> u16 {
    let request = device.request(reqwest::Method::POST, "/api/webhooks/stripe");
    let request = request
        .header("stripe-signature", signature)
        .header("content-type", "text/plain");
    request
        .body(body.to_owned())
        .send()
        .await
        .unwrap()
        .status()
        .as_u16()
}

pub(crate) fn sign(body: &str, secret: &str, age_seconds: i64) -> String {
    let now = server::domain::clock::now() / 1000;
    server::gateway::stripe_signature::sign(body, secret, now - age_seconds)
}

async fn create(State(provider): State<Provider>, headers: HeaderMap, body: Bytes) -> Response {
    let body = String::from_utf8(body.to_vec()).unwrap();
    let key = headers["idempotency-key"].to_str().unwrap().to_owned();
    let behaviour = {
        let mut state = provider.state.lock().unwrap();
        state.creations.push((body.clone(), key.clone()));
        if !matches!(state.behaviour, Behaviour::Error(_)) {
            let order = order_of(&body);
            let id = state
                .keys
                .get(&key)
                .cloned()
                .unwrap_or_else(|| format!("pi_{:016x}", rand::random::<u64>()));
            let intent = intent_object(&id, &key, &order);
            state.keys.insert(key, id.clone());
            state.objects.insert(id, intent);
        }
        state.behaviour
    };
    let key = headers["idempotency-key"].to_str().unwrap();
    answer(&provider, behaviour, || {
        provider.state.lock().unwrap().keys[key].clone()
    })
    .await
}

fn intent_object(id: &str, key: &str, order: &str) -> Value {
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

async fn create_session(State(provider): State<Provider>, body: Bytes) -> Response {
    let body = String::from_utf8(body.to_vec()).unwrap();
    let id = format!("cs_{:016x}", rand::random::<u64>());
    let session = json!({
        "id": id, "object": "checkout.session", "url": format!("{}pay/{id}", provider.base), "status": "open",
        "payment_status": "unpaid", "amount_total": 999, "currency": "usd", "livemode": false,
        "metadata": { "order_id": order_of(&body) },
    });
    let text = session.to_string();
    let mut state = provider.state.lock().unwrap();
    state.objects.insert(id, session);
    text.into_response()
}

async fn retrieve(State(provider): State<Provider>, Path(id): Path<String>) -> Response {
    let behaviour = provider.state.lock().unwrap().behaviour;
    answer(&provider, behaviour, || id).await
}

async fn answer(
    provider: &Provider,
    behaviour: Behaviour,
    id: impl FnOnce() -> String,
) -> Response {
    match behaviour {
        Behaviour::Error(status) => {
            let error = json!({ "error": { "type": "api_error", "message": "somebody@example.com was here" } });
            (StatusCode::from_u16(status).unwrap(), error.to_string()).into_response()
        }
        Behaviour::NoResponse => {
            tokio::time::sleep(Duration::from_secs(30)).await;
            StatusCode::OK.into_response()
        }
        Behaviour::Unreadable => "{\"id\":".into_response(),
        Behaviour::Normal => {
            let id = id();
            let state = provider.state.lock().unwrap();
            let known = state.objects.get(&id).map(Value::to_string);
            known.map_or_else(unknown, IntoResponse::into_response)
        }
    }
}

fn unknown() -> Response {
    let error = json!({ "error": { "type": "invalid_request_error", "message": "none" } });
    (StatusCode::NOT_FOUND, error.to_string()).into_response()
}
