//! The device cookie: when it is set, its attributes, and when it is removed.

use std::collections::BTreeSet;

use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::server::TestServer;

/// Name, value and attributes of the cookie that a response sets.
fn cookie(response: &Response) -> (String, String, BTreeSet<String>) {
    let text = response.headers()["set-cookie"].to_str().unwrap();
    let mut parts = text.split("; ").map(str::to_owned);
    let pair = parts.next().unwrap();
    let (name, value) = pair.split_once('=').unwrap();
    (name.to_owned(), value.to_owned(), parts.collect())
}

fn attributes(expected: &[&str]) -> BTreeSet<String> {
    expected.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test]
async fn requests_that_only_read_set_no_cookie() {
    let server = TestServer::start().await;
    for path in [
        "/",
        "/checkout",
        "/api/access",
        "/api/contacts/primary",
        "/payment-success?gift=1",
        "/no-such-page",
    ] {
        let response = server.device().get(path).await;
        assert!(!response.headers().contains_key("set-cookie"), "{path}");
    }
}

#[tokio::test]
async fn the_first_write_sets_the_cookie_for_400_days() {
    let server = TestServer::start().await;
    let body = json!({ "phoneNumber": "000" });
    let response = server.device().post("/api/contacts", &body).await;
    let (name, value, found) = cookie(&response);
    assert_eq!((name.as_str(), value.len()), ("id", 43));
    let expected = ["Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=34560000"];
    assert_eq!(found, attributes(&expected));
}

#[tokio::test]
async fn deleting_the_device_removes_its_cookie_and_its_rows() {
    let server = TestServer::start().await;
    let device = server.device();
    let body = json!({ "phoneNumber": "000" });
    assert_eq!(device.post("/api/contacts", &body).await.status(), 201);
    let request = device.request(Method::DELETE, "/api/device");
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 204);
    let (name, value, found) = cookie(&response);
    assert_eq!((name.as_str(), value.as_str()), ("id", ""));
    assert!(found.contains("Max-Age=0"), "{found:?}");
    assert_eq!(device.json("/api/contacts/primary").await, Value::Null);
    let left = "SELECT (SELECT COUNT(*) FROM contacts) + (SELECT COUNT(*) FROM device_sessions)";
    assert_eq!(server.place.number(left).await, 0);
}

#[tokio::test]
async fn over_https_the_cookie_is_secure_and_has_the_host_prefix() {
    let server = TestServer::with(&[("PUBLIC_URL", "https://localhost")]).await;
    let body = json!({ "phoneNumber": "000" });
    let response = server.device().post("/api/contacts", &body).await;
    let (name, _, found) = cookie(&response);
    assert_eq!(name, "__Host-id");
    let expected = [
        "Path=/",
        "Secure",
        "HttpOnly",
        "SameSite=Lax",
        "Max-Age=34560000",
    ];
    assert_eq!(found, attributes(&expected));
}
