//! The UI build: the server script, the page manifest and the files for browsers.
//!
//! The files are embedded by our own `build.rs`, in debug and release builds alike: it pairs each file with the compressed siblings that
//! the UI build wrote, rebuilds when `ui/dist` changes, and says what to do when it is missing. rust-embed, `include_dir` and memory-serve
//! each lack one of the three.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use self::manifest::Manifest;

pub mod manifest;

include!(concat!(env!("OUT_DIR"), "/dist.rs"));

/// Why a bundle cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// A file that every UI build has is missing.
    #[error("the UI build lacks {0}")]
    Missing(&'static str),
    /// The server script is not text.
    #[error("server.js is not UTF-8")]
    NotText,
    /// `pages.json` cannot be read.
    #[error("pages.json cannot be read: {0}")]
    Manifest(#[from] serde_json::Error),
    /// A file cannot be compressed.
    #[error("a file of the UI build cannot be compressed: {0}")]
    Compression(#[from] std::io::Error),
}

/// A file for browsers.
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

/// Everything that the UI build gives to the server.
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

    /// Writes the configuration into the files that carry it: the app's name into the web manifest, and into the service worker a hash of
    /// `site`, which is everything that pages are told of the configuration. A changed configuration so becomes a new release to
    /// installed apps, and they fetch their pages again.
    pub fn configure(
        &mut self,
        display_name: &str,
        site: &impl Serialize,
    ) -> Result<(), BundleError> {
        let hash = blake3::hash(&serde_json::to_vec(site)?).to_hex();
        let name = serde_json::Value::from(display_name).to_string();
        for file in &mut self.files {
            let text = String::from_utf8_lossy(&file.identity);
            let text = match file.url.as_str() {
                WEB_MANIFEST => text.replace("\"{displayName}\"", &name),
                SERVICE_WORKER => text.replace("{configuration}", hash.get(..10).unwrap_or(&hash)),
                _ => continue,
            };
            // The UI build compressed the files without the configuration.
            file.gzip = Some(Cow::Owned(compression::gzip(text.as_bytes())?));
            file.brotli = Some(Cow::Owned(compression::brotli(
                text.as_bytes(),
                compression::BEST,
            )?));
            file.identity = Cow::Owned(text.into_bytes());
        }
        Ok(())
    }
}

/// The web manifest, in which `{displayName}` stands for the name under which the app is installed.
const WEB_MANIFEST: &str = "/manifest.webmanifest";

/// The service worker, in which `{configuration}` stands for the hash of what pages are told of the configuration.
const SERVICE_WORKER: &str = "/sw.js";

/// The file called `name`, with its compressed siblings; `None` for a compressed sibling and for what is not for browsers.
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
    use std::io::Read as _;

    use super::*;

    fn configured(url: &str, demo_pin: &str) -> File {
        let mut bundle = Bundle::embedded().unwrap();
        let site = serde_json::json!({ "demoPin": demo_pin });
        bundle.configure("A\"B Heart Rate Monitor", &site).unwrap();
        let mut files = bundle.files.into_iter();
        files.find(|file| file.url == url).unwrap()
    }

    fn unpacked(file: &File) -> Vec<u8> {
        let mut plain = Vec::new();
        flate2::read::GzDecoder::new(file.gzip.as_deref().unwrap())
            .read_to_end(&mut plain)
            .unwrap();
        plain
    }

    #[test]
    fn the_web_manifest_carries_the_configured_name() {
        let file = configured(WEB_MANIFEST, "1234");
        let manifest: serde_json::Value = serde_json::from_slice(&file.identity).unwrap();
        assert_eq!(manifest["name"], "A\"B Heart Rate Monitor");
        assert_eq!(manifest["id"], "/app");
        assert_eq!(unpacked(&file), file.identity.as_ref());
    }

    #[test]
    fn the_service_worker_changes_with_the_configuration() {
        let [one, same, other] =
            ["1234", "1234", "9876"].map(|pin| configured(SERVICE_WORKER, pin));
        assert_eq!(one.identity, same.identity);
        assert_ne!(one.identity, other.identity);
        assert_eq!(unpacked(&other), other.identity.as_ref());
        assert!(!String::from_utf8_lossy(&one.identity).contains("{configuration}"));
    }
}
