//! What search engines and security researchers look for.

use std::time::{Duration, SystemTime};

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;

use crate::app::App;
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
    let expires = rfc3339(SystemTime::now() + CONTACT_TERM);
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

/// The date of `time` at midnight UTC, as RFC 3339 writes it (days to civil date after Howard Hinnant's `civil_from_days`).
fn rfc3339(time: SystemTime) -> String {
    let days = time
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default()
        .as_secs()
        / 86_400
        + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T00:00:00Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right_around_leap_days_and_year_ends() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T00:00:00Z"),
            (1_709_251_200, "2024-03-01T00:00:00Z"),
            (1_798_761_599, "2026-12-31T00:00:00Z"),
            (1_798_761_600, "2027-01-01T00:00:00Z"),
        ] {
            assert_eq!(
                rfc3339(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)),
                expected
            );
        }
    }
}
