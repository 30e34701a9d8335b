//! What the UI build made: the server script, the page manifest and the files for browsers.
//!
//! The files are embedded by our own `build.rs`, in debug and release builds alike: it pairs each file with the compressed siblings that
//! the UI build wrote, rebuilds when `ui/dist` changes, and says what to do when it is missing. The usual crates (rust-embed, `include_dir`,
//! memory-serve) each lack one of the three and would not save a line.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::render::manifest::Manifest;

include!(concat!(env!("OUT_DIR"), "/dist.rs"));

/// Why a bundle cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// A file that every bundle has is not there.
    #[error("the UI build lacks {0}")]
    Missing(&'static str),
    /// The server script is not text.
    #[error("server.js is not UTF-8")]
    NotText,
    /// `pages.json` does not have the agreed form.
    #[error("pages.json cannot be read: {0}")]
    Manifest(#[from] serde_json::Error),
}

/// A file that browsers may ask for.
#[derive(Debug, Clone)]
pub struct File {
    /// The path of its URL, with the leading slash.
    pub url: String,
    /// The bytes as they are.
    pub identity: Cow<'static, [u8]>,
    /// The same, compressed by gzip.
    pub gzip: Option<Cow<'static, [u8]>>,
    /// The same, compressed by brotli.
    pub brotli: Option<Cow<'static, [u8]>>,
}

/// Everything that the UI build hands to the server.
#[derive(Debug, Clone)]
pub struct Bundle {
    /// One script that sets `var SSR = { render }`.
    pub script: Cow<'static, str>,
    /// The page manifest.
    pub manifest: Manifest,
    /// The files under `assets/` and `public/`, by URL.
    pub files: Vec<File>,
}

impl Bundle {
    /// The bundle inside this binary.
    pub fn embedded() -> Result<Self, BundleError> {
        let all: BTreeMap<&str, &'static [u8]> = FILES.iter().copied().collect();
        let script = all
            .get("server.js")
            .ok_or(BundleError::Missing("server.js"))?;
        let manifest = all
            .get("pages.json")
            .ok_or(BundleError::Missing("pages.json"))?;
        Ok(Self {
            script: Cow::Borrowed(std::str::from_utf8(script).map_err(|_| BundleError::NotText)?),
            manifest: serde_json::from_slice(manifest)?,
            files: all
                .iter()
                .filter_map(|(name, body)| file(&all, name, body))
                .collect(),
        })
    }

    /// Writes the configured name of the app into the web manifest.
    pub fn name_app(&mut self, display_name: &str) {
        for file in self
            .files
            .iter_mut()
            .filter(|file| file.url == WEB_MANIFEST)
        {
            let name = serde_json::Value::from(display_name).to_string();
            let text = String::from_utf8_lossy(&file.identity).replace("\"{displayName}\"", &name);
            file.identity = Cow::Owned(text.into_bytes());
            // What the UI build compressed has no name in it.
            file.gzip = None;
            file.brotli = None;
        }
    }
}

/// The web manifest, in which `{displayName}` stands for the name under which the app is installed.
const WEB_MANIFEST: &str = "/manifest.webmanifest";

/// The file called `name`, with its compressed siblings; `None` for what is no file of its own or is not for browsers.
fn file(all: &BTreeMap<&str, &'static [u8]>, name: &str, body: &'static [u8]) -> Option<File> {
    let url = if name.starts_with("assets/") {
        format!("/{name}")
    } else {
        format!("/{}", name.strip_prefix("public/")?)
    };
    let stem = name
        .strip_suffix(".br")
        .or_else(|| name.strip_suffix(".gz"));
    if stem.is_some_and(|stem| all.contains_key(stem)) {
        return None;
    }
    let sibling = |ending: &str| {
        all.get(format!("{name}{ending}").as_str())
            .map(|bytes| Cow::Borrowed(*bytes))
    };
    Some(File {
        url,
        identity: Cow::Borrowed(body),
        gzip: sibling(".gz"),
        brotli: sibling(".br"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_web_manifest_carries_the_configured_name_and_nothing_that_was_compressed_without_it() {
        let mut bundle = Bundle::embedded().unwrap();
        bundle.name_app("A\"B Heart Rate Monitor");
        let file = bundle
            .files
            .iter()
            .find(|file| file.url == WEB_MANIFEST)
            .unwrap();
        let manifest: serde_json::Value = serde_json::from_slice(&file.identity).unwrap();
        assert_eq!(manifest["name"], "A\"B Heart Rate Monitor");
        assert_eq!(manifest["id"], "/app");
        assert!(file.gzip.is_none() && file.brotli.is_none());
    }
}
