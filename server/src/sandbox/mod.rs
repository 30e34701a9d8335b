//! A small look-alike of Stripe, so that anybody can finish a purchase without keys: `PAYMENTS=sandbox`.
//!
//! It speaks as much of Stripe's wire as we use, shows a hosted page, serves a stand-in for Stripe's script and posts
//! signed events back over HTTP. The server talks to it as to Stripe itself, so there is one payment path.
//! No money moves, and every page of it says so. <https://docs.stripe.com/api>

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

mod actions;
mod cards;
mod events;
mod objects;
mod pages;
mod stand_in;
mod store;
mod wire;

pub use events::Courier;
pub use store::Store;

/// Where the look-alike is mounted.
pub const MOUNT: &str = "/_sandbox/stripe";
/// What pages know as the publishable key.
pub const PUBLISHABLE_KEY: &str = "pk_test_sandbox";

/// The look-alike. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Sandbox {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    courier: Courier,
    secret_key: String,
    public_url: String,
}

impl Sandbox {
    /// A look-alike that keeps its payments in `store`, posts events with `courier`, lets in who knows `secret_key`,
    /// and whose pages are reached under `public_url`, which has no slash at its end.
    pub fn new(store: Store, courier: Courier, secret_key: String, public_url: String) -> Self {
        Self {
            inner: Arc::new(Inner {
                store,
                courier,
                secret_key,
                public_url,
            }),
        }
    }

    /// Its routes, with their whole path.
    pub fn routes<S: Clone + Send + Sync + 'static>(&self) -> Router<S> {
        let routes = Router::new()
            .route("/v1/payment_intents", post(wire::create_intent))
            .route("/v1/payment_intents/{id}", get(wire::intent))
            .route(
                "/v1/payment_intents/{id}/confirm",
                post(wire::confirm_intent),
            )
            .route("/v1/payment_intents/{id}/cancel", post(wire::cancel_intent))
            .route("/v1/checkout/sessions", post(wire::create_session))
            .route("/v1/checkout/sessions/{id}", get(wire::session))
            .route("/v1/refunds", post(wire::refund))
            .route("/stripe.js", get(stand_in::script))
            .route("/checkout/{id}", get(pages::checkout).post(pages::pay))
            .route(
                "/authenticate/{id}",
                get(pages::authenticate).post(pages::authenticated),
            )
            .route("/payments", get(pages::payments))
            .route("/payments/{id}", post(pages::take_back));
        Router::new().nest(MOUNT, routes.with_state(self.clone()))
    }
}
