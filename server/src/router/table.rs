//! Builds a router and, with it, the list of its routes.

use axum::extract::Request;
use axum::handler::Handler;
use axum::middleware::{Next, from_fn};
use axum::routing::{MethodFilter, on};
use axum::{Extension, Router};

use crate::extract::permit::RoutePolicy;
use crate::middleware::limit::{per_report, per_request};
use crate::services::limits::policy::Policy;

/// How often a route may be used.
#[derive(Debug, Clone, Copy)]
pub enum Limit {
    /// Without a limit.
    Unlimited,
    /// Every request is counted before its handler runs.
    PerRequest(&'static Policy),
    /// The handler counts the request together with what it is about. It gets a `Permit` for that, without which the services do nothing.
    PerSubject(&'static Policy),
    /// Every request is counted as a report of a policy violation.
    PerReport,
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
    pub(super) router: Router<S>,
    pub(super) routes: Vec<Route>,
}

impl<S: Clone + Send + Sync + 'static> RouteTable<S> {
    /// Without a route.
    pub(super) fn new() -> Self {
        Self {
            router: Router::new(),
            routes: Vec::new(),
        }
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

    /// `PUT path`.
    pub(super) fn put<T: 'static>(
        self,
        path: &str,
        limit: Limit,
        handler: impl Handler<T, S>,
    ) -> Self {
        self.add(MethodFilter::PUT, Route::new("PUT", path, limit), handler)
    }

    /// `PATCH path`.
    pub(super) fn patch<T: 'static>(
        self,
        path: &str,
        limit: Limit,
        handler: impl Handler<T, S>,
    ) -> Self {
        self.add(
            MethodFilter::PATCH,
            Route::new("PATCH", path, limit),
            handler,
        )
    }

    /// `DELETE path`.
    pub(super) fn delete<T: 'static>(
        self,
        path: &str,
        limit: Limit,
        handler: impl Handler<T, S>,
    ) -> Self {
        self.add(
            MethodFilter::DELETE,
            Route::new("DELETE", path, limit),
            handler,
        )
    }

    fn add<T: 'static>(
        mut self,
        filter: MethodFilter,
        route: Route,
        handler: impl Handler<T, S>,
    ) -> Self {
        let method = on(filter, handler);
        let method = match route.limit {
            Limit::Unlimited => method,
            Limit::PerRequest(policy) => {
                method.route_layer(from_fn(move |request: Request, next: Next| {
                    per_request(policy, request, next)
                }))
            }
            Limit::PerSubject(policy) => method.route_layer(Extension(RoutePolicy(policy))),
            Limit::PerReport => method.route_layer(from_fn(per_report)),
        };
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
}
