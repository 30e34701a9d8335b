//! The renderer: all that the rest of the server sees of the page engine.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{self, HeaderValue};
use http::{Response, StatusCode};
use serde::Serialize;
use serde_json::Value;

use super::boot::{report, snapshot, wait};
use super::document::Shell;
use super::error::{BootError, RenderError};
use super::failures::record_failure;
use super::outline::Site;
use super::payload::{SiteData, payload};
use super::personal::{Markers, Parts};
use super::pool::{Pool, PoolOptions};
use super::prerender::prerender;
use super::shapes::Shapes;
use super::table::{Table, Target};
use crate::bundle::Bundle;
use crate::content::headers::SecurityHeaders;
use crate::content::prebuilt::Prebuilt;

/// What an overloaded response asks the client to wait, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

/// How the engine is built.
#[derive(Debug)]
pub struct RendererOptions<'a> {
    /// The public URL without a trailing slash.
    pub origin: &'a str,
    /// What every page is told.
    pub site: SiteData,
    /// The pages that are the same for everybody, to be rendered at start. Those that the UI build lacks are left out.
    pub prebuilt: Vec<Target<'static>>,
    /// The data of those among them that have some, by their names.
    pub common: HashMap<&'static str, Value>,
    /// The render threads.
    pub pool: PoolOptions,
    /// How long the start waits for the pages.
    pub boot_limit: Duration,
    /// Which headers the pages carry.
    pub security: SecurityHeaders,
}

/// Renders pages.
#[derive(Debug)]
pub struct Renderer {
    pool: Pool,
    table: Table,
    shells: HashMap<String, Shell>,
    shapes: Shapes,
    site: SiteData,
    common: HashMap<&'static str, Value>,
}

impl Renderer {
    /// Takes the snapshot and renders the page table, side by side, then starts the render threads.
    ///
    /// V8 must have been initialised.
    pub fn start(bundle: &Bundle, options: RendererOptions<'_>) -> Result<Self, BootError> {
        let RendererOptions {
            site,
            security,
            boot_limit,
            common,
            ..
        } = options;
        let shells = shells(bundle, options.origin, &site, security)?;
        let targets = options.prebuilt.into_iter();
        let targets: Vec<_> = targets
            .filter(|target| shells.contains_key(target.name))
            .collect();
        let payloads: Vec<_> = targets
            .iter()
            .map(|target| payload(target.name, target.path, &site, common.get(target.name)))
            .collect();

        let prerendering = prerender(bundle.script.clone().into_owned(), payloads.clone())?;
        let script = bundle.script.clone().into_owned();
        let (snapshot, outcomes) = snapshot(script, payloads.clone(), boot_limit)?;
        report(targets.iter().map(|target| target.name), &outcomes);
        let warm = payloads
            .iter()
            .zip(&outcomes)
            .filter(|(_, outcome)| outcome.is_ok())
            .map(|(payload, _)| payload.clone())
            .collect();
        let pool = Pool::start(snapshot, warm, &options.pool)?;

        let mut table = Table::new()?;
        let rendered = match wait(prerendering, boot_limit) {
            Err(BootError::Render(error)) => vec![Err(error.to_string()); targets.len()],
            rendered => rendered?,
        };
        let rendered = rendered.into_iter().zip(outcomes);
        for ((target, payload), (html, outcome)) in targets.iter().zip(&payloads).zip(rendered) {
            let html = html.map_or_else(|reason| instead(target.name, &reason, outcome), Some);
            if let (Some(html), Some(shell)) = (html, shells.get(target.name)) {
                table.add(*target, shell, shell.fill(&html, payload))?;
            }
        }
        Ok(Self {
            pool,
            table,
            shells,
            shapes: Shapes::default(),
            site,
            common,
        })
    }

    /// The page `name` as everybody gets it, if it is in the page table.
    pub fn prebuilt(&self, name: &str) -> Option<&Arc<Prebuilt>> {
        self.table.get(name)
    }

    /// Whether the UI build has a page `name`.
    pub fn has(&self, name: &str) -> bool {
        self.shells.contains_key(name)
    }

    /// Whether search engines may list the page.
    pub fn is_listed(&self, name: &str) -> bool {
        self.shells.get(name).is_some_and(Shell::is_listed)
    }

    /// Whether a render thread is warm. The page table is complete once [`Renderer::start`] has returned.
    pub fn is_ready(&self) -> bool {
        self.pool.is_ready()
    }

    /// How many pages were rendered on request so far.
    pub fn rendered(&self) -> u64 {
        self.pool.rendered()
    }

    /// Renders a page. Without `data` it is what everybody gets.
    ///
    /// The response has an extension [`OnRequest`](crate::content::on_request::OnRequest), with which it can be compressed. When the
    /// render fails, the document goes out with its data and the fallback, with status 500, or 503 when only capacity was missing.
    pub async fn render<D: Serialize>(
        &self,
        target: Target<'_>,
        status: StatusCode,
        data: Option<&D>,
    ) -> Response<Bytes> {
        let Some(shell) = self.shells.get(target.name) else {
            tracing::error!(page = target.name, "The UI build lacks a page");
            return plain_failure();
        };
        let common = || self.common.get(target.name);
        let payload = data.map_or_else(
            || payload(target.name, target.path, &self.site, common()),
            |data| payload(target.name, target.path, &self.site, Some(data)),
        );
        let parts = target.spliced.and_then(|route| {
            let data = serde_json::to_value(data?).ok()?;
            Parts::of(route, target.path, data)
        });
        let rendered = match &parts {
            Some(parts) => self.fill_or_render(target, parts, &payload).await,
            None => self.render_html(payload.clone()).await,
        };
        respond(shell, target, status, &rendered, &payload)
    }

    async fn render_html(&self, payload: String) -> Result<String, RenderError> {
        Ok(self.pool.render(payload).await?.html)
    }

    /// The HTML of a page that can be filled like a template, once its shape is known.
    async fn fill_or_render(
        &self,
        target: Target<'_>,
        parts: &Parts,
        text: &str,
    ) -> Result<String, RenderError> {
        let name = target.name;
        if let Some(html) = self.shapes.fill(name, parts) {
            metrics::counter!("pages_filled_total", "page" => name).increment(1);
            return Ok(html);
        }
        let html = self.render_html(text.to_owned()).await?;
        if let Some(begun) = self.shapes.begin(name, parts) {
            let first = self.render_marked(name, parts, Markers::First).await;
            let second = self.render_marked(name, parts, Markers::Second).await;
            begun.end(parts, &html, &[first, second]);
        }
        Ok(html)
    }

    async fn render_marked(
        &self,
        name: &str,
        parts: &Parts,
        markers: Markers,
    ) -> Result<String, RenderError> {
        let (path, data) = parts.marked(markers);
        let payload = payload(name, &path, &self.site, Some(&data));
        self.render_html(payload).await
    }
}

fn respond(
    shell: &Shell,
    target: Target<'_>,
    status: StatusCode,
    rendered: &Result<String, RenderError>,
    payload: &str,
) -> Response<Bytes> {
    let (status, document) = match rendered {
        Ok(html) => (status, shell.fill(html, payload)),
        Err(error) => (
            record_failure(target.name, error),
            shell.fill_failed(payload),
        ),
    };
    let document = Bytes::from(document);
    let mut response = Response::new(document.clone());
    *response.status_mut() = status;
    *response.headers_mut() = shell.headers(target.profile).clone();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    match rendered {
        Ok(_) => {
            let document = shell.on_request(document);
            response.extensions_mut().insert(document);
        }
        Err(error) if error.is_overload() => {
            headers.insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        Err(_) => {}
    }
    response
}

fn shells(
    bundle: &Bundle,
    origin: &str,
    data: &SiteData,
    security: SecurityHeaders,
) -> Result<HashMap<String, Shell>, BootError> {
    let urls = bundle.files.iter().map(|file| file.url.as_str());
    let site = Site {
        origin,
        icon: urls.into_iter().find(|url| *url == "/favicon.svg"),
        support_email: &data.support_email,
        display_name: &data.display_name,
        security,
        files: &bundle.files,
    };
    let pages = bundle.manifest.pages.iter();
    pages
        .map(|(name, page)| Ok((name.clone(), Shell::new(name, page, &site)?)))
        .collect()
}

/// What the snapshot rendered of a page that could not be rendered ahead. A page that failed there as well has been logged.
fn instead(
    page: &'static str,
    reason: &str,
    outcome: Result<String, RenderError>,
) -> Option<String> {
    let html = outcome.ok()?;
    tracing::error!(
        page,
        reason,
        "A page could not be rendered ahead; serves what the snapshot rendered"
    );
    Some(html)
}

/// The response where there is not even a document.
fn plain_failure() -> Response<Bytes> {
    let sentence = b"Something went wrong. Please try again.";
    let mut response = Response::new(Bytes::from_static(sentence));
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response
}
