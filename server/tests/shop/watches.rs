//! Links between two phones: claimed once, read by their two sides only, and waited for.

use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::device::Device;
use crate::server::TestServer;
use crate::shared_server::SharedServer;

/// The tokens of one link.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) claim: String,
    pub(crate) owner: String,
    pub(crate) read: String,
    pub(crate) post: String,
}

/// A new token.
pub(crate) fn token() -> String {
    BASE64URL_NOPAD.encode(&rand::random::<[u8; 32]>())
}

/// What the server gets of a token.
pub(crate) fn hash(token: &str) -> String {
    let token = BASE64URL_NOPAD.decode(token.as_bytes()).unwrap();
    BASE64URL_NOPAD.encode(&Sha256::digest(token))
}

pub(crate) fn sealed(text: &str) -> String {
    BASE64URL_NOPAD.encode(text.as_bytes())
}

impl Link {
    pub(crate) fn new() -> Self {
        Self {
            claim: token(),
            owner: token(),
            read: token(),
            post: token(),
        }
    }

    /// Makes and claims a link.
    pub(crate) async fn claimed(device: &Device, subscription: &Value) -> Self {
        let link = Self::new();
        assert_eq!(link.create(device).await, 201);
        assert_eq!(link.claim(device, subscription).await, 201);
        link
    }

    pub(crate) async fn create(&self, device: &Device) -> u16 {
        let body = json!({ "claimHash": hash(&self.claim), "ownerHash": hash(&self.owner) });
        device.post("/api/watches", &body).await.status().as_u16()
    }

    pub(crate) async fn claim(&self, device: &Device, subscription: &Value) -> u16 {
        let body = json!({
            "readHash": hash(&self.read), "postHash": hash(&self.post),
            "hello": sealed("hello"), "subscription": subscription,
        });
        let path = "/api/watches/claim";
        send(device, Method::POST, path, &self.claim, &body).await
    }

    pub(crate) async fn down(&self, device: &Device, seq: i64, text: &str, wake: bool) -> u16 {
        post(device, &self.owner, seq, text, wake).await
    }

    /// What the side that claimed the link reads.
    pub(crate) async fn news(&self, device: &Device, query: &str) -> Value {
        read(device, &self.read, query).await
    }

    /// What the side that made the link reads.
    pub(crate) async fn answers(&self, device: &Device, query: &str) -> Value {
        read(device, &self.owner, query).await
    }
}

pub(crate) async fn send(
    device: &Device,
    method: Method,
    path: &str,
    token: &str,
    body: &Value,
) -> u16 {
    let request = device.request(method, path).bearer_auth(token).json(body);
    request.send().await.unwrap().status().as_u16()
}

pub(crate) async fn post(device: &Device, token: &str, seq: i64, text: &str, wake: bool) -> u16 {
    let body = json!({ "seq": seq, "bytes": sealed(text), "wake": wake });
    send(device, Method::POST, "/api/watches/items", token, &body).await
}

pub(crate) async fn read(device: &Device, token: &str, query: &str) -> Value {
    let path = format!("/api/watches/items?{query}");
    let request = device.request(Method::GET, &path).bearer_auth(token);
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    response.json().await.unwrap()
}

async fn status_of_reading(device: &Device, token: &str) -> u16 {
    let request = device.request(Method::GET, "/api/watches/items");
    let response = request.bearer_auth(token).send().await.unwrap();
    response.status().as_u16()
}

pub(crate) fn texts(reading: &Value) -> Vec<String> {
    let items = reading["items"].as_array().unwrap().iter();
    items
        .map(|item| {
            let bytes = BASE64URL_NOPAD.decode(item["bytes"].as_str().unwrap().as_bytes());
            String::from_utf8(bytes.unwrap()).unwrap()
        })
        .collect()
}

#[tokio::test]
async fn a_request_without_a_token_is_asked_for_one() {
    let server = SharedServer::get().await;
    let device = server.device();
    for scheme in [None, Some("Basic YTpi"), Some("Bearer")] {
        let mut request = device.request(Method::GET, "/api/watches/items");
        if let Some(scheme) = scheme {
            request = request.header("authorization", scheme);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 401, "{scheme:?}");
        assert_eq!(response.headers()["www-authenticate"], "Bearer");
    }
    assert_eq!(status_of_reading(&device, "short").await, 404);
    assert_eq!(status_of_reading(&device, &token()).await, 404);
}

#[tokio::test]
async fn what_one_side_sends_only_the_other_side_reads() {
    let server = SharedServer::get().await;
    let device = server.device();
    let link = Link::new();
    assert_eq!(link.create(&device).await, 201);
    assert_eq!(link.create(&device).await, 200, "the response was lost");
    assert_eq!(link.down(&device, 0, "early", false).await, 409);
    let open = link.answers(&device, "").await;
    assert_eq!(open["link"]["state"], json!("open"));
    assert_eq!(link.claim(&device, &Value::Null).await, 201);
    assert_eq!(link.claim(&device, &Value::Null).await, 200);

    let answers = link.answers(&device, "after=-1").await;
    assert_eq!(texts(&answers), ["hello"]);
    assert_eq!(answers["link"]["state"], json!("claimed"));
    assert_eq!(answers["link"]["owned"]["push"], json!("none"));

    assert_eq!(link.down(&device, 7, "help", true).await, 201);
    assert_eq!(link.down(&device, 7, "help", true).await, 200);
    assert_eq!(link.down(&device, 7, "forged", true).await, 409);
    assert_eq!(link.down(&device, 3, "here", false).await, 201);
    let news = link.news(&device, "").await;
    assert_eq!(texts(&news), ["help", "here"], "in the order of sending");
    assert!(news["link"]["owned"].is_null());
    assert!(news["link"]["ended"].is_null());
    let after = format!("after={}", news["after"]);
    assert!(texts(&link.news(&device, &after).await).is_empty());

    assert_eq!(post(&device, &link.post, 1, "seen", false).await, 201);
    let after = format!("after={}", answers["after"]);
    assert_eq!(texts(&link.answers(&device, &after).await), ["seen"]);

    for stranger in [&link.claim, &link.post, &token(), &"x".to_owned()] {
        assert_eq!(status_of_reading(&device, stranger).await, 404);
    }
    for stranger in [&link.claim, &link.read, &token()] {
        assert_eq!(post(&device, stranger, 9, "forged", false).await, 404);
    }
    let request = device.request(Method::GET, "/api/watches/items");
    let unknown = request.bearer_auth(token()).send().await.unwrap();
    assert_eq!(unknown.text().await.unwrap(), "This link has ended.");
}

#[tokio::test]
async fn a_link_is_claimed_once_even_by_fifty_at_once() {
    let server = SharedServer::get().await;
    let link = Link::new();
    link.create(&server.device()).await;
    let claims: Vec<_> = (0..50)
        .map(|_| {
            let (device, claim) = (server.device(), link.claim.clone());
            let one = Link {
                claim,
                ..Link::new()
            };
            tokio::spawn(async move { (one.claim(&device, &Value::Null).await, one) })
        })
        .collect();
    let mut winners = Vec::new();
    for claim in claims {
        match claim.await.unwrap() {
            (201, winner) => winners.push(winner),
            (status, loser) => {
                assert_eq!(status, 410);
                let read = status_of_reading(&server.device(), &loser.read).await;
                assert_eq!(read, 404, "nothing is readable");
            }
        }
    }
    assert_eq!(winners.len(), 1);
    let device = server.device();
    assert_eq!(link.down(&device, 0, "help", false).await, 201);
    assert_eq!(texts(&winners[0].news(&device, "").await), ["help"]);
    assert_eq!(status_of_reading(&device, &link.claim).await, 404);
}

#[tokio::test]
async fn a_request_waits_for_an_item_and_for_a_change_of_the_link() {
    let server = SharedServer::get().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let (waiting, reader) = (link.clone(), server.device());
    let news = tokio::spawn(async move { waiting.news(&reader, "wait=25").await });
    // Not necessarily after the request began to wait: it is answered in either case.
    assert_eq!(link.down(&device, 0, "help", false).await, 201);
    assert_eq!(texts(&news.await.unwrap()), ["help"]);

    let state = link.answers(&device, "").await;
    let query = format!(
        "wait=25&after={}&version={}",
        state["after"],
        state["link"]["version"].as_str().unwrap()
    );
    let (waiting, owner) = (link.clone(), server.device());
    let answers = tokio::spawn(async move { waiting.answers(&owner, &query).await });
    let path = "/api/watches/push";
    let subscription = json!({ "subscription": SUBSCRIPTION.clone() });
    assert_eq!(
        send(&device, Method::PUT, path, &link.post, &subscription).await,
        204
    );
    let answers = tokio::time::timeout(Duration::from_secs(20), answers).await;
    let answers = answers.expect("before the wait is over").unwrap();
    assert_eq!(answers["link"]["owned"]["push"], json!("works"));
}

#[tokio::test]
async fn both_sides_learn_that_a_link_was_ended() {
    let server = TestServer::start().await;
    let device = server.device();
    for is_by_owner in [true, false] {
        let link = Link::claimed(&device, &SUBSCRIPTION).await;
        link.down(&device, 0, "help", false).await;
        let token = if is_by_owner { &link.owner } else { &link.post };
        for _ in 0..2 {
            let ended = send(&device, Method::DELETE, "/api/watches", token, &json!({})).await;
            assert_eq!(ended, 204);
        }
        let news = link.news(&device, "wait=25").await;
        assert_eq!(news["link"]["state"], json!("ended"));
        assert!(news["link"]["ended"].is_string(), "it proves the end");
        assert_eq!(texts(&news), ["help"], "what was sent stays readable");
        let answers = link.answers(&device, "after=0&wait=25").await;
        assert_eq!(answers["link"]["state"], json!("ended"));
        assert_eq!(link.down(&device, 1, "help", true).await, 410);
        assert_eq!(post(&device, &link.post, 1, "seen", false).await, 410);
        assert_eq!(link.claim(&device, &Value::Null).await, 410);
        let kept = "SELECT COUNT(*) FROM watches WHERE push_ct IS NOT NULL";
        assert_eq!(server.place.number(kept).await, 0);
    }
}

/// A subscription at a push service that nobody asks in these tests. The keys are those of RFC 8291, section 5.
pub(crate) static SUBSCRIPTION: std::sync::LazyLock<Value> = std::sync::LazyLock::new(|| {
    json!({
        "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/a",
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    })
});

#[tokio::test]
async fn a_link_takes_no_more_than_its_limits_and_no_item_that_is_too_long() {
    let server = SharedServer::limited().await;
    let device = server.device_in(&SharedServer::network());
    let link = Link::claimed(&device, &Value::Null).await;
    let long = "x".repeat((33 << 10) + 1);
    assert_eq!(link.down(&device, 0, &long, false).await, 413);
    let longest = "x".repeat(33 << 10);
    assert_eq!(link.down(&device, 0, &longest, false).await, 201);
    for seq in 1..59 {
        assert_eq!(link.down(&device, seq, "here", false).await, 201);
    }
    assert_eq!(link.down(&device, 60, "here", false).await, 429);
    let other = Link::claimed(&device, &Value::Null).await;
    assert_eq!(other.down(&device, 0, "here", false).await, 201);
}
