//! The head of a document: what search engines and link previews read, the style and the scripts.

use std::fmt::Write as _;

use serde_json::Value;

use super::manifest::PageEntry;

/// What an installable page's head says: nothing in it names the product.
const INSTALLABLE: &str = concat!(
    "<link rel=\"manifest\" href=\"/manifest.webmanifest\">",
    "<link rel=\"icon\" href=\"/icons/heart.svg\">",
    "<link rel=\"apple-touch-icon\" href=\"/icons/apple-touch-icon.png\">",
    "<meta name=\"apple-mobile-web-app-title\" content=\"Heart Rate\">",
    "<meta name=\"mobile-web-app-capable\" content=\"yes\">",
    "<meta name=\"theme-color\" content=\"#e11d48\">",
);

/// What link previews are told of their picture.
const PICTURE: &str = concat!(
    "<meta property=\"og:image:width\" content=\"1200\"><meta property=\"og:image:height\" content=\"630\">",
    "<meta property=\"og:image:alt\" content=\"A heart and a heart-rate line\">",
    "<meta name=\"twitter:card\" content=\"summary_large_image\">",
);

/// What every document of this server shares.
#[derive(Debug, Clone)]
pub struct Site<'a> {
    /// The public URL without a trailing slash.
    pub origin: &'a str,
    /// The URL of the icon, if there is one.
    pub icon: Option<&'a str>,
    /// Where people find help.
    pub support_email: &'a str,
}

/// Everything between `<head>` and `</head>` but the character set and the viewport.
pub(super) fn head(page: &PageEntry, site: &Site<'_>) -> String {
    let (title, description) = (escape(&page.head.title), escape(&page.head.description));
    let mut head =
        format!("<title>{title}</title><meta name=\"description\" content=\"{description}\">");
    if !page.head.index {
        head.push_str("<meta name=\"robots\" content=\"noindex\">");
    }
    if let Some(path) = &page.head.canonical {
        head.push_str(&preview(
            &title,
            &description,
            site,
            &escape(&format!("{}{path}", site.origin)),
        ));
    }
    if page.head.is_installable {
        head.push_str(INSTALLABLE);
    } else if let Some(icon) = site.icon {
        push(
            &mut head,
            format_args!("<link rel=\"icon\" href=\"{}\">", escape(icon)),
        );
    }
    push(&mut head, format_args!("<style>{}</style>", page.style));
    // Nothing is painted before an early script has run: what brings the page to life lets it go first.
    let priority = match page.early {
        Some(_) => " fetchpriority=\"low\"",
        None => "",
    };
    for module in &page.preload {
        push(
            &mut head,
            format_args!(
                "<link rel=\"modulepreload\" href=\"{}\"{priority}>",
                escape(module)
            ),
        );
    }
    for script in &page.scripts {
        push(
            &mut head,
            format_args!(
                "<script type=\"module\" src=\"{}\" async{priority}></script>",
                escape(script)
            ),
        );
    }
    if let Some(data) = &page.head.json_ld {
        push(
            &mut head,
            format_args!(
                "<script type=\"application/ld+json\">{}</script>",
                structured(data, site.origin)
            ),
        );
    }
    head
}

/// What search engines and link previews read of a page that may be found (<https://ogp.me/>). The texts are escaped.
fn preview(title: &str, description: &str, site: &Site<'_>, url: &str) -> String {
    let picture = escape(&format!("{}/preview.png", site.origin));
    format!(
        "<link rel=\"canonical\" href=\"{url}\"><meta property=\"og:url\" content=\"{url}\">\
        <meta property=\"og:type\" content=\"website\"><meta property=\"og:title\" content=\"{title}\">\
        <meta property=\"og:description\" content=\"{description}\">\
        <meta property=\"og:image\" content=\"{picture}\">{PICTURE}"
    )
}

/// Structured data as JSON that cannot end its own element.
fn structured(data: &Value, origin: &str) -> String {
    data.to_string()
        .replace("{origin}", origin)
        .replace('<', "\\u003c")
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
}

/// Text that is safe between tags and in quoted attributes.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#x27;"),
            other => safe.push(other),
        }
    }
    safe
}
