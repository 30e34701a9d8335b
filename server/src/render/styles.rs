//! The inlined styles of a page: one in the head, and for some a second one where what stands below the first screen begins.

use std::iter;

use data_encoding::BASE64;
use sha2::{Digest as _, Sha256};

use crate::bundle::manifest::PageEntry;

/// The place of the second style in a page's HTML. A browser paints what stands above before that style has come.
const FOLD: &str = "<div data-fold=\"true\"></div>";

/// The styles of one page.
#[derive(Debug)]
pub(super) struct Styles {
    /// The source expressions that allow them, such as `sha256-...` without quotes.
    pub(super) hashes: Vec<String>,
    /// The second style in its element, or an empty text.
    below_fold: String,
}

impl Styles {
    /// The styles of a page.
    pub(super) fn of(page: &PageEntry) -> Self {
        let below_fold = page.below_fold.as_ref();
        let hash = |css: &String| BASE64.encode(&Sha256::digest(css));
        Self {
            hashes: iter::once(&page.style)
                .chain(below_fold)
                .map(|css| format!("sha256-{}", hash(css)))
                .collect(),
            below_fold: below_fold.map_or_else(String::new, |css| format!("<style>{css}</style>")),
        }
    }

    /// The page's HTML with its second style: what stands above, the style, and what stands below.
    pub(super) fn put_into<'a>(&'a self, html: &'a str) -> [&'a str; 3] {
        let (above, below) = html.split_once(FOLD).unwrap_or((html, ""));
        [above, &self.below_fold, below]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn styles(below_fold: Option<&str>) -> Styles {
        let head = serde_json::json!({ "title": "", "description": "", "index": false, "translate": true });
        let page = serde_json::json!({
            "head": head, "style": "body{color:red}", "belowFold": below_fold, "scripts": [], "preload": [],
        });
        Styles::of(&serde_json::from_value(page).unwrap())
    }

    #[test]
    fn a_style_is_allowed_by_its_sha256() {
        // printf 'body{color:red}' | openssl dgst -sha256 -binary | base64
        let first = "sha256-FcQqt3aNlV7AZnGV4zkQRVeCeJOxbMPnQSx258L803E=";
        let second = "sha256-HJTPZERdzf/z7qqTGNitczq4erJRc/mptSiE6ediUxw=";
        assert_eq!(styles(None).hashes, [first]);
        assert_eq!(styles(Some("b{color:blue}")).hashes, [first, second]);
    }

    #[test]
    fn the_second_style_takes_its_place_or_comes_last() {
        let styles = styles(Some("b{color:blue}"));
        for (html, expected) in [
            (
                "<h1>A</h1><div data-fold=\"true\"></div><p>B</p>",
                "<h1>A</h1><style>b{color:blue}</style><p>B</p>",
            ),
            ("<h1>A</h1>", "<h1>A</h1><style>b{color:blue}</style>"),
        ] {
            assert_eq!(styles.put_into(html).concat(), expected);
        }
    }

    #[test]
    fn a_page_without_a_second_style_stays_as_it_is() {
        assert_eq!(styles(None).put_into("<h1>A</h1>").concat(), "<h1>A</h1>");
    }
}
