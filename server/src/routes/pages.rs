//! The pages that are the same for everybody: one list, served from the page table.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use http::StatusCode;
use http::header::{self, HeaderMap};
use serde::Serialize;

use crate::app::App;
use crate::content::headers::Profile;
use crate::content::slot::Slot;
use crate::pages::data::{CheckoutData, GiftData, SubscribeData, VerifyData};
use crate::render::page::Page;

/// Every page with a fixed path and no data.
///
/// To add one: a line here, and the page in the UI build; until the UI build has it, its path
/// answers 404. Whether search engines list a page is said by its head in the UI build.
pub const PAGES: &[Page] = &[
    LANDING,
    EMERGENCY,
    Page::new("home", "/home", Profile::Document),
    Page::new("lockdown", "/lockdown", Profile::Document),
    Page::new("heart-monitor", "/app", Profile::Document),
    Page::new("settings", "/settings", Profile::Document),
    Page::new("voice", "/voice", Profile::Document),
    Page::new("post-download", "/post-download", Profile::Document),
    CHECKOUT.any(),
    SUBSCRIBE.any(),
    GIFT.any(),
    VERIFY.any(),
    REDOWNLOAD.any(),
    NOT_FOUND,
];

/// Pages of the list that are not the whole answer under their path: a route of its own decides what a request gets.
const ROUTED: &[&str] = &[REDOWNLOAD.name, NOT_FOUND.name];

/// What a visitor sees first.
const LANDING: Page = Page::new("landing", "/", Profile::Document).by_cookie();
/// What somebody who has the app sees in its place: the client sets the cookie `view=app`.
const EMERGENCY: Page = Page::new("emergency", "/", Profile::Document).by_cookie();
/// The page on which a card is entered; the route for its form renders it with data.
pub(crate) const CHECKOUT: Page<CheckoutData> =
    Page::new("checkout", "/checkout", Profile::Payment);
/// Its form leads to the payment provider's own page, which only the policy of payment pages lets a form reach.
pub(crate) const SUBSCRIBE: Page<SubscribeData> =
    Page::new("subscribe", "/subscribe", Profile::Payment);
/// Buying for a friend.
pub(crate) const GIFT: Page<GiftData> = Page::new("gift", "/gift", Profile::Payment);
/// Verifying a purchase.
pub(crate) const VERIFY: Page<VerifyData> = Page::new("verify", "/verify", Profile::Document);
/// Getting the app again; its route is among those with data, because a one-time link ends there.
pub(crate) const REDOWNLOAD: Page<VerifyData> =
    Page::new("redownload", "/redownload", Profile::Document);
/// The page for every path that is none. Its path is not that of the request, because it is the same for all of them.
pub(crate) const NOT_FOUND: Page = Page::new("not-found", "/not-found", Profile::Document);

/// A route for every page that the UI build has.
pub(crate) fn routes(app: &App) -> Router<App> {
    let fixed = PAGES
        .iter()
        .filter(|page| !page.varies_by_cookie && !ROUTED.contains(&page.name));
    let fixed = fixed.filter(|page| app.renderer.has(page.name));
    let routes = fixed.fold(Router::new(), |routes, page| {
        let serve = async move |State(app): State<App>, headers: HeaderMap| {
            respond(&app, page, &headers, StatusCode::OK).await
        };
        routes.route(page.path, get(serve))
    });
    routes.route("/", get(first_page))
}

/// `GET /`: the landing page, or the emergency page for somebody who has the app (spec section 2 gives the path to both).
async fn first_page(State(app): State<App>, headers: HeaderMap) -> Response {
    let page = if shows_app(&headers) && app.renderer.has(EMERGENCY.name) {
        &EMERGENCY
    } else {
        &LANDING
    };
    respond(&app, page, &headers, StatusCode::OK).await
}

/// The page from the table; rendered anew when it failed at boot.
pub(crate) async fn respond<D: Serialize>(
    app: &App,
    page: &Page<D>,
    headers: &HeaderMap,
    status: StatusCode,
) -> Response {
    match app.renderer.ready(page.name) {
        Some(slot) => slot.respond(headers, status).map(Body::from),
        None => app
            .renderer
            .render(page, page.path, status, None)
            .await
            .map(Body::from),
    }
}

/// Every path whose page is ready, with what somebody who has the app sees in its place.
pub(crate) fn ready(
    app: &App,
) -> impl Iterator<Item = (&'static str, Arc<Slot>, Option<Arc<Slot>>)> {
    let slot = |page: &Page| app.renderer.ready(page.name).cloned();
    let shown = PAGES
        .iter()
        .filter(|page| page.name != EMERGENCY.name && !ROUTED.contains(&page.name));
    shown.filter_map(move |page| {
        let has_other = page.name == LANDING.name && app.renderer.has(EMERGENCY.name);
        let with_app = if has_other {
            Some(slot(&EMERGENCY)?)
        } else {
            None
        };
        Some((page.path, slot(page)?, with_app))
    })
}

/// Whether the browser holds the cookie `view=app`.
pub(crate) fn shows_app(headers: &HeaderMap) -> bool {
    let cookies = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|line| line.split(';'))
        .any(|cookie| cookie.trim() == "view=app")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_cookie_shows_the_app() {
        for (cookie, expected) in [
            ("view=app", true),
            ("a=b; view=app; c=d", true),
            ("view=apple", false),
            ("preview=app", false),
            ("a=view=app", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.parse().unwrap());
            assert_eq!(shows_app(&headers), expected, "{cookie}");
        }
    }
}
