//! The service of a connection: prebuilt responses are sent before the router is asked.
//!
//! A page from the page table or a file costs a lookup of the path and a look at two headers. Everything else goes to the router, and so
//! do requests whose head must be refused.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::{IntoResponse as _, Response};
use axum::routing::future::RouteFuture;
use http::header::{self, HeaderName, HeaderValue};
use http::{Method, Request};
use hyper::body::{Body as _, Incoming};
use hyper::service::Service;
use tokio::runtime::Handle;
use tokio::task::{JoinError, JoinHandle};
use tower::Service as _;
use tower_http::timeout::TimeoutBody;

use super::timeouts::Progress;
use crate::error::Error;
use crate::lifecycle::Lifecycle;
use crate::middleware::inline::{InlineHandlers, InlinePermit, LINKS};
use crate::middleware::{head, log};
use crate::pages::Pages;

/// The longest pause within a request's body.
const PAUSE: Duration = Duration::from_secs(5);
const KEEP_ALIVE: HeaderName = HeaderName::from_static("keep-alive");
/// How long clients may keep an idle connection, in seconds: less than the server does, so that no request meets a connection that is
/// being closed.
const KEPT: &str = "timeout=70";

/// The whole service. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Front {
    pages: Pages,
    router: Router,
    /// Where further handlers run.
    handlers: Handle,
    /// The handlers on the threads of the connections.
    inline: InlineHandlers,
    /// Those of links between two phones among them, which have permits of their own: an alarm does not queue behind a flood of pages.
    inline_links: InlineHandlers,
    lifecycle: Arc<Lifecycle>,
}

impl Front {
    /// Sends the prebuilt responses of `pages`, and everything else to `router`. When many handlers run at once, further ones run on the
    /// runtime of the caller.
    ///
    /// # Panics
    ///
    /// Outside of a runtime.
    pub fn new(pages: Pages, router: Router, lifecycle: Arc<Lifecycle>) -> Self {
        Self {
            pages,
            router,
            handlers: Handle::current(),
            inline: InlineHandlers::default(),
            inline_links: InlineHandlers::default(),
            lifecycle,
        }
    }

    /// Has the router answer, on the thread of the connection where few handlers do, and elsewhere otherwise.
    fn route(&self, mut request: Request<Body>) -> State {
        let inline = if request.uri().path().starts_with(LINKS) {
            self.inline_links.try_acquire()
        } else {
            self.inline.try_acquire()
        };
        if let Some(permit) = &inline {
            request.extensions_mut().insert(permit.clone());
        }
        let routed = self.router.clone().call(request);
        match inline {
            Some(permit) => State::Inline {
                routed: Box::pin(routed),
                _permit: permit,
            },
            None => State::Elsewhere(Elsewhere(self.handlers.spawn(routed))),
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
            0,
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
    /// What the connection is doing.
    pub(super) progress: Arc<Progress>,
}

impl Service<Request<Incoming>> for Connection {
    type Response = Response;
    type Error = Infallible;
    type Future = ResponseFuture;

    fn call(&self, mut request: Request<Incoming>) -> ResponseFuture {
        self.progress.begin();
        let progress = Arc::clone(&self.progress);
        let lifecycle = Arc::clone(&self.front.lifecycle);
        if let Some(response) = self.front.prebuilt(&request) {
            return ResponseFuture {
                state: State::Prebuilt(Some(response)),
                lifecycle,
                progress,
            };
        }
        request.extensions_mut().insert(ConnectInfo(self.peer));
        ResponseFuture {
            state: self.front.route(request.map(body)),
            lifecycle,
            progress,
        }
    }
}

/// A body that may not pause for long. `TimeoutBody` does not tell that there is none.
fn body(body: Incoming) -> Body {
    if body.is_end_stream() {
        Body::empty()
    } else {
        Body::new(TimeoutBody::new(PAUSE, body))
    }
}

pub(super) struct ResponseFuture {
    state: State,
    lifecycle: Arc<Lifecycle>,
    progress: Arc<Progress>,
}

enum State {
    Prebuilt(Option<Response>),
    Inline {
        routed: Pin<Box<RouteFuture<Infallible>>>,
        _permit: InlinePermit,
    },
    Elsewhere(Elsewhere),
}

/// A handler that runs elsewhere, as long as its connection is open.
struct Elsewhere(JoinHandle<Result<Response, Infallible>>);

impl Future for Elsewhere {
    type Output = Result<Response, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0)
            .poll(context)
            .map(|ended| ended.unwrap_or_else(|error| Ok(unanswered(error))))
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The response where a handler has none: its panic goes on here and closes the connection, and the process ends otherwise.
fn unanswered(error: JoinError) -> Response {
    match error.try_into_panic() {
        Ok(panic) => resume_unwind(panic),
        Err(_) => Error::Busy.into_response(),
    }
}

impl Future for ResponseFuture {
    type Output = Result<Response, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let polled = match &mut self.state {
            State::Prebuilt(response) => Poll::Ready(Ok(response.take().unwrap_or_default())),
            State::Inline { routed, .. } => routed.as_mut().poll(context),
            State::Elsewhere(routed) => Pin::new(routed).poll(context),
        };
        polled.map_ok(|mut response| {
            self.progress.finish();
            let headers = response.headers_mut();
            if self.lifecycle.is_stopping() {
                // No further request may be sent on this connection.
                headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            } else if !headers.contains_key(header::CONNECTION) {
                headers.insert(KEEP_ALIVE, HeaderValue::from_static(KEPT));
            }
            response
        })
    }
}
