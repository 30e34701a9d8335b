//! The form that buys without JavaScript.

use reqwest::Method;

use crate::test_app::{TestApp, header};

#[tokio::test]
async fn an_invalid_address_is_shown_on_the_page_again() {
    let app = TestApp::spawn().await;
    for email in ["", "a", "a@b", "a b@c.com", "\"><script>alert(1)</script>"] {
        let response = app.buy(email).await;
        assert_eq!(response.status(), 422, "{email}");
        assert_eq!(header(&response, "cache-control"), "no-store");
        let text = response.text().await.unwrap();
        assert!(
            text.contains("Please enter a valid email address"),
            "{text}"
        );
        assert!(!text.contains("<script>alert"), "{text}");
    }
}

#[tokio::test]
async fn a_valid_address_leads_to_the_hosted_page() {
    let app = TestApp::spawn().await;
    let response = app.buy(" jo@example.com ").await;
    assert_eq!(response.status(), 303);
    assert!(header(&response, "location").contains("/checkout/cs_test_"));
}

#[tokio::test]
async fn only_forms_of_at_most_16_kib_are_read() {
    let app = TestApp::spawn().await;
    let send = async |kind: &str, body: String| {
        app.request(Method::POST, "/buy")
            .header("content-type", kind)
            .body(body)
            .send()
            .await
            .unwrap()
    };
    let form = "application/x-www-form-urlencoded";
    assert_eq!(send("text/plain", "email=a".to_owned()).await.status(), 415);
    assert_eq!(
        send(form, format!("email={}", "a".repeat(20_000)))
            .await
            .status(),
        413
    );
    assert_eq!(send(form, "other=1".to_owned()).await.status(), 422);
}

#[tokio::test]
async fn a_form_on_another_site_cannot_buy() {
    let app = TestApp::spawn().await;
    let send = async |name: &str, value: &str| {
        let request = app
            .request(Method::POST, "/buy")
            .form(&[("email", "a")])
            .header(name, value);
        request.send().await.unwrap()
    };
    let refused = send("sec-fetch-site", "cross-site").await;
    assert_eq!(refused.status(), 403);
    assert_eq!(
        refused.text().await.unwrap(),
        "Please open the page again and retry."
    );
    assert_eq!(send("origin", "https://evil.example").await.status(), 403);
    assert_eq!(send("sec-fetch-site", "same-origin").await.status(), 422);
    assert_eq!(
        send("origin", &format!("http://{}", app.address))
            .await
            .status(),
        422
    );
}
