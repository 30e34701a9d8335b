//! Every URL of the server with its limit, and the layers around them.
//!
//! Method and path of an endpoint of the HTTP API stand in the description at its handler (`utoipa::path`).
//! Pages without data and files are prebuilt and have no line here: `pages/registry.rs` lists the pages. `middleware/rate_limit.rs` and
//! `services/limits/rate_limit.rs` apply the limits, `services/limits/policy.rs` has their numbers. The long tables are not formatted, so
//! that each route stays on one line.

use std::any::Any;
use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Router};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::csrf::CsrfLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::routes;

use self::table::Limit::{PerRequest, PerSubject, Unlimited};
use self::table::RouteTable;
pub use self::table::{Limit, Route};
use crate::app::App;
use crate::error::Error;
use crate::middleware::admission::{Admission, admit};
use crate::middleware::concurrency::RequestClass;
use crate::middleware::rate_limit::RateLimiter;
use crate::middleware::{finish, log};
use crate::pages::registry;
use crate::routes::{
    access, buying, contacts, csp_report, gifts, health, prebuilt, receipts, returns, security_txt,
    stripe_webhook, unknown, verification, watch_items, watch_pieces, watch_sounds, watch_timers,
    watches, your_data,
};
#[cfg(feature = "sandbox")]
use crate::sandbox::{self, Sandbox};
use crate::services::limits::link_policies::{
    LINK, LINK_CHANGE, LINK_READ, LINK_WRITE, PIECE_LIST, PIECE_READ, PIECE_WRITE, SOUND,
    SOUND_CHANGE,
};
use crate::services::limits::policy::{
    ACCESS, CONTACTS, GIFT_ACTIVATE, GIFT_READ, PAY, PROVE, RECEIPT, REPORT, TIMESTAMP, VERIFY,
};
use crate::services::watches::sounds;

mod openapi;
mod table;

/// The largest request body of most routes, in bytes.
const MAX_BODY: usize = 16 << 10;
/// The largest request body of a link between two phones: an item of 33 KiB in base64url.
const MAX_SEALED: usize = 46 << 10;
/// The largest piece of a sound copy.
const MAX_PIECE: usize = sounds::MAX_PIECE_BYTES;
/// The largest report of a policy violation.
const MAX_REPORT: usize = 8 << 10;
/// The largest event of the payment provider; Stripe's are far smaller.
const MAX_EVENT: usize = 512 << 10;

/// The HTTP API of the client.
#[rustfmt::skip]
fn endpoints() -> RouteTable<App> {
    RouteTable::new()
        .endpoint(PerRequest(&ACCESS), routes!(access::get_access))
        .endpoint(PerRequest(&CONTACTS), routes!(access::delete_device))
        .endpoint(PerRequest(&CONTACTS), routes!(contacts::create_contact))
        .endpoint(PerRequest(&CONTACTS), routes!(contacts::get_primary_contact))
        .endpoint(PerRequest(&CONTACTS), routes!(contacts::change_contact))
        .endpoint(PerSubject(&VERIFY), routes!(verification::verify_purchase))
        .endpoint(PerSubject(&VERIFY), routes!(verification::verify_email))
        .endpoint(PerSubject(&GIFT_READ), routes!(gifts::get_gift_link))
        .endpoint(PerSubject(&GIFT_ACTIVATE), routes!(gifts::activate_gift_link))
        .endpoint(PerRequest(&RECEIPT), routes!(receipts::create_receipt))
        .endpoint(PerRequest(&RECEIPT), routes!(receipts::create_nonce))
        .endpoint(PerRequest(&TIMESTAMP), routes!(receipts::get_token))
}

/// Links between two phones.
#[rustfmt::skip]
fn links() -> RouteTable<App> {
    RouteTable::new()
        .endpoint(PerRequest(&LINK), routes!(watches::create_watch))
        .endpoint(PerSubject(&LINK_CHANGE), routes!(watches::end_watch))
        .endpoint(PerSubject(&LINK_CHANGE), routes!(watches::claim_watch))
        .endpoint(PerSubject(&LINK_CHANGE), routes!(watches::subscribe_watch))
        .endpoint(PerSubject(&LINK_WRITE), routes!(watch_items::send_watch_item))
        .endpoint(PerSubject(&LINK_WRITE), routes!(watch_timers::arm_timer))
        .endpoint(PerSubject(&LINK_WRITE), routes!(watch_timers::stop_timer))
        .endpoint(PerSubject(&SOUND), routes!(watch_sounds::create_sound))
        .endpoint(PerSubject(&SOUND_CHANGE), routes!(watch_sounds::end_sound))
        .endpoint(PerSubject(&SOUND_CHANGE), routes!(watch_sounds::recover_sound))
}

/// Pieces of sound copies, which take no permit of an alarm.
#[rustfmt::skip]
fn pieces() -> RouteTable<App> {
    RouteTable::new()
        .endpoint(PerSubject(&PIECE_WRITE), routes!(watch_pieces::store_piece))
        .endpoint(PerSubject(&PIECE_READ), routes!(watch_pieces::get_piece))
}

/// Long polls: requests that wait for news.
#[rustfmt::skip]
fn long_polls() -> RouteTable<App> {
    RouteTable::new()
        .endpoint(PerSubject(&LINK_READ), routes!(watch_items::get_watch_items))
        .endpoint(PerSubject(&PIECE_LIST), routes!(watch_pieces::get_pieces))
}

/// What starts a payment, as endpoints and as forms.
#[rustfmt::skip]
fn payments() -> RouteTable<App> {
    RouteTable::new()
        .endpoint(PerSubject(&PAY), routes!(buying::create_payment_intent))
        .endpoint(PerSubject(&PAY), routes!(buying::create_gift_payment_intent))
        .post("/buy", PerSubject(&PAY), buying::buy)
        .post("/gift/buy", PerSubject(&PAY), buying::buy_gift)
}

/// Forms and links, with which everything works without JavaScript.
#[rustfmt::skip]
fn forms() -> RouteTable<App> {
    RouteTable::new()
        .get("/payment-success", PerRequest(&ACCESS), returns::payment_success)
        .get("/paypal-success", PerRequest(&ACCESS), returns::paypal_success)
        .get("/download-success", PerRequest(&ACCESS), returns::download_success)
        .get("/download-success/{email}", PerRequest(&ACCESS), returns::download_success)
        .post("/verify", PerSubject(&VERIFY), verification::verify)
        .get("/redownload", PerRequest(&ACCESS), verification::redownload)
        .post("/redownload", PerSubject(&VERIFY), verification::verify_for_redownload)
        .get("/redownload/confirm", PerSubject(&PROVE), verification::show_confirm)
        .post("/redownload/confirm", PerSubject(&PROVE), verification::confirm)
        .get("/your-data", PerSubject(&PROVE), your_data::show)
        .post("/your-data", PerSubject(&VERIFY), your_data::ask)
        .post("/your-data/file", PerSubject(&PROVE), your_data::download)
        .post("/your-data/erase", PerSubject(&PROVE), your_data::erase)
        .get("/gift/{code}", PerSubject(&GIFT_READ), gifts::gift)
        .post("/gift/{code}/activate", PerSubject(&GIFT_ACTIVATE), gifts::activate_gift)
        .get("/gift-redeem/{code}", Unlimited, gifts::gift_redeem)
}

/// Reports of browsers, which come from neither a page nor a person.
fn reports() -> RouteTable<App> {
    RouteTable::new().post("/csp-report", PerRequest(&REPORT), csp_report::report)
}

/// Events of the payment provider.
#[rustfmt::skip]
fn events() -> RouteTable<App> {
    RouteTable::new()
        .endpoint(Unlimited, routes!(stripe_webhook::receive_event))
}

/// Responses that cost nothing. `prebuilt_paths` are those of pages and files.
fn cheap(prebuilt_paths: &[&str]) -> RouteTable<App> {
    let table = RouteTable::new()
        .get(
            "/.well-known/security.txt",
            Unlimited,
            security_txt::security_txt,
        )
        .get(
            "/.well-known/time-receipt-keys.json",
            Unlimited,
            receipts::receipt_keys,
        )
        .get("/healthz", Unlimited, health::healthz)
        .get("/readyz", Unlimited, health::readyz);
    prebuilt_paths.iter().fold(table, |table, path| {
        table.get(path, Unlimited, prebuilt::prebuilt)
    })
}

/// The payment emulator, where payments are simulated.
#[cfg(feature = "sandbox")]
#[rustfmt::skip]
fn emulator() -> RouteTable<Sandbox> {
    use sandbox::{api, pages};
    RouteTable::new()
        .post("/_sandbox/stripe/v1/payment_intents", Unlimited, api::create_intent)
        .get("/_sandbox/stripe/v1/payment_intents/{id}", Unlimited, api::intent)
        .post("/_sandbox/stripe/v1/payment_intents/{id}/confirm", Unlimited, api::confirm_intent)
        .post("/_sandbox/stripe/v1/payment_intents/{id}/cancel", Unlimited, api::cancel_intent)
        .post("/_sandbox/stripe/v1/checkout/sessions", Unlimited, api::create_session)
        .get("/_sandbox/stripe/v1/checkout/sessions/{id}", Unlimited, api::session)
        .post("/_sandbox/stripe/v1/checkout/sessions/{id}/expire", Unlimited, api::expire_session)
        .get("/_sandbox/stripe/v1/disputes", Unlimited, api::disputes)
        .post("/_sandbox/stripe/v1/refunds", Unlimited, api::refund)
        .get("/_sandbox/stripe/stripe.js", Unlimited, pages::script)
        .get("/_sandbox/stripe/style.css", Unlimited, pages::style)
        .get("/_sandbox/stripe/checkout/{id}", Unlimited, pages::checkout)
        .post("/_sandbox/stripe/checkout/{id}", Unlimited, pages::pay)
        .get("/_sandbox/stripe/authenticate/{id}", Unlimited, pages::authenticate)
        .post("/_sandbox/stripe/authenticate/{id}", Unlimited, pages::finish_authentication)
        .get("/_sandbox/stripe/payments", Unlimited, pages::payments)
        .post("/_sandbox/stripe/payments/{id}", Unlimited, pages::refund_or_dispute)
}

/// The service that answers every request.
pub fn router(app: App) -> Router {
    use RequestClass::{Event, Link, LongPoll, Ordinary, Payment, Piece};
    // Other origins may not send forms or API requests in a visitor's name. Events and reports come from other origins.
    let own = |router: Router<App>| {
        router.route_layer(
            CsrfLayer::new().with_rejection_response(|_| Error::CrossOrigin.into_response()),
        )
    };
    let admitted = |router: Router<App>, class, max_body| {
        let admission = Arc::new(Admission {
            concurrency: app.concurrency.clone(),
            proxies: app.proxies.clone(),
            class,
            max_body,
            limits: app.shop.limits.clone(),
        });
        router
            .layer(DefaultBodyLimit::max(max_body))
            .route_layer(from_fn_with_state(admission, admit))
    };
    let ordinary = endpoints().merge(forms()).into_router();
    let costly = admitted(own(ordinary), Ordinary, MAX_BODY)
        .merge(admitted(own(payments().into_router()), Payment, MAX_BODY))
        .merge(admitted(own(links().into_router()), Link, MAX_SEALED))
        .merge(admitted(own(pieces().into_router()), Piece, MAX_PIECE))
        .merge(admitted(
            own(long_polls().into_router()),
            LongPoll,
            MAX_BODY,
        ))
        .merge(admitted(reports().into_router(), Ordinary, MAX_REPORT))
        .merge(admitted(events().into_router(), Event, MAX_EVENT));
    #[cfg(feature = "sandbox")]
    let costly = match app.sandbox.clone() {
        Some(sandbox) => {
            let routes = emulator().into_router().with_state(sandbox);
            costly.merge(admitted(own(routes), RequestClass::Emulator, MAX_BODY))
        }
        None => costly,
    };
    let rate_limiter = Arc::new(RateLimiter {
        limits: app.shop.limits.clone(),
        origin: Arc::clone(&app.origin),
        proxies: app.proxies.clone(),
    });
    cheap(&app.pages.paths())
        .into_router()
        .merge(costly)
        .fallback(unknown::path)
        .method_not_allowed_fallback(unknown::method)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(app.pages.clone(), finish::finish))
        .layer(from_fn(log::log))
        .layer(Extension(rate_limiter))
        .with_state(app)
}

/// Every route except those of files, for tests and for the list that the client's paths are compared with.
pub fn routes() -> Vec<Route> {
    let pages: Vec<&str> = registry::without_route().map(|page| page.path).collect();
    [
        endpoints().routes,
        payments().routes,
        links().routes,
        pieces().routes,
        long_polls().routes,
        forms().routes,
        reports().routes,
        events().routes,
        cheap(&pages).routes,
        #[cfg(feature = "sandbox")]
        emulator().routes,
    ]
    .concat()
}

/// The OpenAPI document of the HTTP API.
pub fn openapi() -> OpenApi {
    let tables = [payments(), links(), pieces(), long_polls(), events()].into_iter();
    let all = tables.fold(endpoints(), RouteTable::merge);
    openapi::document(all.into_openapi())
}

/// A panic in a handler ends only its own request. The panic hook has logged where it was.
fn panicked(_: Box<dyn Any + Send>) -> Response {
    Error::Internal(anyhow::anyhow!("a handler panicked")).into_response()
}

#[cfg(test)]
mod tests;
