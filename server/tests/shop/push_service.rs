//! A push service of a test's own, which keeps what it receives.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, Method, StatusCode, Uri};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// The host of the subscriptions.
const HOST: &str = "push.example.com";

/// One message.
#[derive(Clone)]
pub(crate) struct Message {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) length: usize,
}

/// The push service.
#[derive(Clone)]
pub(crate) struct PushService {
    pub(crate) setting: String,
    inner: Arc<Mutex<Inner>>,
}

struct Inner {
    received: Vec<Message>,
    status: StatusCode,
    location: String,
}

impl PushService {
    /// Answers 201 to everything.
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let service = Self {
            setting: format!("{HOST}=http://{}", listener.local_addr().unwrap()),
            inner: Arc::new(Mutex::new(Inner {
                received: Vec::new(),
                status: StatusCode::CREATED,
                location: String::new(),
            })),
        };
        let router = Router::new().fallback(receive).with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        service
    }

    /// From now on it answers with this status.
    pub(crate) fn answer(&self, status: u16, location: &str) {
        let mut inner = self.inner.lock().unwrap();
        inner.status = StatusCode::from_u16(status).unwrap();
        location.clone_into(&mut inner.location);
    }

    pub(crate) fn received(&self) -> Vec<Message> {
        self.inner.lock().unwrap().received.clone()
    }

    /// What was received at this address.
    pub(crate) fn received_at(&self, path: &str) -> Vec<Message> {
        let mut received = self.received();
        received.retain(|message| message.path == path);
        received
    }

    /// Forgets what was received until now.
    pub(crate) fn forget(&self) {
        self.inner.lock().unwrap().received.clear();
    }
}

/// A subscription at the double. The keys are those of RFC 8291, section 5.
pub(crate) fn subscription(path: &str) -> Value {
    json!({
        "endpoint": format!("https://{HOST}/{path}"),
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    })
}

async fn receive(
    State(service): State<PushService>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    assert_eq!(method, Method::POST);
    let mut inner = service.inner.lock().unwrap();
    inner.received.push(Message {
        path: uri.to_string(),
        headers,
        length: body.len(),
    });
    (inner.status, [("location", inner.location.clone())]).into_response()
}
