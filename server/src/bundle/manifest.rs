//! The page manifest: what the UI build says about every page.

use std::collections::BTreeMap;

use serde::Deserialize;

/// `pages.json`.
#[derive(Debug, Clone, Deserialize)]
pub struct Manifest {
    /// A hash over both bundles: two builds with the same hash are the same.
    pub build: String,
    /// The pages by name.
    pub pages: BTreeMap<String, PageEntry>,
}

/// What the document around one page needs.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageEntry {
    /// Title, description and the like.
    pub head: Head,
    /// The CSS that stands in the head; its hash is allowed by the policy.
    pub style: String,
    /// The CSS of what stands below the first screen, which the page has a place for; allowed in the same way.
    #[serde(default)]
    pub below_fold: Option<String>,
    /// The script that runs before the browser paints anything, if the page has one.
    #[serde(default)]
    pub early: Option<String>,
    /// Module scripts that load at once.
    pub scripts: Vec<String>,
    /// The module that hydrates the page.
    pub deferred: Option<String>,
    /// Modules to load ahead for it.
    pub preload: Vec<String>,
}

/// The picture that a link preview shows, 1200 by 630 pixels.
#[derive(Debug, Clone, Deserialize)]
pub struct Preview {
    /// The path of the file.
    pub path: String,
    /// What is to be seen.
    pub alt: String,
}

/// The head's contents for browsers, search engines and link previews.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Head {
    /// The window's title.
    pub title: String,
    /// One or two sentences.
    pub description: String,
    /// Whether search engines may list the page.
    pub index: bool,
    /// Whether browsers may translate the page.
    pub translate: bool,
    /// The path under which the page is known, if it has one.
    pub canonical: Option<String>,
    /// Structured data in which `{origin}` stands for the public URL.
    pub json_ld: Option<serde_json::Value>,
    /// The picture of link previews, which a page without one does not have.
    #[serde(default)]
    pub preview: Option<Preview>,
    /// What can be installed from the page: it then has that web manifest and its icons.
    #[serde(default)]
    pub installs: Option<Installs>,
}

/// What can be installed from a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Installs {
    /// The app, with the heart for an icon.
    App,
    /// The guardian's page.
    Watch,
}
