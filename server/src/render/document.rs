//! The HTML document around `#root`: head, style, scripts, and the page's payload.

use std::sync::Arc;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};

use super::error::BootError;
use super::outline::{HOLE, Outline, Site};
use super::styles::Styles;
use crate::bundle::manifest::PageEntry;
use crate::content::headers::{Profile, SecurityHeaders, hide_from_search};
use crate::content::on_request::{Beginning, OnRequest};

/// The document of one page, without what a request adds.
#[derive(Debug)]
pub(super) struct Shell {
    is_listed: bool,
    /// Everything before the rendered HTML, between it and the payload, and after that.
    around: [String; 3],
    /// The beginning, deflated.
    beginning: Arc<Beginning>,
    /// Everything before and after the payload when the render failed.
    around_failure: [String; 2],
    styles: Styles,
    headers: HeaderMap,
    app_headers: HeaderMap,
    payment_headers: HeaderMap,
}

impl Shell {
    /// The document of the page `name`.
    pub(super) fn new(name: &str, page: &PageEntry, site: &Site<'_>) -> Result<Self, BootError> {
        let outline = Outline::new(name, page, site)?;
        let around: [_; 3] = outline.take_apart(Some(HOLE))?;
        let [before, ..] = &around;
        let beginning = Arc::new(Beginning::new(before)?);
        let styles = Styles::of(page);
        let headers = |profile| page_headers(page, profile, site.security, &styles.hashes);
        Ok(Self {
            is_listed: page.head.index,
            beginning,
            around,
            around_failure: outline.take_apart(None)?,
            headers: headers(Profile::Document),
            app_headers: headers(Profile::App),
            payment_headers: headers(Profile::Payment),
            styles,
        })
    }

    /// Whether search engines may list the page.
    pub(super) fn is_listed(&self) -> bool {
        self.is_listed
    }

    /// The headers of every response that is this page.
    pub(super) fn headers(&self, profile: Profile) -> &HeaderMap {
        match profile {
            Profile::Payment => &self.payment_headers,
            Profile::App => &self.app_headers,
            Profile::Document | Profile::Api | Profile::File => &self.headers,
        }
    }

    /// The whole document. `html` is the rendered content of `#root`; `payload` is the JSON text that the page receives.
    pub(super) fn fill(&self, html: &str, payload: &str) -> String {
        let [before, between, after] = &self.around;
        let payload = inside_script(payload);
        let [above, style, below] = self.styles.put_into(html);
        [before, above, style, below, between, &payload, after].concat()
    }

    /// The document of a page whose render failed.
    pub(super) fn fill_failed(&self, payload: &str) -> String {
        let [before, after] = &self.around_failure;
        [before, &*inside_script(payload), after].concat()
    }

    /// A filled document, for a response whose encoding has not been chosen yet.
    pub(super) fn on_request(&self, text: Bytes) -> OnRequest {
        OnRequest {
            beginning: Arc::clone(&self.beginning),
            text,
        }
    }
}

/// JSON text that cannot end the element in which it stands.
fn inside_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

fn page_headers(
    page: &PageEntry,
    profile: Profile,
    security: SecurityHeaders,
    style_hashes: &[String],
) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(24);
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    security.apply(&mut headers, profile, style_hashes);
    if !page.head.index {
        hide_from_search(&mut headers);
    }
    headers
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::bundle::File;
    use crate::bundle::manifest::{Head, Installs, Preview};

    /// printf 'alert(1)' | openssl dgst -sha256 -binary | base64
    const INTEGRITY: &str = " integrity=\"sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=\"";

    fn page() -> PageEntry {
        PageEntry {
            head: Head {
                title: "A & B".to_owned(),
                description: "\"Quoted\" <b>".to_owned(),
                index: true,
                translate: true,
                canonical: Some("/".to_owned()),
                json_ld: Some(serde_json::json!({ "url": "{origin}/", "text": "</script>" })),
                preview: Some(Preview {
                    path: "/preview.png".to_owned(),
                    alt: "A heart".to_owned(),
                }),
                installs: None,
            },
            style: "body{color:red}".to_owned(),
            below_fold: None,
            early: None,
            scripts: vec!["/assets/eager-1.js".to_owned()],
            deferred: Some("/assets/client-1.js".to_owned()),
            preload: vec!["/assets/c-1.js".to_owned()],
        }
    }

    fn file(url: &str) -> File {
        File {
            url: url.to_owned(),
            identity: b"alert(1)".into(),
            gzip: None,
            brotli: None,
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
                display_name: "SP Heart Rate Monitor",
                security: SecurityHeaders { is_https: true },
                files: &[file("/assets/eager-1.js"), file("/assets/lock-1.js")],
            },
        )
        .unwrap()
    }

    fn filled(page: &PageEntry, html: Option<&str>, payload: &str) -> String {
        let shell = shell(page);
        html.map_or_else(
            || shell.fill_failed(payload),
            |html| shell.fill(html, payload),
        )
    }

    #[test]
    fn the_document_has_every_part_of_the_page_entry() {
        let text = filled(&page(), Some("<h1>Hi</h1>"), "{\"page\":\"landing\"}");
        for part in [
            "<!doctype html><html lang=\"en\" spellcheck=\"false\" writingsuggestions=\"false\"><head>",
            "<title>A &#38; B</title>",
            "content=\"&#34;Quoted&#34; &#60;b&#62;\"",
            "<link rel=\"canonical\" href=\"https://example.com/\">",
            "<meta property=\"og:title\" content=\"A &#38; B\">",
            "<style>body{color:red}</style>",
            &format!(
                "<script type=\"module\" src=\"/assets/eager-1.js\" async{INTEGRITY}></script>"
            ),
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
        let script = format!(
            "client-1.js\"><script src=\"/assets/lock-1.js\"{INTEGRITY}></script><div id=\"root\"><h1>"
        );
        assert!(text.contains(&script), "{text}");
        let eager = format!("eager-1.js\" async{INTEGRITY}");
        for later in ["c-1.js\"", &eager] {
            let tag = format!("{later} fetchpriority=\"low\">");
            assert!(text.contains(&tag), "{tag} in {text}");
        }
    }

    #[test]
    fn a_payload_cannot_end_its_element() {
        let email = "</script><script>alert(1)</script><!--";
        let payload = serde_json::json!({ "data": { "email": email } }).to_string();
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
    fn structured_data_has_the_public_url_cannot_end_its_element_and_comes_after_the_page() {
        let text = filled(&page(), Some("<h1>Hi</h1>"), "{}");
        let (before, rest) = text.split_once("ld+json\">").unwrap();
        assert!(before.contains("<h1>Hi</h1>"));
        let data: Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
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
    fn a_page_that_is_not_listed_has_noindex_and_no_address_in_its_preview() {
        let mut hidden = page();
        hidden.head.index = false;
        hidden.head.canonical = None;
        let text = filled(&hidden, Some(""), "{}");
        assert!(text.contains("<meta name=\"robots\" content=\"noindex\">"));
        assert!(text.contains("content=\"https://example.com/preview.png\""));
        assert!(!text.contains("og:url") && !text.contains("canonical"));
    }

    #[test]
    fn a_page_without_a_picture_has_no_link_preview() {
        let mut page = page();
        page.head.preview = None;
        assert!(!filled(&page, Some(""), "{}").contains("og:"));
    }

    #[test]
    fn every_page_allows_both_styles_and_a_failed_one_has_both_in_its_head() {
        let mut page = page();
        page.below_fold = Some("b{color:blue}".to_owned());
        for profile in [Profile::Document, Profile::App, Profile::Payment] {
            let policy = &shell(&page).headers(profile)[header::CONTENT_SECURITY_POLICY].clone();
            assert_eq!(policy.to_str().unwrap().matches("'sha256-").count(), 2);
        }
        let failed = filled(&page, None, "{}");
        assert!(failed.contains("<style>body{color:red}</style><style>b{color:blue}</style>"));
    }

    #[test]
    fn an_installable_page_has_the_heart_icon_and_the_apps_name_instead_of_the_products() {
        let mut page = page();
        page.head.installs = Some(Installs::App);
        let document = filled(&page, Some("<main></main>"), "{}");
        assert!(document.contains("<link rel=\"manifest\" href=\"/manifest.webmanifest\">"));
        assert!(document.contains("href=\"/icons/heart.svg\""));
        assert!(document.contains("-title\" content=\"SP Heart Rate Monitor\">"));
        assert!(!document.contains("/favicon.svg"));
    }

    #[test]
    fn the_guardians_page_installs_itself_and_not_the_app() {
        let mut page = page();
        page.head.installs = Some(Installs::Watch);
        let text = filled(&page, Some("<main></main>"), "{}");
        assert!(text.contains("<link rel=\"manifest\" href=\"/watch.webmanifest\">"));
        assert!(text.contains("href=\"/icons/watch.svg\""));
        let of_the_app = ["/favicon.svg", "/icons/heart.svg", "/manifest.webmanifest"];
        assert!(!of_the_app.iter().any(|one| text.contains(one)), "{text}");
    }
}
