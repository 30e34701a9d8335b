//! How often one may ask.

use reqwest::{Method, Response};
use serde_json::json;

use crate::device::Device;
use crate::server::TestServer;

const ON: &[(&str, &str)] = &[("RATE_LIMITS", "on")];

async fn verify(device: &Device, email: &str) -> Response {
    device
        .post("/api/verify-email", &json!({ "email": email }))
        .await
}

#[tokio::test]
async fn the_sixth_verification_in_a_minute_is_refused_with_the_time_to_wait() {
    let server = TestServer::with(ON).await;
    let device = server.device();
    for number in 0..5 {
        assert_eq!(
            verify(&device, &format!("a{number}@example.com"))
                .await
                .status(),
            200
        );
    }
    let response = verify(&device, "b@example.com").await;
    assert_eq!(response.status(), 429);
    let headers = response.headers().clone();
    let wait: u64 = headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait));
    assert_eq!(headers["ratelimit-policy"], r#""verify-block";q=5;w=60"#);
    assert_eq!(
        headers["ratelimit"].to_str().unwrap(),
        format!(r#""verify-block";r=0;t={wait}"#)
    );
    assert_eq!(
        response.text().await.unwrap(),
        "Too many attempts. Please wait a few minutes and try again."
    );
    let page = device
        .submit("/verify", &[("email", "b@example.com")])
        .await;
    assert_eq!(page.status(), 429);
    assert!(page.headers().contains_key("retry-after"));
}

/// An address that the caller writes itself changes nothing.
#[tokio::test]
async fn forged_forwarding_headers_do_not_avoid_a_limit() {
    let server = TestServer::with(ON).await;
    let mut refused = 0;
    for number in 0..200 {
        let request = server.device().request(Method::POST, "/api/verify-email");
        let forged = format!("10.{}.{}.1", number / 256, number % 256);
        let request = request
            .header("x-forwarded-for", &forged)
            .header("x-real-ip", &forged)
            .header("forwarded", format!("for={forged}"));
        let status = request
            .json(&json!({ "email": format!("a{number}@example.com") }))
            .send()
            .await
            .unwrap()
            .status();
        refused += u32::from(status == 429);
    }
    assert_eq!(refused, 195);
}

#[tokio::test]
async fn all_spellings_of_a_mailbox_share_a_limit() {
    let server = TestServer::with(&[("RATE_LIMITS", "on"), ("TRUSTED_PROXIES", "1")]).await;
    let spellings = [
        "ann@example.com",
        "ANN@example.com",
        "a.nn@example.com",
        "ann+1@example.com",
        "an.n+2@Example.com",
        "ann@example.com",
    ];
    let mut statuses = Vec::new();
    for (number, spelling) in spellings.iter().enumerate() {
        let request = server.device().request(Method::POST, "/api/verify-email");
        let request = request.header("x-forwarded-for", format!("6.6.6.6, 10.0.0.{number}"));
        statuses.push(
            request
                .json(&json!({ "email": spelling }))
                .send()
                .await
                .unwrap()
                .status()
                .as_u16(),
        );
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429]);
}

#[tokio::test]
async fn two_processes_share_a_limit() {
    let server = TestServer::with(ON).await;
    let second = server.place.start(ON).await;
    let (one, two) = (server.device(), second.device());
    let mut good = 0;
    for number in 0..10 {
        let device = if number % 2 == 0 { &one } else { &two };
        good += u32::from(
            verify(device, &format!("a{number}@example.com"))
                .await
                .status()
                == 200,
        );
    }
    assert_eq!(good, 5);
}

#[tokio::test]
async fn concurrent_requests_do_not_exceed_a_limit() {
    let server = TestServer::with(ON).await;
    let tasks: Vec<_> = (0..40)
        .map(|number| {
            let device = server.device();
            tokio::spawn(async move {
                verify(&device, &format!("a{number}@example.com"))
                    .await
                    .status()
            })
        })
        .collect();
    let mut good = 0;
    for task in tasks {
        good += u32::from(task.await.unwrap() == 200);
    }
    assert_eq!(good, 5);
}

#[tokio::test]
async fn an_unknown_code_is_blocked_after_ten_failures() {
    let server = TestServer::with(&[("RATE_LIMITS", "on"), ("TRUSTED_PROXIES", "1")]).await;
    let code = "aaaaaaaaaaaaaaaaaaaaaaaaaa";
    let mut statuses = Vec::new();
    for number in 0..12 {
        let request = server
            .device()
            .request(Method::POST, &format!("/api/gift-links/{code}/activate"));
        let request = request.header("x-forwarded-for", format!("10.0.0.{number}"));
        statuses.push(
            request
                .json(&json!({ "email": "a@example.com" }))
                .send()
                .await
                .unwrap()
                .status()
                .as_u16(),
        );
    }
    assert_eq!(
        statuses,
        [404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 429, 429]
    );
}

#[tokio::test]
async fn limits_store_hashes_of_what_they_count() {
    let server = TestServer::with(ON).await;
    verify(&server.device(), "ann@example.com").await;
    let short = server
        .place
        .number("SELECT COUNT(*) FROM rate_buckets WHERE length(key) <> 32")
        .await;
    assert_eq!(short, 0);
    assert!(
        0 < server
            .place
            .number("SELECT COUNT(*) FROM rate_buckets")
            .await
    );
}
