//! The prebuilt responses by path: pages from the page table, files of the UI build, and files for search engines.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use http::header::{self, HeaderMap};
use http::{Response, StatusCode};

use super::registry::{PAGES, Page, Served};
use crate::content::prebuilt::Prebuilt;
use crate::render::Renderer;

/// The prebuilt responses.
#[derive(Debug)]
pub(super) struct ReadyMap {
    entries: HashMap<String, Entry>,
}

#[derive(Debug)]
struct Entry {
    response: Arc<Prebuilt>,
    exception: Exception,
}

/// The requests that do not get the entry's own response.
#[derive(Debug)]
enum Exception {
    None,
    /// Browsers with the cookie `view=app` get this one.
    WithApp(Arc<Prebuilt>),
    /// Requests whose query has this parameter are answered by a route.
    Query(&'static str),
}

impl ReadyMap {
    /// Every page of the page table that is served by its path, and `files`.
    pub(super) fn new(
        renderer: &Renderer,
        files: impl Iterator<Item = (String, Prebuilt)>,
    ) -> Self {
        let files = files.map(|(path, file)| {
            let response = Arc::new(file);
            let exception = Exception::None;
            (
                path,
                Entry {
                    response,
                    exception,
                },
            )
        });
        let pages = PAGES
            .iter()
            .filter_map(|page| Some((page.path.to_owned(), entry(renderer, page)?)));
        Self {
            entries: files.chain(pages).collect(),
        }
    }

    /// The response to `GET path?query` with these headers, if it is prebuilt.
    pub(super) fn get(
        &self,
        path: &str,
        query: Option<&str>,
        headers: &HeaderMap,
    ) -> Option<Response<Bytes>> {
        let entry = self.entries.get(path)?;
        let response = match &entry.exception {
            Exception::WithApp(with_app) if shows_app(headers) => with_app,
            Exception::Query(name) if has_parameter(query, name) => return None,
            _ => &entry.response,
        };
        Some(response.respond(headers, StatusCode::OK))
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }
}

/// The entry of a page, if it is served by its path and all responses that it needs are in the page table.
fn entry(renderer: &Renderer, page: &Page) -> Option<Entry> {
    let prebuilt = |name| renderer.prebuilt(name).cloned();
    let exception = match page.served {
        Served::Always => Exception::None,
        Served::Unless(parameter) => Exception::Query(parameter),
        Served::WithoutApp => match with_app(page.path).filter(|page| renderer.has(page.name)) {
            Some(other) => Exception::WithApp(prebuilt(other.name)?),
            None => Exception::None,
        },
        Served::WithApp | Served::ForUnknownPaths | Served::OnRequest => return None,
    };
    Some(Entry {
        response: prebuilt(page.name)?,
        exception,
    })
}

/// The page that browsers with the app get under `path`.
pub(super) fn with_app(path: &str) -> Option<&'static Page> {
    let mut pages = PAGES.iter();
    pages.find(|page| page.path == path && page.served == Served::WithApp)
}

/// Whether the browser holds the cookie `view=app`.
pub(super) fn shows_app(headers: &HeaderMap) -> bool {
    let cookies = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|line| line.split(';'))
        .any(|cookie| cookie.trim() == "view=app")
}

fn has_parameter(query: Option<&str>, name: &str) -> bool {
    let mut parameters = query.unwrap_or_default().split('&');
    parameters.any(|parameter| parameter.split('=').next() == Some(name))
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

    #[test]
    fn only_the_exact_parameter_leaves_a_request_to_its_route() {
        for (query, expected) in [
            (Some("confirmed=1"), true),
            (Some("a=b&confirmed"), true),
            (Some("unconfirmed=1"), false),
            (Some("a=confirmed"), false),
            (Some(""), false),
            (None, false),
        ] {
            assert_eq!(has_parameter(query, "confirmed"), expected, "{query:?}");
        }
    }
}
