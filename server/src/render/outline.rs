//! The document of a page as its template writes it, taken apart at what a request adds.

use std::io;

use askama::Template;
use data_encoding::BASE64;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::error::BootError;
use crate::bundle::File;
use crate::bundle::manifest::{Installs, PageEntry};
use crate::content::headers::SecurityHeaders;
use crate::domain::price::PRICE;

/// Stands for what a request adds while a document is taken apart. No text of a UI build has this character.
pub(super) const HOLE: &str = "\u{1a}";

/// What every document of this server shares.
#[derive(Debug, Clone)]
pub(super) struct Site<'a> {
    /// The public URL without a trailing slash.
    pub(super) origin: &'a str,
    /// The URL of the icon, if there is one.
    pub(super) icon: Option<&'a str>,
    /// The support address.
    pub(super) support_email: &'a str,
    /// The name under which the app is installed.
    pub(super) display_name: &'a str,
    /// Which headers the pages carry.
    pub(super) security: SecurityHeaders,
    /// The files of the UI build.
    pub(super) files: &'a [File],
}

/// A script element of a document.
#[derive(Debug)]
struct Script {
    url: String,
    /// The attribute by which the browser refuses other bytes: <https://www.w3.org/TR/SRI/>. Empty for a file that is not in the UI build.
    integrity: String,
}

impl Script {
    fn new(url: &str, files: &[File]) -> Self {
        let file = files.iter().find(|file| file.url == url);
        let attribute = |file: &File| {
            let hash = BASE64.encode(&Sha256::digest(&file.identity));
            format!(" integrity=\"sha256-{hash}\"")
        };
        Self {
            url: url.to_owned(),
            integrity: file.map(attribute).unwrap_or_default(),
        }
    }
}

/// What the template writes of a page.
#[derive(Debug)]
pub(super) struct Outline {
    name: String,
    page: PageEntry,
    early: Option<Script>,
    scripts: Vec<Script>,
    origin: String,
    icon: Option<String>,
    display_name: String,
    /// The URL under which search engines know the page.
    canonical: Option<String>,
    /// JSON that cannot end its own element.
    structured_data: Option<String>,
    /// The content of `#root` when the render failed.
    fallback: String,
}

#[derive(Template)]
#[template(path = "document.html")]
struct Document<'a> {
    shell: &'a Outline,
    html: Option<&'a str>,
    payload: &'a str,
}

#[derive(Template)]
#[template(path = "fallback.html")]
struct Fallback<'a> {
    title: &'a str,
    support_email: &'a str,
    price: String,
    is_for_sale: bool,
}

impl Outline {
    /// The outline of the page `name`.
    pub(super) fn new(
        name: &str,
        page: &PageEntry,
        site: &Site<'_>,
    ) -> Result<Self, askama::Error> {
        let fallback = Fallback {
            title: &page.head.title,
            support_email: site.support_email,
            price: PRICE.to_string(),
            is_for_sale: matches!(name, "landing" | "checkout" | "subscribe"),
        };
        let script = |url: &String| Script::new(url, site.files);
        let canonical = page.head.canonical.as_ref();
        let structured = page.head.json_ld.as_ref();
        Ok(Self {
            name: name.to_owned(),
            early: page.early.as_ref().map(script),
            scripts: page.scripts.iter().map(script).collect(),
            page: page.clone(),
            display_name: site.display_name.to_owned(),
            origin: site.origin.to_owned(),
            icon: site.icon.map(str::to_owned),
            canonical: canonical.map(|path| format!("{}{path}", site.origin)),
            structured_data: structured.map(|data| structured_data(data, site.origin)),
            fallback: fallback.render()?,
        })
    }

    /// What the template writes around its holes: the payload, and `html` where that is one.
    pub(super) fn take_apart<const PIECES: usize>(
        &self,
        html: Option<&str>,
    ) -> Result<[String; PIECES], BootError> {
        let document = Document {
            shell: self,
            html,
            payload: HOLE,
        };
        let text = document.render()?;
        let pieces: Vec<_> = text.split(HOLE).map(str::to_owned).collect();
        let broken = |_| io::Error::other("a page of the UI build has the character U+001A");
        Ok(pieces.try_into().map_err(broken)?)
    }

    /// The attribute of module scripts. The browser paints nothing before an early script has run, so modules let it go first.
    fn priority(&self) -> &'static str {
        match self.page.early {
            Some(_) => " fetchpriority=\"low\"",
            None => "",
        }
    }
}

fn structured_data(data: &Value, origin: &str) -> String {
    data.to_string()
        .replace("{origin}", origin)
        .replace('<', "\\u003c")
}
