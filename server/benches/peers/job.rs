//! What every arm in Rust is told of the product's pages. The package of the frameworks has this file too.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The landing page as the product sends it to browsers.
#[derive(Debug, Deserialize)]
pub(crate) struct Landing {
    pub(crate) headers: BTreeMap<String, String>,
    /// Brotli, in base64.
    pub(crate) body: String,
}

/// The page of a gift as the product sends it.
#[derive(Debug, Deserialize)]
pub(crate) struct Gift {
    pub(crate) headers: BTreeMap<String, String>,
    /// The paths of all gifts.
    pub(crate) paths: Vec<String>,
}
