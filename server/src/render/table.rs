//! The page table: every page that is the same for everybody, ready to be sent in every encoding.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};

use super::document::Shell;
use super::page::Page;
use crate::content::compress::{brotli, gzip};
use crate::content::headers::{Profile, Stamp, hide_from_search};
use crate::content::slot::Slot;

/// The ready pages. A page that failed to render is not among them and is tried anew on each request.
#[derive(Debug, Default)]
pub struct Table {
    /// By the page's name.
    slots: HashMap<&'static str, Arc<Slot>>,
}

impl Table {
    /// Adds a page with its rendered document.
    pub fn add(
        &mut self,
        page: Page,
        shell: &Shell,
        document: String,
        stamp: Stamp,
    ) -> io::Result<()> {
        let mut headers = page_headers(shell, page.profile, stamp);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        if page.varies_by_cookie {
            headers.insert(header::VARY, HeaderValue::from_static("Cookie"));
        }
        let body = Bytes::from(document);
        let gzip = gzip(&body)?;
        self.slots.insert(
            page.name,
            Arc::new(Slot::new(body, headers).with_gzip(gzip)),
        );
        Ok(())
    }

    /// The page, if it is ready.
    pub fn get(&self, name: &str) -> Option<&Arc<Slot>> {
        self.slots.get(name)
    }

    /// Compresses every page with brotli on a thread of its own, the first of `order` first; until then they go out as gzip.
    ///
    /// The best brotli takes longer than the whole rest of the start, and the first visitor should not wait for it.
    pub fn compress_in_background(&self, order: &[Page]) -> io::Result<()> {
        let slots: Vec<_> = order
            .iter()
            .filter_map(|page| self.slots.get(page.name).cloned())
            .collect();
        thread::Builder::new().name("compress".to_owned()).spawn(move || {
            let started = Instant::now();
            for slot in &slots {
                match brotli(slot.body()) {
                    Ok(bytes) => slot.add_brotli(bytes),
                    Err(error) => tracing::error!(error = %error, "A page could not be compressed with brotli"),
                }
            }
            tracing::info!(pages = slots.len(), duration_ms = started.elapsed().as_millis(), "Every page is compressed");
        })?;
        Ok(())
    }
}

/// The headers of any answer that is this page.
pub(crate) fn page_headers(shell: &Shell, profile: Profile, stamp: Stamp) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(24);
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    stamp.apply(&mut headers, profile, Some(&shell.style_hash));
    if !shell.is_listed {
        hide_from_search(&mut headers);
    }
    headers
}
