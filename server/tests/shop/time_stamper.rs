//! A time-stamp authority of a test's own behind HTTP, which answers as the test says.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, Method, StatusCode};
use tokio::net::TcpListener;

use crate::authority::Authority;

/// What it answers.
#[derive(Clone)]
pub(crate) enum Says {
    /// A token.
    Token,
    /// The first answer that it gave, whatever is asked.
    FirstAgain,
    /// This.
    Bytes(Vec<u8>),
    /// This status, a location to which a redirect leads, and a token.
    Status(u16, String),
    /// Nothing at all.
    Nothing,
}

/// The authority.
#[derive(Clone)]
pub(crate) struct TimeStamper {
    pub(crate) url: String,
    inner: Arc<Mutex<Inner>>,
}

struct Inner {
    authority: Authority,
    says: Says,
    first: Option<Vec<u8>>,
    /// The headers of each request.
    asked: Vec<HeaderMap>,
}

impl TimeStamper {
    /// Answers with tokens.
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stamper = Self {
            url: format!("http://{}/tsr", listener.local_addr().unwrap()),
            inner: Arc::new(Mutex::new(Inner {
                authority: Authority::usual(),
                says: Says::Token,
                first: None,
                asked: Vec::new(),
            })),
        };
        let router = Router::new().fallback(answer).with_state(stamper.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        stamper
    }

    /// From now on it answers this.
    pub(crate) fn say(&self, says: Says) {
        self.inner.lock().unwrap().says = says;
    }

    /// The headers of each request so far.
    pub(crate) fn asked(&self) -> Vec<HeaderMap> {
        self.inner.lock().unwrap().asked.clone()
    }

    /// Whether `openssl ts -verify` takes a token for a fingerprint.
    pub(crate) fn verifies(&self, token: &[u8], head: &str) -> bool {
        self.inner.lock().unwrap().authority.verifies(token, head)
    }
}

async fn answer(
    State(stamper): State<TimeStamper>,
    method: Method,
    headers: HeaderMap,
    query: Bytes,
) -> Response {
    assert_eq!(method, Method::POST);
    let (says, token, first) = {
        let mut inner = stamper.inner.lock().unwrap();
        inner.asked.push(headers);
        let token = inner.authority.reply(&query);
        let first = inner.first.get_or_insert_with(|| token.clone()).clone();
        (inner.says.clone(), token, first)
    };
    match says {
        Says::Token => token.into_response(),
        Says::FirstAgain => first.into_response(),
        Says::Bytes(bytes) => bytes.into_response(),
        Says::Status(status, location) => {
            let status = StatusCode::from_u16(status).unwrap();
            (status, [("location", location)], token).into_response()
        }
        Says::Nothing => std::future::pending().await,
    }
}
