//! The page table: a prebuilt response for every page that is the same for everybody.

use std::collections::HashMap;
use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Weak};
use std::thread;

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
#[derive(Debug)]
pub(super) struct Table {
    pages: HashMap<&'static str, Arc<Prebuilt>>,
    /// Pages that somebody would get in brotli.
    wanted: Sender<Weak<Prebuilt>>,
}

impl Table {
    /// A table without pages, and the thread that compresses them with brotli, each after the first request that accepts it; until then
    /// it is sent in gzip.
    ///
    /// The best brotli of all pages takes longer than the rest of the start. The first visitor should not wait for it, and a process that
    /// shows few pages should not do it.
    pub(super) fn new() -> io::Result<Self> {
        let (wanted, orders) = channel::<Weak<Prebuilt>>();
        let thread = thread::Builder::new().name("compress".to_owned());
        // It ends with the pages, which hold the other ends.
        thread.spawn(move || {
            let pages = orders.iter().filter_map(|page| page.upgrade());
            pages.for_each(|page| add_brotli(&page));
        })?;
        Ok(Self {
            pages: HashMap::new(),
            wanted,
        })
    }

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
        let wanted = self.wanted.clone();
        let page = Arc::new_cyclic(|itself| {
            let itself = Weak::clone(itself);
            // Nobody waits for it where the thread has ended.
            page.ordering_brotli(move || _ = wanted.send(Weak::clone(&itself)))
        });
        self.pages.insert(target.name, page);
        Ok(())
    }

    /// The page `name`, if it is there.
    pub(super) fn get(&self, name: &str) -> Option<&Arc<Prebuilt>> {
        self.pages.get(name)
    }
}

fn add_brotli(page: &Prebuilt) {
    match compression::brotli(page.body(), compression::BEST) {
        Ok(bytes) => page.add_brotli(bytes.into()),
        Err(error) => tracing::error!(%error, "A page could not be compressed with brotli"),
    }
}
