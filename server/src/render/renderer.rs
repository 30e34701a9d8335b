//! The one thing that the rest of the server sees of the page engine.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{self, HeaderValue};
use http::{Response, StatusCode};
use serde::Serialize;

use super::boot::{BootError, report, snapshot, wait};
use super::document::Shell;
use super::error::RenderError;
use super::head::Site;
use super::page::{NoData, Page};
use super::payload::{SiteData, payload};
use super::pool::{Pool, PoolOptions};
use super::prerender::prerender;
use super::table::{Table, page_headers};
use crate::bundle::Bundle;
use crate::content::headers::Stamp;
use crate::content::slot::Slot;

/// What an overloaded answer asks the client to wait, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

/// How the engine is built.
#[derive(Debug)]
pub struct RendererOptions<'a> {
    /// The public URL without a trailing slash.
    pub origin: &'a str,
    /// What every page is told.
    pub site: SiteData,
    /// Which pages are made ready at boot.
    pub pages: &'a [Page],
    /// The render threads.
    pub pool: PoolOptions,
    /// How long the start waits for the pages.
    pub boot_limit: Duration,
    /// Which headers the pages carry.
    pub stamp: Stamp,
}

/// Answers with pages.
#[derive(Debug)]
pub struct Renderer {
    pool: Pool,
    table: Table,
    shells: HashMap<String, Shell>,
    site: SiteData,
    stamp: Stamp,
}

impl Renderer {
    /// Takes the snapshot and renders the table, side by side, then starts the render threads.
    ///
    /// V8 must have been initialised.
    pub fn start(bundle: &Bundle, options: RendererOptions<'_>) -> Result<Self, BootError> {
        let RendererOptions {
            origin,
            site,
            pages,
            pool,
            boot_limit,
            stamp,
        } = options;
        let icon = bundle
            .files
            .iter()
            .map(|file| file.url.as_str())
            .find(|url| *url == "/favicon.svg");
        let around = Site {
            origin,
            icon,
            support_email: &site.support_email,
        };
        let entries = &bundle.manifest.pages;
        let shells: HashMap<_, _> = entries
            .iter()
            .map(|(name, page)| (name.clone(), Shell::new(name, page, &around)))
            .collect();
        let pages: Vec<Page> = pages
            .iter()
            .copied()
            .filter(|page| shells.contains_key(page.name))
            .collect();
        let payloads: Vec<_> = pages
            .iter()
            .map(|page| payload::<NoData>(page.name, page.path, &site, None))
            .collect();

        let ahead = prerender(bundle.script.clone().into_owned(), payloads.clone())?;
        let script = bundle.script.clone().into_owned();
        let (snapshot, ends) = snapshot(script, payloads.clone(), boot_limit)?;
        report(&pages, &ends);
        let warm = payloads
            .iter()
            .zip(&ends)
            .filter(|(_, end)| end.is_ok())
            .map(|(payload, _)| payload.clone())
            .collect();
        let pool = Pool::start(snapshot, warm, &pool)?;

        let mut table = Table::default();
        let rendered = wait(ahead, boot_limit)?;
        for ((page, payload), html) in pages.iter().zip(&payloads).zip(rendered) {
            if let (Some(html), Some(shell)) = (html, shells.get(page.name)) {
                table.add(*page, shell, shell.fill(Some(&html), payload), stamp)?;
            }
        }
        table.compress_in_background(&pages)?;
        Ok(Self {
            pool,
            table,
            shells,
            site,
            stamp,
        })
    }

    /// The page without data, if it is ready.
    pub fn ready(&self, name: &str) -> Option<&Arc<Slot>> {
        self.table.get(name)
    }

    /// Whether the UI build has a page of that name.
    pub fn has(&self, name: &str) -> bool {
        self.shells.contains_key(name)
    }

    /// Whether search engines may list the page.
    pub fn is_listed(&self, name: &str) -> bool {
        self.shells.get(name).is_some_and(|shell| shell.is_listed)
    }

    /// Whether requests can be answered: a render thread is warm. The table is full before anybody can ask.
    pub fn is_ready(&self) -> bool {
        self.pool.is_ready()
    }

    /// The render threads.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Renders a page for the path that its router is to see. Without `data` it is what everybody gets.
    ///
    /// A failed render goes out as the shell with the data and plain HTML, with status 500, or 503 when only capacity was missing.
    pub async fn render<D: Serialize>(
        &self,
        page: &Page<D>,
        path: &str,
        status: StatusCode,
        data: Option<&D>,
    ) -> Response<Bytes> {
        let payload = payload(page.name, path, &self.site, data);
        self.render_payload(page.any(), payload, status).await
    }

    async fn render_payload(
        &self,
        page: Page,
        payload: String,
        status: StatusCode,
    ) -> Response<Bytes> {
        let Some(shell) = self.shells.get(page.name) else {
            tracing::error!(page = page.name, "The UI build lacks a page");
            return plain_failure();
        };
        let rendered = self.pool.render(payload.clone()).await;
        let (status, html) = match &rendered {
            Ok(rendered) => (status, Some(rendered.html.as_str())),
            Err(error) => (failed(page.name, error), None),
        };
        let mut response = Response::new(Bytes::from(shell.fill(html, &payload)));
        *response.status_mut() = status;
        *response.headers_mut() = page_headers(shell, page.profile, self.stamp);
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if rendered.is_err_and(|error| error.is_overload()) {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}

/// Logs and counts a failed render, and says what status tells the truth about it.
fn failed(page: &'static str, error: &RenderError) -> StatusCode {
    let reason = error.reason();
    metrics::counter!("render_failed_total", "page" => page, "reason" => reason).increment(1);
    tracing::error!(page, render.reason = reason, error = %error, "A page went out without its render");
    if error.is_overload() {
        StatusCode::SERVICE_UNAVAILABLE
    } else {
        StatusCode::INTERNAL_SERVER_ERROR
    }
}

/// The answer when there is not even a shell.
fn plain_failure() -> Response<Bytes> {
    let mut response = Response::new(Bytes::from_static(
        b"Something went wrong. Please try again.",
    ));
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response
}
