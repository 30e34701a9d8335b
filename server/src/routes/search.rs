//! What search engines and security researchers look for.

use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;

use crate::app::App;
use crate::domain::clock::{iso, millis, now};
use crate::routes::pages::PAGES;

/// How long the contact text says that it is good for; RFC 9116, section 2.5.5 asks for less than a year.
const CONTACT_TERM: Duration = Duration::from_hours(300 * 24);

/// How a sitemap begins (sitemaps.org).
const SITEMAP: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
    <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">";

/// `GET /robots.txt`.
pub(crate) async fn robots(State(app): State<App>) -> Response {
    let text = format!(
        "User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: {}/sitemap.xml\n",
        app.origin
    );
    with_type("text/plain; charset=utf-8", text)
}

/// `GET /sitemap.xml`: the pages that the UI build lets search engines list.
pub(crate) async fn sitemap(State(app): State<App>) -> Response {
    let listed = PAGES
        .iter()
        .filter(|page| app.renderer.is_listed(page.name));
    let mut text = String::from(SITEMAP);
    for page in listed {
        let parts = ["<url><loc>", app.origin.as_str(), page.path, "</loc></url>"];
        text.extend(parts);
    }
    text.push_str("</urlset>");
    with_type("application/xml; charset=utf-8", text)
}

/// `GET /.well-known/security.txt` (RFC 9116); in words that say nothing of the product's purpose.
pub(crate) async fn security(State(app): State<App>) -> Response {
    let expires = iso(now() + millis(CONTACT_TERM));
    let (mail, origin) = (&app.config.support_email, &app.origin);
    let text = format!(
        "Contact: mailto:{mail}\nExpires: {expires}\nPreferred-Languages: en\nCanonical: {origin}/.well-known/security.txt\n"
    );
    with_type("text/plain; charset=utf-8", text)
}

fn with_type(kind: &'static str, text: String) -> Response {
    (
        [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "public, max-age=3600"),
        ],
        text,
    )
        .into_response()
}
