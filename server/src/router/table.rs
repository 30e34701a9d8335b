//! Builds a router and, with it, the list of its routes.

use axum::extract::Request;
use axum::handler::Handler;
use axum::middleware::{Next, from_fn};
use axum::routing::{MethodFilter, MethodRouter, on};
use axum::{Extension, Router};
use utoipa::openapi::{OpenApi, PathItem};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter, UtoipaMethodRouterExt as _};

use crate::extract::rate_limit::RoutePolicy;
use crate::middleware::rate_limit::per_request;
use crate::services::limits::policy::Policy;

/// How often a route may be used.
#[derive(Debug, Clone, Copy)]
pub enum Limit {
    /// Without a limit.
    Unlimited,
    /// Every request is counted before its handler runs.
    PerRequest(&'static Policy),
    /// The handler counts the request together with what it is about. It gets a `RateLimit` for that, without which the services do nothing.
    PerSubject(&'static Policy),
}

impl Limit {
    /// Puts the limit around the handlers of a route.
    fn around<S: Clone + Send + Sync + 'static>(self, methods: MethodRouter<S>) -> MethodRouter<S> {
        match self {
            Self::Unlimited => methods,
            Self::PerRequest(policy) => {
                methods.route_layer(from_fn(move |request: Request, next: Next| {
                    per_request(policy, request, next)
                }))
            }
            Self::PerSubject(policy) => methods.route_layer(Extension(RoutePolicy(policy))),
        }
    }
}

/// One route.
#[derive(Debug, Clone)]
pub struct Route {
    /// The HTTP method.
    pub method: &'static str,
    /// The path, in the router's notation.
    pub path: String,
    /// Its limit.
    pub limit: Limit,
}

impl Route {
    fn new(method: &'static str, path: &str, limit: Limit) -> Self {
        Self {
            method,
            path: path.to_owned(),
            limit,
        }
    }
}

/// A router that is being built, and the list of its routes. `S` is the state of its handlers.
pub(super) struct RouteTable<S> {
    router: OpenApiRouter<S>,
    pub(super) routes: Vec<Route>,
}

impl<S: Clone + Send + Sync + 'static> RouteTable<S> {
    /// Without a route.
    pub(super) fn new() -> Self {
        Self {
            router: OpenApiRouter::default(),
            routes: Vec::new(),
        }
    }

    /// An endpoint of the HTTP API, as `routes!` gives it: its description has the method and the path.
    pub(super) fn endpoint(mut self, limit: Limit, endpoint: UtoipaMethodRouter<S>) -> Self {
        for (path, item) in &endpoint.1.paths {
            let methods = methods_of(item).into_iter();
            let routes = methods.map(|method| Route::new(method, path, limit));
            self.routes.extend(routes);
        }
        let limited = endpoint.map(|methods| limit.around(methods));
        self.router = self.router.routes(limited);
        self
    }

    /// `GET path`, and `HEAD path`.
    pub(super) fn get<T: 'static>(
        self,
        path: &str,
        limit: Limit,
        handler: impl Handler<T, S>,
    ) -> Self {
        self.add(MethodFilter::GET, Route::new("GET", path, limit), handler)
    }

    /// `POST path`.
    pub(super) fn post<T: 'static>(
        self,
        path: &str,
        limit: Limit,
        handler: impl Handler<T, S>,
    ) -> Self {
        self.add(MethodFilter::POST, Route::new("POST", path, limit), handler)
    }

    fn add<T: 'static>(
        mut self,
        filter: MethodFilter,
        route: Route,
        handler: impl Handler<T, S>,
    ) -> Self {
        let method = route.limit.around(on(filter, handler));
        self.router = self.router.route(&route.path, method);
        self.routes.push(route);
        self
    }

    /// Adds the routes of another table.
    pub(super) fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.routes.extend(other.routes);
        self
    }

    /// The router, without the descriptions of its endpoints.
    pub(super) fn into_router(self) -> Router<S> {
        self.router.into()
    }

    /// The descriptions of the endpoints.
    pub(super) fn into_openapi(self) -> OpenApi {
        self.router.into_openapi()
    }
}

/// The methods of a described path.
fn methods_of(item: &PathItem) -> Vec<&'static str> {
    let methods = [
        ("GET", &item.get),
        ("POST", &item.post),
        ("PUT", &item.put),
        ("PATCH", &item.patch),
        ("DELETE", &item.delete),
    ];
    let described = methods
        .into_iter()
        .filter(|(_, operation)| operation.is_some());
    described.map(|(method, _)| method).collect()
}
