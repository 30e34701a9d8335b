//! A small hand-made UI build whose pages do as the e-mail address in their data says.

use std::borrow::Cow;

use server::bundle::{Bundle, File};

/// Renders `<h1>PAGE</h1>` with its data; an address such as `loop@example.com` makes the page loop.
///
/// The pages `subscribe` and `settings` always fail inside a Suspense boundary, and `gift` always throws.
const SCRIPT: &str = r#"
var SSR = (() => {
  const flat = (text) => JSON.stringify(text);
  const faults = {
    throw: () => { throw new TypeError("cannot show canary@example.com"); },
    loop: () => { for (;;) {} },
    promise: () => new Promise(() => {}),
    microtasks: () => { const again = () => Promise.resolve().then(again); again(); return "<p>never seen</p>"; },
    strings: () => { const kept = []; for (;;) kept.push(flat("x".repeat(100000) + kept.length)); },
    objects: () => { const kept = []; for (;;) kept.push({ number: kept.length }); },
    escape: () => { const a = []; for (;;) a.push(new Array(1000).fill({}).map(() => ({ x: 1 }))); },
    suspend: () => "<div><!--$!--></div>",
    number: () => 42,
    wide: () => "<p>\u2014</p>",
    slow: () => { const end = Date.now() + 150; while (Date.now() < end); return "<p>slow</p>"; },
    edge: () => { const end = Date.now() + 1 + Math.random() * 12; while (Date.now() < end); return "<p>edge</p>"; },
    leak: () => { globalThis.kept = (globalThis.kept ?? []).concat([flat("x".repeat(400000))]); return "<p>leak</p>"; },
  };
  const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  return {
    render(text) {
      const { page, path, site, data } = JSON.parse(text);
      if (page === "subscribe" || page === "settings") return faults.suspend();
      if (page === "gift") return faults.throw();
      const fault = faults[data?.email?.split("@")[0]];
      if (fault) return fault();
      return `<h1>${page}</h1><p>${path} ${escape(site.displayName)}</p><p>${escape(JSON.stringify(data))}</p>`;
    },
  };
})();
"#;

/// The pages of the fixture: name, whether search engines list it, canonical path.
const PAGES: &[(&str, bool, Option<&str>)] = &[
    ("landing", true, Some("/")),
    ("emergency", false, None),
    ("checkout", false, None),
    ("subscribe", true, Some("/subscribe")),
    ("gift", true, Some("/gift")),
    ("settings", false, None),
    ("not-found", false, None),
];

/// The fixture as a bundle.
pub(crate) fn bundle() -> Bundle {
    let pages = PAGES.iter().map(|(name, index, canonical)| {
        let mut head = serde_json::json!({
            "title": format!("Title of {name}"), "description": "A page.", "index": index, "translate": true, "canonical": canonical,
            "jsonLd": canonical.map(|path| serde_json::json!({ "url": format!("{{origin}}{path}") })),
        });
        let picture = match *name {
            "landing" => Some("/preview.png"),
            "subscribe" => Some("/preview-2.png"),
            _ => None,
        };
        if let Some(path) = picture {
            let preview = serde_json::json!({ "path": path, "alt": "Two hearts" });
            head.as_object_mut()
                .unwrap()
                .insert("preview".to_owned(), preview);
        }
        let entry = serde_json::json!({
            "head": head, "style": format!("#{name}{{color:red}}"), "scripts": ["/assets/eager-1.js"],
            "deferred": "/assets/client-1.js", "preload": [],
        });
        ((*name).to_owned(), entry)
    });
    let manifest = serde_json::json!({ "build": "fixture", "pages": pages.collect::<serde_json::Map<_, _>>() });
    Bundle {
        script: Cow::Borrowed(SCRIPT),
        manifest: serde_json::from_value(manifest).unwrap(),
        files: vec![
            file("/assets/eager-1.js", true),
            file("/assets/client-1.js", false),
            file("/assets/drawing-1.svg", false),
            file("/favicon.svg", false),
            file("/sw.js", false),
        ],
    }
}

fn file(url: &str, is_compressed: bool) -> File {
    let sibling = |text: &'static str| is_compressed.then_some(Cow::Borrowed(text.as_bytes()));
    let identity = Cow::Borrowed(b"identity".as_slice());
    File {
        url: url.to_owned(),
        identity,
        gzip: sibling("gzip"),
        brotli: sibling("brotli"),
    }
}
