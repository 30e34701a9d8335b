//! The files for search engines, prebuilt at start.

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};

use super::registry::PAGES;
use crate::content::headers::{Profile, SecurityHeaders, hide_from_search};
use crate::content::prebuilt::Prebuilt;
use crate::render::Renderer;

/// How a sitemap begins (sitemaps.org).
const SITEMAP: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
    <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">";

/// The files with their paths.
pub(super) fn files(
    origin: &str,
    renderer: &Renderer,
    security: SecurityHeaders,
) -> impl Iterator<Item = (String, Prebuilt)> {
    [
        ("/robots.txt", robots(origin, security)),
        ("/sitemap.xml", sitemap(origin, renderer, security)),
    ]
    .into_iter()
    .map(|(path, file)| (path.to_owned(), file))
}

fn robots(origin: &str, security: SecurityHeaders) -> Prebuilt {
    let text =
        format!("User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: {origin}/sitemap.xml\n");
    file("text/plain; charset=utf-8", text, security)
}

/// The pages that search engines may list, as the UI build says.
fn sitemap(origin: &str, renderer: &Renderer, security: SecurityHeaders) -> Prebuilt {
    let listed = PAGES.iter().filter(|page| renderer.is_listed(page.name));
    let mut text = String::from(SITEMAP);
    for page in listed {
        text.extend(["<url><loc>", origin, page.path, "</loc></url>"]);
    }
    text.push_str("</urlset>");
    file("application/xml; charset=utf-8", text, security)
}

fn file(content_type: &'static str, text: String, security: SecurityHeaders) -> Prebuilt {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=3600"),
    );
    security.apply(&mut headers, Profile::Document, &[]);
    hide_from_search(&mut headers);
    Prebuilt::new(Bytes::from(text), headers)
}
