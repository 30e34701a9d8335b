//! The UI build inside the binary: both engines agree on it, byte for byte, and its pages keep one byte a character.

use std::time::Duration;

use data_encoding::BASE64;
use reqwest::Response;
use server::bundle::Bundle;
use server::pages::registry::{PAGES, Page, Served};
use server::render::parts::{self, Pool, prerender};
use server::render::{self, PoolOptions, Protection};
use sha2::{Digest as _, Sha256};

use crate::test_app::{TestApp, header, one_thread};

/// Every page that the UI build lists, as a page without data.
fn payloads(bundle: &Bundle) -> Vec<(String, String)> {
    let site = serde_json::json!({
        "displayName": "SP Heart Rate Monitor", "demoPin": "1234", "supportEmail": "help@example.com", "supportPhone": "1800 975 711",
        "testPayments": true,
    });
    let payload = |(name, page): (&String, &server::bundle::manifest::PageEntry)| {
        let path = page
            .head
            .canonical
            .clone()
            .unwrap_or_else(|| format!("/{name}"));
        (
            name.clone(),
            serde_json::json!({ "page": name, "path": path, "site": site, "data": null })
                .to_string(),
        )
    };
    bundle.manifest.pages.iter().map(payload).collect()
}

#[tokio::test]
async fn both_engines_render_the_same_bytes_in_latin_1() {
    render::init(Protection::Off);
    let bundle = Bundle::embedded().unwrap();
    let pages = payloads(&bundle);
    assert!(!pages.is_empty());
    let texts: Vec<String> = pages.iter().map(|(_, payload)| payload.clone()).collect();
    let oracle = prerender(bundle.script.clone().into_owned(), texts.clone()).unwrap();
    let (snapshot, _) = parts::snapshot(
        bundle.script.into_owned(),
        Vec::new(),
        Duration::from_mins(1),
    )
    .unwrap();
    let options = PoolOptions {
        threads: 1,
        budget: Duration::from_secs(5),
        warm_time: Duration::ZERO,
        ..PoolOptions::default()
    };
    let pool = Pool::start(snapshot, Vec::new(), &options).unwrap();
    let mut differing = Vec::new();
    for ((name, payload), expected) in pages.iter().zip(oracle.join().unwrap()) {
        // A page that needs data renders in neither engine.
        let rendered = pool.render(payload.clone()).await;
        if rendered.as_ref().ok().map(|page| &page.html) != expected.as_ref().ok() {
            differing.push(format!("{name} differs"));
        }
        if rendered.is_ok_and(|page| !page.one_byte) {
            differing.push(format!("{name} holds a character outside Latin-1"));
        }
    }
    assert_eq!(differing, Vec::<String>::new());
}

/// A page as a browser gets it to which it is served.
async fn open(app: &TestApp, page: &Page) -> Response {
    let cookie = if page.name == "emergency" {
        "view=app"
    } else {
        ""
    };
    app.get_with(page.path, "cookie", cookie).await
}

#[tokio::test]
async fn every_page_without_data_is_prebuilt_and_its_files_exist() {
    let app = TestApp::with(&[], one_thread(), Bundle::embedded().unwrap()).await;
    let bundle = Bundle::embedded().unwrap();
    let prebuilt = PAGES.iter().filter(|page| page.served != Served::OnRequest);
    for page in prebuilt {
        let Some(entry) = bundle.manifest.pages.get(page.name) else {
            continue;
        };
        let response = open(&app, page).await;
        assert_eq!(
            response.status(),
            if page.name == "not-found" { 404 } else { 200 },
            "{}",
            page.name
        );
        // Only prebuilt responses have an entity tag.
        assert_ne!(header(&response, "etag"), "", "{}", page.name);
        let text = response.text().await.unwrap();
        assert!(
            text.contains(&format!("<body data-page=\"{}\"", page.name)),
            "{}",
            page.name
        );
        assert!(
            !text.contains("<div id=\"root\"></div>"),
            "{} is empty",
            page.name
        );
        for url in entry
            .scripts
            .iter()
            .chain(&entry.early)
            .chain(&entry.deferred)
            .chain(&entry.preload)
        {
            assert_eq!(app.get(url).await.status(), 200, "{url}");
        }
        // The browser refuses a script whose bytes are others.
        for url in entry.scripts.iter().chain(&entry.early) {
            let script = app.get(url).await.bytes().await.unwrap();
            let hash = BASE64.encode(&Sha256::digest(&script));
            let (_, rest) = text.split_once(&format!("src=\"{url}\"")).unwrap();
            let (attributes, _) = rest.split_once('>').unwrap();
            let integrity = format!("integrity=\"sha256-{hash}\"");
            assert!(attributes.contains(&integrity), "{url}: {attributes}");
        }
    }
}

#[tokio::test]
async fn the_landing_page_has_its_second_style_below_the_first_screen() {
    let app = TestApp::with(&[], one_thread(), Bundle::embedded().unwrap()).await;
    let bundle = Bundle::embedded().unwrap();
    let pages = bundle.manifest.pages.iter();
    let below: Vec<_> = pages
        .filter_map(|(name, page)| Some((name.as_str(), page.below_fold.as_ref()?)))
        .collect();
    let [("landing", css)] = below[..] else {
        panic!("{below:?}: other pages have one, too, which this test does not open");
    };
    let text = app.get("/").await.text().await.unwrap();
    let style = format!("<style>{css}</style>");
    let (above, below) = text.split_once(&style).unwrap();
    assert!(above.contains("<h1") && below.contains("id=\"how-it-works\""));
    assert!(!text.contains("data-fold"));
}

#[tokio::test]
async fn the_pages_in_the_frame_of_the_app_may_use_the_camera_and_no_other() {
    let app = TestApp::with(&[], one_thread(), Bundle::embedded().unwrap()).await;
    let pages = Bundle::embedded().unwrap().manifest.pages;
    for page in PAGES {
        let Some(entry) = pages.get(page.name) else {
            continue;
        };
        // Only the frame of the app has an early script.
        let camera = if entry.early.is_some() {
            "camera=(self)"
        } else {
            "camera=()"
        };
        let response = open(&app, page).await;
        let policy = header(&response, "permissions-policy");
        assert!(policy.contains(camera), "{}: {policy}", page.name);
    }
}

#[tokio::test]
async fn a_real_page_with_data_is_rendered_on_request() {
    let app = TestApp::with(&[], one_thread(), Bundle::embedded().unwrap()).await;
    let response = app.buy("<not an address>").await;
    assert_eq!(response.status(), 422);
    let text = response.text().await.unwrap();
    assert!(text.contains("<div id=\"root\"><"), "{text}");
    assert!(
        text.contains("Please enter a valid email address")
            && text.contains("&lt;not an address&gt;"),
        "{text}"
    );
}

#[tokio::test]
async fn the_guardians_page_is_ready_with_the_key_for_pushes_which_no_other_page_carries() {
    let app = TestApp::with(&[], one_thread(), Bundle::embedded().unwrap()).await;
    let key = app.app.watches.push.public_key();
    let rendered = app.app.pages.rendered();
    let first = app.get("/watch").await;
    let tag = header(&first, "etag").to_owned();
    assert!(!tag.is_empty());
    let document = first.text().await.unwrap();
    assert!(document.contains(&format!("{{\"pushKey\":\"{key}\"}}")));
    let again = app.get_with("/watch?a=b", "if-none-match", &tag).await;
    assert_eq!(again.status(), 304);
    assert_eq!(app.app.pages.rendered(), rendered);
    for page in PAGES.iter().filter(|page| page.name != "watch") {
        let text = open(&app, page).await.text().await.unwrap();
        assert!(!text.contains("pushKey\""), "{}", page.name);
    }
}

#[tokio::test]
async fn a_link_that_a_person_shares_is_previewed_as_the_disguise() {
    let app = TestApp::with(&[], one_thread(), Bundle::embedded().unwrap()).await;
    let picture = format!("content=\"http://{}/preview.png\"", app.address);
    for path in ["/gift/abc", "/gift", "/watch", "/app", "/home", "/settings"] {
        let text = app.get(path).await.text().await.unwrap();
        let (head, _) = text.split_once("<style>").unwrap();
        for begins in ["<title>", "<meta property=\"og:title\" content=\""] {
            assert!(
                head.contains(&format!("{begins}Heart Rate")),
                "{path}: {head}"
            );
        }
        let own = format!("content=\"http://{}/preview-gift.png\"", app.address);
        assert!(
            head.contains(&picture) || path == "/gift" && head.contains(&own),
            "{path}"
        );
        let shown = head.to_lowercase();
        for word in [
            "silent",
            "partner",
            "safety",
            "emergency",
            "guardian",
            "disguise",
            "alert",
        ] {
            assert!(!shown.contains(word), "{word} in {path}: {head}");
        }
    }
    let landing = app.get("/").await.text().await.unwrap();
    assert!(landing.contains("<meta property=\"og:title\" content=\"Silent Partner - "));
}

#[tokio::test]
async fn pages_whose_words_change_with_an_emergency_ask_not_to_be_translated() {
    let app = TestApp::with(&[], one_thread(), Bundle::embedded().unwrap()).await;
    for (path, is_live) in [
        ("/home", true),
        ("/watch", true),
        ("/", false),
        ("/gift", false),
    ] {
        let text = app.get(path).await.text().await.unwrap();
        let (root, _) = text.split_once("<head>").unwrap();
        assert_eq!(root.contains(" translate=\"no\""), is_live, "{path}");
        // An iPhone changes texts to make links of them, on any page.
        assert!(text.contains("<meta name=\"format-detection\" content=\"telephone=no, "));
    }
}
