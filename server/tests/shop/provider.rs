//! A payment provider that a test holds in its hand: it says what it is told to, fails on demand, and remembers.

use std::collections::{HashMap, HashSet};
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

use crate::provider_ends::{cancel, disputes, expire};
use crate::server::{Place, TestServer};
pub(crate) use crate::signed::{OLD_SECRET, SECRET, event, post_event, send_event, sign};

/// How the provider answers.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Behaviour {
    Normal,
    Error(u16),
    /// It answers 500 to questions about prices, and the rest as usual.
    ErrorForPrices,
    /// It creates what was asked for and then breaks the answer.
    NoResponse,
    Unreadable,
}

/// The provider.
#[derive(Clone)]
pub(crate) struct Provider {
    pub(crate) state: Arc<Mutex<Known>>,
    pub(crate) base: String,
}

pub(crate) struct Known {
    behaviour: Behaviour,
    /// Payment intents and checkout sessions.
    pub(crate) objects: HashMap<String, Value>,
    keys: HashMap<String, String>,
    /// The keys of creations in progress.
    busy: HashSet<String>,
    /// Payment intent -> the statuses of its disputes.
    pub(crate) disputes: HashMap<String, Vec<String>>,
    /// How many questions about objects arrived.
    questions: usize,
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
            busy: HashSet::new(),
            disputes: HashMap::new(),
            questions: 0,
            creations: Vec::new(),
        };
        let provider = Self {
            state: Arc::new(Mutex::new(known)),
            base,
        };
        let router = Router::new()
            .route("/v1/payment_intents", post(create))
            .route("/v1/payment_intents/{id}", get(retrieve))
            .route("/v1/payment_intents/{id}/cancel", post(cancel))
            .route("/v1/checkout/sessions", post(create_session))
            .route("/v1/checkout/sessions/{id}", get(retrieve))
            .route("/v1/checkout/sessions/{id}/expire", post(expire))
            .route("/v1/prices/{id}", get(retrieve))
            .route("/v1/disputes", get(disputes))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        provider
    }

    /// The settings of a server that takes this provider for Stripe.
    pub(crate) async fn server(&self, more: &[(&str, &str)]) -> TestServer {
        let place = Place::new().await;
        let process = place.start(&self.settings(more)).await;
        TestServer { process, place }
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
            ("BEGIN_ANEW", "true"),
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

    /// Sets up a price: the product's, with other members where `change` has them.
    pub(crate) fn add_price(&self, id: &str, change: &Value) {
        let price = json!({
            "id": id, "object": "price", "active": true, "currency": "usd", "type": "one_time", "unit_amount": 999,
        });
        self.state
            .lock()
            .unwrap()
            .objects
            .insert(id.to_owned(), price);
        self.set(id, change);
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

    /// The payment intents and sessions that can still be paid.
    pub(crate) fn payable(&self) -> usize {
        let state = self.state.lock().unwrap();
        let open = ["requires_payment_method", "open"];
        let objects = state.objects.values();
        objects
            .filter(|object| open.contains(&object["status"].as_str().unwrap_or_default()))
            .count()
    }

    /// How many questions about payments and sessions arrived.
    pub(crate) fn questions(&self) -> usize {
        self.state.lock().unwrap().questions
    }

    pub(crate) fn creations(&self) -> Vec<(String, String)> {
        self.state.lock().unwrap().creations.clone()
    }
}

async fn create(State(provider): State<Provider>, headers: HeaderMap, body: Bytes) -> Response {
    let body = String::from_utf8(body.to_vec()).unwrap();
    let key = headers["idempotency-key"].to_str().unwrap().to_owned();
    if !provider.state.lock().unwrap().busy.insert(key.clone()) {
        return error(StatusCode::CONFLICT, "idempotency_error");
    }
    // Long enough for a second request with the same key, which is refused meanwhile, as Stripe does.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let behaviour = {
        let mut state = provider.state.lock().unwrap();
        state.busy.remove(&key);
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

async fn create_session(
    State(provider): State<Provider>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let body = String::from_utf8(body.to_vec()).unwrap();
    let key = headers["idempotency-key"].to_str().unwrap().to_owned();
    let id = format!("cs_{:016x}", rand::random::<u64>());
    let session = json!({
        "id": id, "object": "checkout.session", "url": format!("{}pay/{id}", provider.base), "status": "open",
        "payment_status": "unpaid", "amount_total": 999, "currency": "usd", "livemode": false,
        "metadata": { "order_id": order_of(&body) },
    });
    let text = session.to_string();
    let mut state = provider.state.lock().unwrap();
    state.creations.push((body, key));
    state.objects.insert(id, session);
    text.into_response()
}

async fn retrieve(State(provider): State<Provider>, Path(id): Path<String>) -> Response {
    let behaviour = {
        let mut state = provider.state.lock().unwrap();
        state.questions += 1;
        state.behaviour
    };
    if behaviour == Behaviour::ErrorForPrices && id.starts_with("price_") {
        return error(StatusCode::INTERNAL_SERVER_ERROR, "api_error");
    }
    answer(&provider, behaviour, || id).await
}

async fn answer(
    provider: &Provider,
    behaviour: Behaviour,
    id: impl FnOnce() -> String,
) -> Response {
    match behaviour {
        Behaviour::Error(status) => error(StatusCode::from_u16(status).unwrap(), "api_error"),
        Behaviour::NoResponse => std::future::pending().await,
        Behaviour::Unreadable => "{\"id\":".into_response(),
        Behaviour::Normal | Behaviour::ErrorForPrices => {
            let id = id();
            let state = provider.state.lock().unwrap();
            let known = state.objects.get(&id).map(Value::to_string);
            known.map_or_else(unknown, IntoResponse::into_response)
        }
    }
}

fn unknown() -> Response {
    error(StatusCode::NOT_FOUND, "invalid_request_error")
}

pub(crate) fn error(status: StatusCode, kind: &str) -> Response {
    let body = json!({ "error": { "type": kind, "message": "somebody@example.com was here" } });
    (status, body.to_string()).into_response()
}
