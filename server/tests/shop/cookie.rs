//! The one cookie: when it comes, how it looks, when it goes.

use reqwest::Method;
use serde_json::{Value, json};

use crate::server::TestServer;

#[tokio::test]
async fn the_cookie_comes_with_the_first_write_and_goes_with_the_device() {
    let server = TestServer::start().await;
    let device = server.device();
    for path in [
        "/",
        "/checkout",
        "/api/access",
        "/api/contacts/primary",
        "/payment-success?gift=1",
        "/no-such-page",
    ] {
        assert!(
            !device.get(path).await.headers().contains_key("set-cookie"),
            "{path}"
        );
    }
    let response = device
        .post("/api/contacts", &json!({ "phoneNumber": "000" }))
        .await;
    let cookie = response.headers()["set-cookie"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        cookie.starts_with("id=")
            && cookie.ends_with("; Path=/; HttpOnly; SameSite=Lax; Max-Age=34560000"),
        "{cookie}"
    );
    assert_eq!(cookie.split(['=', ';']).nth(1).unwrap().len(), 43);
    let response = device
        .request(Method::DELETE, "/api/device")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 204);
    assert!(
        response.headers()["set-cookie"]
            .to_str()
            .unwrap()
            .contains("Max-Age=0")
    );
    assert_eq!(device.json("/api/contacts/primary").await, Value::Null);
    let left = "SELECT (SELECT COUNT(*) FROM contacts) + (SELECT COUNT(*) FROM device_sessions)";
    assert_eq!(server.place.number(left).await, 0);
}

#[tokio::test]
async fn over_https_the_cookie_belongs_to_this_host_alone() {
    let server = TestServer::with(&[("PUBLIC_URL", "https://localhost")]).await;
    let response = server
        .device()
        .post("/api/contacts", &json!({ "phoneNumber": "000" }))
        .await;
    let cookie = response.headers()["set-cookie"].to_str().unwrap();
    assert!(
        cookie.starts_with("__Host-id=")
            && cookie.contains("; Path=/; Secure; HttpOnly; SameSite=Lax;"),
        "{cookie}"
    );
}
