//! The service of a connection: prebuilt responses are sent before the router is asked.
//!
//! A page from the page table or a file costs a lookup of the path and a look at two headers. Everything else goes to the router, and so
//! do requests whose head must be refused.

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
use http::header::{self, HeaderValue};
use http::{Method, Request};
use hyper::body::Incoming;
use hyper::service::Service;
use tower::Service as _;
use tower_http::timeout::TimeoutBody;

use crate::lifecycle::Lifecycle;
use crate::middleware::{head, log};
use crate::pages::Pages;

/// The longest pause within a request's body.
const PAUSE: Duration = Duration::from_secs(5);

/// The whole service. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Front {
    pages: Pages,
    router: Router,
    lifecycle: Arc<Lifecycle>,
}

impl Front {
    /// Sends the prebuilt responses of `pages`, and everything else to `router`.
    pub fn new(pages: Pages, router: Router, lifecycle: Arc<Lifecycle>) -> Self {
        Self {
            pages,
            router,
            lifecycle,
        }
    }

    /// The prebuilt response to this request, if there is one.
    fn prebuilt<B>(&self, request: &Request<B>) -> Option<Response> {
        let is_head = *request.method() == Method::HEAD;
        if !is_head && *request.method() != Method::GET {
            return None;
        }
        let started = Instant::now();
        let uri = request.uri();
        let response = self
            .pages
            .ready(uri.path(), uri.query(), request.headers())?;
        head::check(request).ok()?;
        log::record(
            request.method(),
            uri.path(),
            response.status(),
            started.elapsed(),
        );
        Some(response.map(|body| {
            if is_head {
                Body::empty()
            } else {
                Body::from(body)
            }
        }))
    }
}

/// The service of one connection.
pub(super) struct Connection {
    pub(super) front: Front,
    /// The address at the other end.
    pub(super) peer: SocketAddr,
}

impl Service<Request<Incoming>> for Connection {
    type Response = Response;
    type Error = Infallible;
    type Future = ResponseFuture;

    fn call(&self, mut request: Request<Incoming>) -> ResponseFuture {
        let lifecycle = Arc::clone(&self.front.lifecycle);
        if let Some(response) = self.front.prebuilt(&request) {
            return ResponseFuture {
                state: State::Prebuilt(Some(response)),
                lifecycle,
            };
        }
        request.extensions_mut().insert(ConnectInfo(self.peer));
        let routed = self.front.router.clone().call(request.map(body));
        ResponseFuture {
            state: State::Routed(Box::pin(routed)),
            lifecycle,
        }
    }
}

/// A body that may not pause for long.
fn body(body: Incoming) -> Body {
    Body::new(TimeoutBody::new(PAUSE, body))
}

pub(super) struct ResponseFuture {
    state: State,
    lifecycle: Arc<Lifecycle>,
}

enum State {
    Prebuilt(Option<Response>),
    Routed(Pin<Box<RouteFuture<Infallible>>>),
}

impl Future for ResponseFuture {
    type Output = Result<Response, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let polled = match &mut self.state {
            State::Prebuilt(response) => Poll::Ready(Ok(response.take().unwrap_or_default())),
            State::Routed(routed) => routed.as_mut().poll(context),
        };
        polled.map_ok(|mut response| {
            // While the server is stopping, no further request may be sent on this connection.
            if self.lifecycle.is_stopping() {
                response
                    .headers_mut()
                    .insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            response
        })
    }
}
