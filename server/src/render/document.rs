//! The HTML around `#root`: head, style, scripts and the page's data.

use data_encoding::BASE64;
use sha2::{Digest as _, Sha256};

use super::fallback;
use super::head::{Site, escape, head};
use super::manifest::PageEntry;

/// The document of one page, all but what a request brings.
#[derive(Debug)]
pub struct Shell {
    /// Everything up to the attributes of `#root`.
    before: String,
    /// What stands in `#root` when the render failed.
    fallback: String,
    /// The policy's source expression for the inlined style.
    pub style_hash: String,
    /// Whether search engines may list the page.
    pub is_listed: bool,
}

impl Shell {
    /// The document of the page `name`.
    pub fn new(name: &str, page: &PageEntry, site: &Site<'_>) -> Self {
        let hash = format!(
            "sha256-{}",
            BASE64.encode(&Sha256::digest(page.style.as_bytes()))
        );
        let mut before =
            String::from("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
        before.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">");
        before.push_str(&head(page, site));
        before.push_str("</head><body data-page=\"");
        before.push_str(&escape(name));
        if let Some(deferred) = &page.deferred {
            before.push_str("\" data-deferred=\"");
            before.push_str(&escape(deferred));
        }
        before.push_str("\">");
        if let Some(early) = &page.early {
            // Neither a module nor deferred: what stands below it is not painted before it has run.
            before.push_str("<script src=\"");
            before.push_str(&escape(early));
            before.push_str("\"></script>");
        }
        before.push_str("<div id=\"root\"");
        let fallback = fallback::html(name, &page.head, site.support_email);
        Self {
            before,
            fallback,
            style_hash: hash,
            is_listed: page.head.index,
        }
    }

    /// The whole document. `html` is what the page rendered, or `None` when it failed; `payload` is the JSON text that it received.
    pub fn fill(&self, html: Option<&str>, payload: &str) -> String {
        let (state, inside) = match html {
            Some(html) => (">", html),
            None => (" data-render=\"failed\">", self.fallback.as_str()),
        };
        let data = payload.replace('<', "\\u003c");
        let parts = [
            self.before.as_str(),
            state,
            inside,
            "</div><script type=\"application/json\" id=\"page-data\">",
            &data,
            "</script></body></html>",
        ];
        parts.concat()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::render::manifest::Head;

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
    }

    #[test]
    fn the_document_holds_what_the_contract_says() {
        let text = shell(&page()).fill(Some("<h1>Hi</h1>"), "{\"page\":\"landing\"}");
        for part in [
            "<!doctype html><html lang=\"en\"><head>",
            "<title>A &amp; B</title>",
            "content=\"&quot;Quoted&quot; &lt;b&gt;\"",
            "<link rel=\"canonical\" href=\"https://example.com/\">",
            "<meta property=\"og:title\" content=\"A &amp; B\">",
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
    fn an_early_script_stands_before_everything_that_could_be_painted() {
        let mut page = page();
        page.early = Some("/assets/lock-1.js".to_owned());
        let text = shell(&page).fill(Some("<h1>Hi</h1>"), "{}");
        let script =
            "client-1.js\"><script src=\"/assets/lock-1.js\"></script><div id=\"root\"><h1>";
        assert!(text.contains(script), "{text}");
        for later in ["c-1.js\"", "eager-1.js\" async"] {
            let tag = format!("{later} fetchpriority=\"low\">");
            assert!(text.contains(&tag), "{tag} in {text}");
        }
    }

    #[test]
    fn data_cannot_leave_its_element() {
        let payload =
            serde_json::json!({ "data": { "email": "</script><script>alert(1)</script><!--" } })
                .to_string();
        let text = shell(&page()).fill(Some(""), &payload);
        let (_, rest) = text.split_once("id=\"page-data\">").unwrap();
        let (data, _) = rest.split_once("</script>").unwrap();
        assert_eq!(
            serde_json::from_str::<Value>(data).unwrap(),
            serde_json::from_str::<Value>(&payload).unwrap()
        );
        assert!(!text.contains("alert(1)</script>"));
    }

    #[test]
    fn structured_data_names_the_public_url_and_cannot_leave_its_element() {
        let text = shell(&page()).fill(Some(""), "{}");
        let (_, rest) = text.split_once("ld+json\">").unwrap();
        let (data, _) = rest.split_once("</script>").unwrap();
        let data: Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["url"], "https://example.com/");
        assert_eq!(data["text"], "</script>");
    }

    #[test]
    fn a_failed_render_is_marked_and_still_says_something() {
        let text = shell(&page()).fill(None, "{}");
        assert!(text.contains("<div id=\"root\" data-render=\"failed\"><main>"));
        assert!(text.contains("id=\"page-data\">{}</script>"));
    }

    #[test]
    fn a_page_that_search_engines_shall_not_list_says_so() {
        let mut hidden = page();
        hidden.head.index = false;
        hidden.head.canonical = None;
        let text = shell(&hidden).fill(Some(""), "{}");
        assert!(text.contains("<meta name=\"robots\" content=\"noindex\">"));
        assert!(!text.contains("og:"));
    }

    #[test]
    fn the_style_hash_is_that_of_the_style() {
        // printf 'body{color:red}' | openssl dgst -sha256 -binary | base64
        assert_eq!(
            shell(&page()).style_hash,
            "sha256-FcQqt3aNlV7AZnGV4zkQRVeCeJOxbMPnQSx258L803E="
        );
    }

    #[test]
    fn an_installable_page_has_the_heart_for_an_icon_and_names_no_product() {
        let mut page = page();
        page.head.is_installable = true;
        let document = shell(&page).fill(Some("<main></main>"), "{}");
        assert!(document.contains("<link rel=\"manifest\" href=\"/manifest.webmanifest\">"));
        assert!(document.contains("href=\"/icons/heart.svg\""));
        assert!(!document.contains("/favicon.svg"));
    }
}
