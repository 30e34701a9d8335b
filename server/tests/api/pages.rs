//! The pages that are the same for everybody.

use reqwest::Method;

use crate::test_app::{TestApp, header};

#[tokio::test]
async fn a_page_is_complete_before_any_script_runs() {
    let app = TestApp::spawn().await;
    let response = app.get("/").await;
    assert_eq!(response.status(), 200);
    assert_eq!(
        header(&response, "content-type"),
        "text/html; charset=utf-8"
    );
    let text = response.text().await.unwrap();
    for part in [
        "<title>Title of landing</title>",
        "<style>#landing{color:red}</style>",
        "<script type=\"module\" src=\"/assets/eager-1.js\" async integrity=\"sha256-aJ9qYnOEx9yy3MFIflQCI+d7353NDYvooybtplsM6aQ=\"></script>",
        "<body data-page=\"landing\" data-deferred=\"/assets/client-1.js\">",
        "<div id=\"root\"><h1>landing</h1><p>/ SP Heart Rate Monitor</p>",
        "<link rel=\"icon\" href=\"/favicon.svg\">",
        "\"demoPin\":\"1234\"",
        "\"testPayments\":true",
        "\"data\":null}</script></body></html>",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(
        text.contains(&format!(
            "<link rel=\"canonical\" href=\"http://{}/\">",
            app.address
        )),
        "{text}"
    );
}

#[tokio::test]
async fn the_cookie_view_app_shows_the_app_at_the_root_path() {
    let app = TestApp::spawn().await;
    let visitor = app.get("/").await;
    assert!(
        header(&visitor, "vary").contains("Cookie"),
        "{:?}",
        visitor.headers()
    );
    let owner = app.get_with("/", "cookie", "a=b; view=app").await;
    assert!(header(&owner, "vary").contains("Cookie"));
    assert!(visitor.text().await.unwrap().contains("<h1>landing</h1>"));
    assert!(owner.text().await.unwrap().contains("<h1>emergency</h1>"));
}

#[tokio::test]
async fn an_unknown_path_is_answered_with_page_not_found() {
    let app = TestApp::spawn().await;
    for path in [
        "/nope",
        "/voice",
        "/setup",
        "/a/b/c",
        "/checkout/",
        "/%2e%2e/etc",
        "/%00",
        "/%ff",
        "/a%2fb",
        "/.git/config",
        "/metrics",
        "/openapi.json",
    ] {
        let response = app.get(path).await;
        assert_eq!(response.status(), 404, "{path}");
        assert_eq!(header(&response, "x-error-code"), "not_found", "{path}");
        assert!(
            response
                .text()
                .await
                .unwrap()
                .contains("<h1>not-found</h1>"),
            "{path}"
        );
    }
    let api = app.get("/api/nope").await;
    assert_eq!(api.status(), 404);
    assert_eq!(header(&api, "x-error-code"), "not_found");
    assert_eq!(api.text().await.unwrap(), "Address not found");
}

#[tokio::test]
async fn an_unsupported_method_is_refused_with_the_allowed_ones() {
    let app = TestApp::spawn().await;
    for (method, path, allowed) in [
        (Method::POST, "/", "GET,HEAD"),
        (Method::DELETE, "/checkout", "GET,HEAD"),
        (Method::GET, "/buy", "POST"),
        (Method::OPTIONS, "/", "GET,HEAD"),
    ] {
        let response = app.request(method, path).send().await.unwrap();
        assert_eq!(response.status(), 405, "{path}");
        assert_eq!(header(&response, "allow"), allowed, "{path}");
        assert_eq!(header(&response, "x-error-code"), "method_not_allowed");
        assert_eq!(
            response.text().await.unwrap(),
            "This address cannot be used in that way."
        );
    }
}

#[tokio::test]
async fn query_strings_neither_change_a_prebuilt_response_nor_cause_a_render() {
    let app = TestApp::spawn().await;
    let plain = app.get("/checkout").await;
    let tag = header(&plain, "etag").to_owned();
    let rendered = app.app.pages.rendered();
    for number in 0..200 {
        let response = app
            .get(&format!("/checkout?page={number}&email=a@b.c"))
            .await;
        assert_eq!(header(&response, "etag"), tag);
    }
    assert_eq!(app.app.pages.rendered(), rendered);
}

#[tokio::test]
async fn a_visit_sets_no_cookie() {
    let app = TestApp::spawn().await;
    for path in ["/", "/checkout", "/nope", "/favicon.svg", "/robots.txt"] {
        assert_eq!(header(&app.get(path).await, "set-cookie"), "", "{path}");
    }
}
