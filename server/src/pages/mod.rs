//! The pages of the site, and the files that belong to them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http::StatusCode;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, HeaderMap, HeaderValue, REFRESH};
use serde::Serialize;
use serde_json::Value;

use self::data::WatchData;
use self::ready::{ReadyMap, shows_app, with_app};
use self::registry::{NOT_FOUND, NoData, PAGES, PAYMENT_WAITING, Page, Served, WATCH};
use crate::bundle::Bundle;
use crate::content::headers::SecurityHeaders;
use crate::content::on_request::OnRequest;
use crate::error::{Error, PageError};
use crate::render::{BootError, PoolOptions, Renderer, RendererOptions, SiteData};

pub mod data;
mod files;
mod ready;
pub mod registry;
mod search;

/// How the pages are set up.
#[derive(Debug)]
pub struct PagesOptions<'a> {
    /// The public URL without a trailing slash.
    pub origin: &'a str,
    /// What every page is told of the configuration.
    pub site: SiteData,
    /// What the guardian's page is told.
    pub watch: WatchData,
    /// The render threads.
    pub pool: PoolOptions,
    /// How long the start waits for the pages to render.
    pub boot_limit: Duration,
    /// The security headers of pages and files.
    pub security: SecurityHeaders,
}

/// The pages and files. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Pages {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    renderer: Renderer,
    ready: ReadyMap,
    security: SecurityHeaders,
}

/// The data of the pages that have the same data for everybody, by their names.
fn common(watch: &WatchData) -> HashMap<&'static str, Value> {
    // A struct of strings: this cannot fail.
    HashMap::from([(WATCH.name, serde_json::to_value(watch).unwrap_or_default())])
}

impl Pages {
    /// Starts the page engine and prebuilds every response that is the same for everybody. V8 must have been initialised.
    pub fn start(mut bundle: Bundle, options: PagesOptions<'_>) -> Result<Self, BootError> {
        let (origin, security) = (options.origin, options.security);
        bundle.configure(&options.site.display_name, &options.site)?;
        let prebuilt = PAGES
            .iter()
            .filter(|page| page.served != Served::OnRequest)
            .map(|page| page.at(page.path));
        let renderer = Renderer::start(
            &bundle,
            RendererOptions {
                origin,
                site: options.site,
                prebuilt: prebuilt.collect(),
                common: common(&options.watch),
                pool: options.pool,
                boot_limit: options.boot_limit,
                security,
            },
        )?;
        let files = bundle.files.into_iter();
        let files = files
            .map(|file| files::prebuilt(file, security))
            .chain(search::files(origin, &renderer, security));
        let ready = ReadyMap::new(&renderer, files);
        Ok(Self {
            inner: Arc::new(Inner {
                renderer,
                ready,
                security,
            }),
        })
    }

    /// The prebuilt response to `GET path?query` with these headers, if there is one.
    pub fn ready(
        &self,
        path: &str,
        query: Option<&str>,
        headers: &HeaderMap,
    ) -> Option<Response<Bytes>> {
        self.inner.ready.get(path, query, headers)
    }

    /// The paths that [`Pages::at`] answers: those of pages and files that need no route of their own.
    pub fn paths(&self) -> Vec<&str> {
        let pages = registry::without_route().filter(|page| self.has(page));
        let files = self.inner.ready.paths();
        let files = files.filter(|path| PAGES.iter().all(|page| page.path != *path));
        pages.map(|page| page.path).chain(files).collect()
    }

    /// The response to `GET path` for a path of [`Pages::paths`]. A page that failed to render at start is rendered again.
    pub async fn at(&self, path: &str, headers: &HeaderMap) -> Response {
        if let Some(response) = self.ready(path, None, headers) {
            return response.map(Body::from);
        }
        let with_app = with_app(path).filter(|page| shows_app(headers) && self.has(page));
        let mut without = PAGES.iter().filter(|page| page.served != Served::WithApp);
        match with_app.or_else(|| without.find(|page| page.path == path)) {
            Some(page) => self.without_data(page, headers, StatusCode::OK).await,
            None => PageError(Error::NotFound("Page not found")).into_response(),
        }
    }

    /// A page with its data.
    pub async fn show<D: Serialize>(
        &self,
        page: &Page<D>,
        status: StatusCode,
        data: &D,
    ) -> Response {
        self.show_at(page, page.path, status, data).await
    }

    /// A page with its data, at a path that has parameters.
    pub async fn show_at<D: Serialize>(
        &self,
        page: &Page<D>,
        path: &str,
        status: StatusCode,
        data: &D,
    ) -> Response {
        let page = self
            .inner
            .renderer
            .render(page.at(path), status, Some(data));
        page.await.map(Body::from)
    }

    /// A page as everybody gets it.
    pub async fn without_data<D: Serialize>(
        &self,
        page: &Page<D>,
        headers: &HeaderMap,
        status: StatusCode,
    ) -> Response {
        let renderer = &self.inner.renderer;
        if let Some(prebuilt) = renderer.prebuilt(page.name) {
            return prebuilt.respond(headers, status).map(Body::from);
        }
        let page = renderer.render(page.at(page.path), status, None::<&D>);
        page.await.map(Body::from)
    }

    /// A form's page again, with data that `describe` makes of the error's sentence: status 422 where the input is wrong.
    pub async fn show_again<D: Serialize>(
        &self,
        page: &Page<D>,
        path: &str,
        error: Error,
        describe: impl FnOnce(String) -> D,
    ) -> Response {
        let status = match &error {
            Error::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            other => other.status(),
        };
        if matches!(error, Error::Internal(_)) || !self.has(page) {
            return PageError(error).into_response();
        }
        let data = describe(error.to_string());
        let mut response = self.show_at(page, path, status, &data).await;
        if page.served == Served::OnRequest {
            // What was typed stands beside data of a person: the length of the compressed page could tell how much of it is alike.
            response.extensions_mut().remove::<OnRequest>();
        }
        // The page carries the error's headers (such as Retry-After) and the error itself, for the log.
        let (parts, _) = error.into_response().into_parts();
        for (name, value) in &parts.headers {
            if !response.headers().contains_key(name) && name != CONTENT_LENGTH {
                response.headers_mut().insert(name, value.clone());
            }
        }
        response.extensions_mut().extend(parts.extensions);
        response
    }

    /// The page "Page Not Found"; a sentence where the UI build has no such page.
    pub async fn not_found(&self, headers: &HeaderMap) -> Response {
        if self.has(&NOT_FOUND) {
            self.without_data::<NoData>(&NOT_FOUND, headers, StatusCode::NOT_FOUND)
                .await
        } else {
            Error::NotFound("Page not found").into_response()
        }
    }

    /// The page for a buyer whose payment cannot be looked up, which asks again by itself; `None` where the UI build has no such page.
    pub async fn payment_waiting(&self, headers: &HeaderMap) -> Option<Response> {
        if !self.has(&PAYMENT_WAITING) {
            return None;
        }
        let status = StatusCode::SERVICE_UNAVAILABLE;
        let page = self.without_data::<NoData>(&PAYMENT_WAITING, headers, status);
        let mut response = page.await;
        let headers = response.headers_mut();
        headers.insert(REFRESH, HeaderValue::from_static("10"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        Some(response)
    }

    /// Whether pages can be rendered.
    pub fn is_ready(&self) -> bool {
        self.inner.renderer.is_ready()
    }

    /// How many pages were rendered on request so far.
    pub fn rendered(&self) -> u64 {
        self.inner.renderer.rendered()
    }

    /// The security headers of pages and files.
    pub fn security(&self) -> SecurityHeaders {
        self.inner.security
    }

    fn has<D>(&self, page: &Page<D>) -> bool {
        self.inner.renderer.has(page.name)
    }
}
