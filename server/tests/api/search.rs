//! What search engines and security researchers read.

use crate::test_app::{TestApp, header};

#[tokio::test]
async fn the_sitemap_lists_the_pages_for_search_engines() {
    let app = TestApp::spawn().await;
    let response = app.get("/sitemap.xml").await;
    assert_eq!(
        header(&response, "content-type"),
        "application/xml; charset=utf-8"
    );
    let text = response.text().await.unwrap();
    for path in ["/", "/subscribe", "/gift"] {
        assert!(
            text.contains(&format!("<loc>http://{}{path}</loc>", app.address)),
            "{path} in {text}"
        );
    }
    for path in ["/checkout", "/verify", "/not-found"] {
        assert!(!text.contains(&format!("{path}</loc>")), "{path} in {text}");
    }
    assert_eq!(text.matches("<url>").count(), 3, "{text}");
}

#[tokio::test]
async fn only_pages_with_a_picture_have_a_link_preview() {
    let app = TestApp::spawn().await;
    let page = app.get("/").await.text().await.unwrap();
    let picture = format!("http://{}/preview.png", app.address);
    for (property, content) in [("og:type", "website"), ("og:image", picture.as_str())] {
        let tag = format!("<meta property=\"{property}\" content=\"{content}\">");
        assert!(page.contains(&tag), "{tag}");
    }
    let other = app.get("/subscribe").await.text().await.unwrap();
    for own in [
        format!("content=\"http://{}/preview-2.png\"", app.address),
        "<meta property=\"og:image:alt\" content=\"Two hearts\">".to_owned(),
    ] {
        assert!(other.contains(&own), "{own} in {other}");
    }
    let hidden = app.get("/checkout").await.text().await.unwrap();
    assert!(!hidden.contains("og:"), "{hidden}");
}

#[tokio::test]
async fn robots_txt_names_the_sitemap() {
    let app = TestApp::spawn().await;
    let text = app.get("/robots.txt").await.text().await.unwrap();
    assert!(
        text.contains(&format!("Sitemap: http://{}/sitemap.xml", app.address)),
        "{text}"
    );
    assert!(!text.contains("Disallow: /\n"), "{text}");
}

#[tokio::test]
async fn security_txt_has_its_fields_and_does_not_mention_the_purpose() {
    let app = TestApp::spawn().await;
    let text = app
        .get("/.well-known/security.txt")
        .await
        .text()
        .await
        .unwrap();
    for field in [
        "Contact: mailto:",
        "Expires: 20",
        "Canonical: http://",
        "Preferred-Languages: en",
    ] {
        assert!(text.contains(field), "{field} in {text}");
    }
    for word in [
        "emergency",
        "safety",
        "violence",
        "panic",
        "abuse",
        "partner ",
    ] {
        assert!(!text.to_lowercase().contains(word), "{word} in {text}");
    }
}
