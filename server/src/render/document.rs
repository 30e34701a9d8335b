//! The HTML document around `#root`: head, style, scripts, and the page's payload.

use askama::Template;
use data_encoding::BASE64;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::bundle::manifest::PageEntry;
use crate::domain::price::PRICE;

/// What every document of this server shares.
#[derive(Debug, Clone)]
pub(super) struct Site<'a> {
    /// The public URL without a trailing slash.
    pub(super) origin: &'a str,
    /// The URL of the icon, if there is one.
    pub(super) icon: Option<&'a str>,
    /// The support address.
    pub(super) support_email: &'a str,
}

/// The document of one page, without what a request adds.
#[derive(Debug)]
pub(super) struct Shell {
    name: String,
    page: PageEntry,
    origin: String,
    icon: Option<String>,
    /// The URL under which search engines know the page.
    canonical: Option<String>,
    /// JSON that cannot end its own element.
    structured_data: Option<String>,
    /// The content of `#root` when the render failed.
    fallback: String,
    /// The policy's source expression for the inlined style.
    pub(super) style_hash: String,
}

#[derive(Template)]
#[template(path = "document.html")]
struct Document<'a> {
    shell: &'a Shell,
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

impl Shell {
    /// The document of the page `name`.
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
        let canonical = page.head.canonical.as_ref();
        let structured = page.head.json_ld.as_ref();
        let style_hash = BASE64.encode(&Sha256::digest(page.style.as_bytes()));
        Ok(Self {
            name: name.to_owned(),
            page: page.clone(),
            origin: site.origin.to_owned(),
            icon: site.icon.map(str::to_owned),
            canonical: canonical.map(|path| format!("{}{path}", site.origin)),
            structured_data: structured.map(|data| structured_data(data, site.origin)),
            fallback: fallback.render()?,
            style_hash: format!("sha256-{style_hash}"),
        })
    }

    /// Whether search engines may list the page.
    pub(super) fn is_listed(&self) -> bool {
        self.page.head.index
    }

    /// The whole document. `html` is the rendered content of `#root`, or `None` when the render failed; `payload` is the JSON text that
    /// the page receives.
    pub(super) fn fill(&self, html: Option<&str>, payload: &str) -> Result<String, askama::Error> {
        let document = Document {
            shell: self,
            html,
            payload: &payload.replace('<', "\\u003c"),
        };
        document.render()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::manifest::Head;

    fn page() -> PageEntry {
        PageEntry {
            head: Head {
                title: "A & B".to_owned(),
                description: "\"Quoted\" <b>".to_owned(),
                index: true,
                canonical: Some("/".to_owned()),
                json_ld: Some(serde_json::json!({ "url": "{origin}/", "text": "</script>" })),
                is_installable: false,
            },
            style: "body{color:red}".to_owned(),
            early: None,
            scripts: vec!["/assets/eager-1.js".to_owned()],
            deferred: Some("/assets/client-1.js".to_owned()),
            preload: vec!["/assets/c-1.js".to_owned()],
        }
    }

    fn shell(page: &PageEntry) -> Shell {
        Shell::new(
            "landing",
            page,
            &Site {
                origin: "https://example.com",
                icon: Some("/favicon.svg"),
                support_email: "help@example.com",
            },
        )
        .unwrap()
    }

    fn filled(page: &PageEntry, html: Option<&str>, payload: &str) -> String {
        shell(page).fill(html, payload).unwrap()
    }

    #[test]
    fn the_document_has_every_part_of_the_page_entry() {
        let text = filled(&page(), Some("<h1>Hi</h1>"), "{\"page\":\"landing\"}");
        for part in [
            "<!doctype html><html lang=\"en\"><head>",
            "<title>A &#38; B</title>",
            "content=\"&#34;Quoted&#34; &#60;b&#62;\"",
            "<link rel=\"canonical\" href=\"https://example.com/\">",
            "<meta property=\"og:title\" content=\"A &#38; B\">",
            "<style>body{color:red}</style>",
            "<script type=\"module\" src=\"/assets/eager-1.js\" async></script>",
            "<link rel=\"modulepreload\" href=\"/assets/c-1.js\">",
            "<body data-page=\"landing\" data-deferred=\"/assets/client-1.js\">",
            "<div id=\"root\"><h1>Hi</h1></div>",
            "<script type=\"application/json\" id=\"page-data\">{\"page\":\"landing\"}</script></body></html>",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn an_early_script_precedes_the_content_and_lowers_the_priority_of_modules() {
        let mut page = page();
        page.early = Some("/assets/lock-1.js".to_owned());
        let text = filled(&page, Some("<h1>Hi</h1>"), "{}");
        let script =
            "client-1.js\"><script src=\"/assets/lock-1.js\"></script><div id=\"root\"><h1>";
        assert!(text.contains(script), "{text}");
        for later in ["c-1.js\"", "eager-1.js\" async"] {
            let tag = format!("{later} fetchpriority=\"low\">");
            assert!(text.contains(&tag), "{tag} in {text}");
        }
    }

    #[test]
    fn a_payload_cannot_end_its_element() {
        let payload =
            serde_json::json!({ "data": { "email": "</script><script>alert(1)</script><!--" } })
                .to_string();
        let text = filled(&page(), Some(""), &payload);
        let (_, rest) = text.split_once("id=\"page-data\">").unwrap();
        let (data, _) = rest.split_once("</script>").unwrap();
        assert_eq!(
            serde_json::from_str::<Value>(data).unwrap(),
            serde_json::from_str::<Value>(&payload).unwrap()
        );
        assert!(!text.contains("alert(1)</script>"));
    }

    #[test]
    fn structured_data_has_the_public_url_and_cannot_end_its_element() {
        let text = filled(&page(), Some(""), "{}");
        let (_, rest) = text.split_once("ld+json\">").unwrap();
        let (data, _) = rest.split_once("</script>").unwrap();
        let data: Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["url"], "https://example.com/");
        assert_eq!(data["text"], "</script>");
    }

    #[test]
    fn a_failed_render_is_marked_and_replaced_by_the_fallback() {
        let text = filled(&page(), None, "{}");
        assert!(text.contains("<div id=\"root\" data-render=\"failed\"><main>"));
        assert!(text.contains("id=\"page-data\">{}</script>"));
    }

    #[test]
    fn a_page_that_is_not_listed_has_noindex_and_no_preview() {
        let mut hidden = page();
        hidden.head.index = false;
        hidden.head.canonical = None;
        let text = filled(&hidden, Some(""), "{}");
        assert!(text.contains("<meta name=\"robots\" content=\"noindex\">"));
        assert!(!text.contains("og:"));
    }

    #[test]
    fn the_style_hash_is_the_sha256_of_the_style() {
        // printf 'body{color:red}' | openssl dgst -sha256 -binary | base64
        assert_eq!(
            shell(&page()).style_hash,
            "sha256-FcQqt3aNlV7AZnGV4zkQRVeCeJOxbMPnQSx258L803E="
        );
    }

    #[test]
    fn an_installable_page_has_the_heart_icon_instead_of_the_products() {
        let mut page = page();
        page.head.is_installable = true;
        let document = filled(&page, Some("<main></main>"), "{}");
        assert!(document.contains("<link rel=\"manifest\" href=\"/manifest.webmanifest\">"));
        assert!(document.contains("href=\"/icons/heart.svg\""));
        assert!(!document.contains("/favicon.svg"));
    }
}
