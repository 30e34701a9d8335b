//! A payment provider that a test holds in its hand: it says what it is told to, fails on demand, and remembers.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use http::StatusCode;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::provider_begins::{create, create_session, intent_object};
use crate::provider_ends::{cancel, disputes, expire, shown};
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
    pub(crate) behaviour: Behaviour,
    /// How long it takes to answer.
    pub(crate) slowness: Duration,
    /// Payment intents and checkout sessions.
    pub(crate) objects: HashMap<String, Value>,
    /// Idempotency key -> the status and the text that were answered first.
    pub(crate) answers: HashMap<String, (u16, String)>,
    /// The keys of creations in progress.
    pub(crate) busy: HashSet<String>,
    /// Payment intent -> the statuses of its disputes.
    pub(crate) disputes: HashMap<String, Vec<String>>,
    /// How many questions about objects arrived.
    questions: usize,
    /// The body and the idempotency key of every creation that arrived.
    pub(crate) creations: Vec<(String, String)>,
}

impl Provider {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/", listener.local_addr().unwrap());
        let known = Known {
            behaviour: Behaviour::Normal,
            slowness: Duration::ZERO,
            objects: HashMap::new(),
            answers: HashMap::new(),
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

async fn retrieve(
    State(provider): State<Provider>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let (behaviour, slowness) = {
        let mut state = provider.state.lock().unwrap();
        state.questions += 1;
        (state.behaviour, state.slowness)
    };
    tokio::time::sleep(slowness).await;
    if behaviour == Behaviour::ErrorForPrices && id.starts_with("price_") {
        return error(StatusCode::INTERNAL_SERVER_ERROR, "api_error");
    }
    let query = query.unwrap_or_default();
    answer(&provider, behaviour, &query, || id).await
}

async fn answer(
    provider: &Provider,
    behaviour: Behaviour,
    query: &str,
    id: impl FnOnce() -> String,
) -> Response {
    match behaviour {
        Behaviour::Error(status) => error(StatusCode::from_u16(status).unwrap(), "api_error"),
        Behaviour::NoResponse => std::future::pending().await,
        Behaviour::Unreadable => "{\"id\":".into_response(),
        Behaviour::Normal | Behaviour::ErrorForPrices => {
            let id = id();
            let state = provider.state.lock().unwrap();
            let known = state.objects.get(&id).map(|object| shown(object, query));
            known.map_or_else(unknown, IntoResponse::into_response)
        }
    }
}

fn unknown() -> Response {
    error(StatusCode::NOT_FOUND, "invalid_request_error")
}

pub(crate) fn error(status: StatusCode, kind: &str) -> Response {
    (status, error_text(kind)).into_response()
}

pub(crate) fn error_text(kind: &str) -> String {
    let body = json!({ "error": { "type": kind, "message": "somebody@example.com was here" } });
    body.to_string()
}
