//! What the page engine must know of a page.

use std::marker::PhantomData;

use serde::Serialize;

use crate::content::headers::Profile;

/// One page. `D` is the type of its page data; a page that is the same for everybody has none.
#[derive(Debug)]
pub struct Page<D = NoData> {
    /// The page's name in the UI build.
    pub name: &'static str,
    /// The path that the page's router sees; one in braces is a pattern.
    pub path: &'static str,
    /// Which headers it carries.
    pub profile: Profile,
    /// Whether a cookie decides that this page is shown under this path.
    pub varies_by_cookie: bool,
    data: PhantomData<fn(&D)>,
}

/// The data of a page that is the same for everybody. There is no such value.
#[derive(Debug, Clone, Copy, Serialize)]
pub enum NoData {}

impl<D> Page<D> {
    /// A page.
    pub const fn new(name: &'static str, path: &'static str, profile: Profile) -> Self {
        Self {
            name,
            path,
            profile,
            varies_by_cookie: false,
            data: PhantomData,
        }
    }

    /// The same page where a cookie decides whether it is shown under its path.
    #[must_use]
    pub const fn by_cookie(mut self) -> Self {
        self.varies_by_cookie = true;
        self
    }

    /// The same page without its type of data, for lists of all pages.
    pub const fn any(self) -> Page {
        Page {
            name: self.name,
            path: self.path,
            profile: self.profile,
            varies_by_cookie: self.varies_by_cookie,
            data: PhantomData,
        }
    }
}

impl<D> Clone for Page<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for Page<D> {}
