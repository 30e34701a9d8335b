//! The page table: a prebuilt response for every page that is the same for everybody.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use bytes::Bytes;
use http::header::{self, HeaderValue};

use super::document::Shell;
use crate::content::headers::Profile;
use crate::content::prebuilt::Prebuilt;

/// What is to be rendered.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// The page's name in the manifest.
    pub name: &'static str,
    /// The path that the page's router sees.
    pub path: &'a str,
    /// Which headers the response carries.
    pub profile: Profile,
    /// Whether a cookie decides that this page is shown under its path.
    pub varies_by_cookie: bool,
    /// The path in the router's notation, where the personal parts of the page are texts in known places.
    pub spliced: Option<&'static str>,
}

/// The prebuilt pages by name. A page that failed to render at start is missing here and rendered on each request.
#[derive(Debug, Default)]
pub(super) struct Table {
    pages: HashMap<&'static str, Arc<Prebuilt>>,
}

impl Table {
    /// Adds a page with its document.
    pub(super) fn add(
        &mut self,
        target: Target<'_>,
        shell: &Shell,
        document: String,
    ) -> io::Result<()> {
        let mut headers = shell.headers(target.profile).clone();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        if target.varies_by_cookie {
            headers.insert(header::VARY, HeaderValue::from_static("Cookie"));
        }
        let body = Bytes::from(document);
        let gzip = compression::gzip(&body)?;
        let page = Prebuilt::new(body, headers).with_gzip(gzip.into());
        self.pages.insert(target.name, Arc::new(page));
        Ok(())
    }

    /// The page `name`, if it is there.
    pub(super) fn get(&self, name: &str) -> Option<&Arc<Prebuilt>> {
        self.pages.get(name)
    }

    /// Compresses every page with brotli on a thread of its own, in the given order; until then pages are sent in gzip.
    ///
    /// The best brotli takes longer than the rest of the start, and the first visitor should not wait for it.
    pub(super) fn compress_in_background(&self, order: &[Target<'_>]) -> io::Result<()> {
        let pages: Vec<_> = order
            .iter()
            .filter_map(|target| self.pages.get(target.name).cloned())
            .collect();
        let thread = thread::Builder::new().name("compress".to_owned());
        thread.spawn(move || {
            let started = Instant::now();
            for page in &pages {
                add_brotli(page);
            }
            let duration_ms = started.elapsed().as_millis();
            tracing::info!(pages = pages.len(), duration_ms, "Every page is compressed");
        })?;
        Ok(())
    }
}

fn add_brotli(page: &Prebuilt) {
    match compression::brotli(page.body(), compression::BEST) {
        Ok(bytes) => page.add_brotli(bytes.into()),
        Err(error) => tracing::error!(%error, "A page could not be compressed with brotli"),
    }
}
