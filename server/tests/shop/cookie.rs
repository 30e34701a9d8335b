//! The device cookie: when it is set, its attributes, and when it is removed.

use std::collections::BTreeSet;

use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::server::TestServer;
use crate::shared_server::SharedServer;

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
    let server = SharedServer::get().await;
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
    let server = SharedServer::get().await;
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
    let server = TestServer::with(&[
        ("PUBLIC_URL", "https://localhost"),
        ("TRUSTED_PROXIES", "1"),
    ])
    .await;
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

const DAY: i64 = 86_400_000;

#[tokio::test]
async fn daily_use_keeps_a_device_beyond_its_400_days() {
    let TestServer { place, mut process } = TestServer::start().await;
    let device = process.device();
    device.buy("ann@example.com").await;
    let today = server::domain::clock::now() / DAY * DAY;
    let seen = "SELECT MIN(seen_at) FROM device_sessions";
    let old = format!("UPDATE device_sessions SET seen_at = {}", today - 399 * DAY);
    place.execute(&old).await;
    let response = device.get("/api/access").await;
    let (_, _, found) = cookie(&response);
    assert!(found.contains("Max-Age=34560000"), "{found:?}");
    assert!(today <= place.number(seen).await);
    // The job that deletes old devices runs at the start.
    process.kill();
    place
        .execute(
            "INSERT INTO rate_buckets (key, window_start, count, expires_at) VALUES ('1', 0, 0, 0)",
        )
        .await;
    let process = place.start(&[]).await;
    crate::server::eventually("the deletion of what is old", async || {
        (place.number("SELECT COUNT(*) FROM rate_buckets").await == 0).then_some(())
    })
    .await;
    assert!(device.at(&process.base).has_access().await);
}

#[tokio::test]
async fn asking_for_the_saved_contact_keeps_a_device_too() {
    let server = TestServer::start().await;
    let device = server.device();
    let contact = json!({ "name": "Ann", "phoneNumber": "+61400000001", "isPrimary": true });
    device.post("/api/contacts", &contact).await;
    let today = server::domain::clock::now() / DAY * DAY;
    let old = format!("UPDATE device_sessions SET seen_at = {}", today - 399 * DAY);
    server.place.execute(&old).await;
    let response = device.get("/api/contacts/primary").await;
    let (_, _, found) = cookie(&response);
    assert!(found.contains("Max-Age=34560000"), "{found:?}");
    let seen = "SELECT MIN(seen_at) FROM device_sessions";
    assert!(today <= server.place.number(seen).await);
}

#[tokio::test]
async fn asking_for_access_writes_at_most_once_a_day() {
    let server = TestServer::start().await;
    let device = server.device();
    device.buy("ann@example.com").await;
    // Not a whole day, so that any write would change it; not yet a day ago.
    let mark = server::domain::clock::now() - DAY / 2;
    let mark_it = format!("UPDATE device_sessions SET seen_at = {mark}");
    server.place.execute(&mark_it).await;
    for _ in 0..3 {
        assert!(device.has_access().await);
    }
    let seen = "SELECT MIN(seen_at) FROM device_sessions";
    assert_eq!(server.place.number(seen).await, mark);
}

#[tokio::test]
async fn a_cookie_that_the_server_does_not_know_is_not_renewed() {
    let server = TestServer::start().await;
    let unknown = format!("id={}", "A".repeat(43));
    let device = server.device();
    let request = device
        .request(Method::GET, "/api/access")
        .header("cookie", unknown);
    let response = request.send().await.unwrap();
    assert!(!response.headers().contains_key("set-cookie"));
    let rows = "SELECT COUNT(*) FROM device_sessions";
    assert_eq!(server.place.number(rows).await, 0);
}
