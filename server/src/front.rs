//! What every request meets first: answers that are ready are given before the router is asked.
//!
//! A page from the table or a file costs a look at the path and at two headers. Everything else, requests that must be refused among
//! them, is the router's.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::Response;
use axum::routing::future::RouteFuture;
use http::header::{self, HeaderMap, HeaderValue};
use http::{Method, Request, StatusCode};
use hyper::body::Incoming;
use hyper::service::Service;
use tower::Service as _;
use tower_http::timeout::TimeoutBody;

use crate::app::App;
use crate::content::slot::Slot;
use crate::middleware::{finish, log};
use crate::routes::pages;
use crate::serve::Lifecycle;

/// The longest time without a byte of a request's body.
const PAUSE: Duration = Duration::from_secs(5);

/// The whole service; cloning it is cheap.
#[derive(Debug, Clone)]
pub struct Front {
    ready: Arc<HashMap<String, Ready>>,
    router: Router,
    lifecycle: Arc<Lifecycle>,
}

/// What is ready under one path.
#[derive(Debug)]
struct Ready {
    /// What everybody gets.
    slot: Arc<Slot>,
    /// What somebody who has the app gets in its place.
    with_app: Option<Arc<Slot>>,
}

impl Front {
    /// Puts the pages and files of `app` before `router`.
    pub fn new(app: &App, router: Router) -> Self {
        let files = app.assets.files().map(|(url, slot)| {
            (
                url.clone(),
                Ready {
                    slot: Arc::clone(slot),
                    with_app: None,
                },
            )
        });
        let pages = pages::ready(app)
            .map(|(path, slot, with_app)| (path.to_owned(), Ready { slot, with_app }));
        Self {
            ready: Arc::new(files.chain(pages).collect()),
            router,
            lifecycle: Arc::clone(&app.lifecycle),
        }
    }

    /// The answer that is ready for this request, if there is one.
    fn answer<B>(&self, request: &Request<B>) -> Option<Response> {
        let is_head = *request.method() == Method::HEAD;
        if !is_head && *request.method() != Method::GET {
            return None;
        }
        let path = request.uri().path();
        let ready = self.ready.get(path)?;
        let started = Instant::now();
        finish::check_head(request).ok()?;
        let response = ready
            .choose(request.headers())
            .respond(request.headers(), StatusCode::OK);
        log::record(request.method(), path, response.status(), started.elapsed());
        Some(response.map(|body| {
            if is_head {
                Body::empty()
            } else {
                Body::from(body)
            }
        }))
    }
}

impl Ready {
    fn choose(&self, headers: &HeaderMap) -> &Slot {
        match &self.with_app {
            Some(with_app) if pages::shows_app(headers) => with_app,
            _ => &self.slot,
        }
    }
}

/// The service of one connection.
pub(crate) struct Connection {
    /// What answers.
    pub front: Front,
    /// Who asks.
    pub peer: SocketAddr,
}

impl Service<Request<Incoming>> for Connection {
    type Response = Response;
    type Error = Infallible;
    type Future = Answer;

    fn call(&self, mut request: Request<Incoming>) -> Answer {
        let lifecycle = Arc::clone(&self.front.lifecycle);
        if let Some(response) = self.front.answer(&request) {
            return Answer {
                state: State::Ready(Some(response)),
                lifecycle,
            };
        }
        request.extensions_mut().insert(ConnectInfo(self.peer));
        let routed = self.front.router.clone().call(request.map(body));
        Answer {
            state: State::Routed(Box::pin(routed)),
            lifecycle,
        }
    }
}

/// A body that may not pause for long.
fn body(body: Incoming) -> Body {
    Body::new(TimeoutBody::new(PAUSE, body))
}

/// An answer on its way.
pub(crate) struct Answer {
    state: State,
    lifecycle: Arc<Lifecycle>,
}

enum State {
    Ready(Option<Response>),
    Routed(Pin<Box<RouteFuture<Infallible>>>),
}

impl Future for Answer {
    type Output = Result<Response, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let polled = match &mut self.state {
            State::Ready(response) => Poll::Ready(Ok(response.take().unwrap_or_default())),
            State::Routed(routed) => routed.as_mut().poll(context),
        };
        polled.map_ok(|mut response| {
            // A server that is about to stop lets nobody send another request on this connection.
            if self.lifecycle.is_stopping() {
                response
                    .headers_mut()
                    .insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            response
        })
    }
}
