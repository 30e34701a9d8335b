//! Sound copies: stored once, read in order by who has the token, bounded by a quota, and not taken back for a day.

use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::device::Device;
use crate::server::TestServer;
use crate::shared_server::SharedServer;
use crate::watches::{Link, hash, send, token};

pub(crate) const SOUNDS: &str = "/api/watches/sounds";
pub(crate) const PIECES: &str = "/api/watches/sounds/pieces";
pub(crate) const RECOVERY: &str = "/api/watches/sounds/recovery";

/// The tokens of one copy.
#[derive(Clone)]
pub(crate) struct Sound {
    pub(crate) write: String,
    pub(crate) read: String,
    pub(crate) find: String,
}

impl Sound {
    pub(crate) fn new() -> Self {
        Self {
            write: token(),
            read: token(),
            find: token(),
        }
    }

    /// Makes a copy under a link.
    pub(crate) async fn made(device: &Device, link: &Link) -> Self {
        let sound = Self::new();
        assert_eq!(sound.create(device, &link.owner).await, 201);
        sound
    }

    fn body(&self) -> Value {
        let sealed_key = BASE64URL_NOPAD.encode(b"a key that a phrase opens");
        json!({
            "writeHash": hash(&self.write), "readHash": hash(&self.read),
            "recovery": { "findHash": hash(&self.find), "sealedKey": sealed_key },
        })
    }

    pub(crate) async fn create(&self, device: &Device, owner: &str) -> u16 {
        send(device, Method::POST, SOUNDS, owner, &self.body()).await
    }

    pub(crate) async fn put(&self, device: &Device, name: &str, bytes: &[u8]) -> Response {
        put(device, &self.write, name, bytes).await
    }

    /// Stores a piece that is new.
    pub(crate) async fn store(&self, device: &Device, name: &str, bytes: &[u8]) {
        let response = self.put(device, name, bytes).await;
        assert_eq!(response.status(), 201, "{name}");
    }

    pub(crate) async fn pieces(&self, device: &Device, query: &str) -> Value {
        let response = get(device, &self.read, &format!("{PIECES}?{query}")).await;
        assert_eq!(response.status(), 200);
        response.json().await.unwrap()
    }

    pub(crate) async fn piece(&self, device: &Device, name: &str) -> Response {
        get(device, &self.read, &format!("{PIECES}/{name}")).await
    }

    pub(crate) async fn end(&self, device: &Device) -> Response {
        let request = device.request(Method::DELETE, SOUNDS);
        request.bearer_auth(&self.write).send().await.unwrap()
    }
}

pub(crate) async fn get(device: &Device, token: &str, path: &str) -> Response {
    let request = device.request(Method::GET, path).bearer_auth(token);
    request.send().await.unwrap()
}

pub(crate) async fn put(device: &Device, token: &str, name: &str, bytes: &[u8]) -> Response {
    let request = device.request(Method::PUT, &format!("{PIECES}/{name}"));
    let request = request.bearer_auth(token).body(bytes.to_vec());
    let request = request.header("content-type", "application/octet-stream");
    request.send().await.unwrap()
}

/// Kind, number and size of each piece.
pub(crate) fn names(reading: &Value) -> Vec<String> {
    let pieces = reading["pieces"].as_array().unwrap().iter();
    pieces
        .map(|piece| {
            let kind = piece["kind"].as_str().unwrap();
            format!("{kind}/{} {}", piece["seq"], piece["size"])
        })
        .collect()
}

#[tokio::test]
async fn pieces_are_stored_once_and_read_in_their_order_with_the_read_token_alone() {
    let server = SharedServer::get().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let sound = Sound::made(&device, &link).await;
    assert_eq!(sound.create(&device, &link.owner).await, 201, "again");
    let newest = vec![3; 24 << 10];
    sound.store(&device, "hashes/4", b"hashes").await;
    sound.store(&device, "sound/9", &newest).await;
    sound.store(&device, "sound/4", b"older").await;
    let again = sound.put(&device, "sound/9", &newest).await;
    assert_eq!(again.status(), 200, "the response was lost");
    let at: Value = again.json().await.unwrap();
    let other = sound.put(&device, "sound/9", b"other bytes").await;
    assert_eq!(other.status(), 409);

    let reading = sound.pieces(&device, "").await;
    let expected = ["hashes/4 6", "sound/9 24576", "sound/4 5"];
    assert_eq!(names(&reading), expected);
    assert_eq!(reading["pieces"][1]["at"], at["at"]);
    assert!(at["at"].as_i64() <= reading["now"].as_i64());
    let after = format!("after={}", reading["after"]);
    assert!(names(&sound.pieces(&device, &after).await).is_empty());
    let piece = sound.piece(&device, "sound/9").await;
    assert_eq!(piece.status(), 200);
    assert_eq!(piece.headers()["content-type"], "application/octet-stream");
    assert_eq!(piece.headers()["cache-control"], "no-store");
    assert_eq!(piece.headers()["content-length"], "24576");
    assert_eq!(piece.bytes().await.unwrap(), newest, "not overwritten");

    for (name, status) in [("sound/5", 404), ("hashes/9", 404), ("video/9", 404)] {
        assert_eq!(sound.piece(&device, name).await.status(), status, "{name}");
    }
    for stranger in [&sound.write, &sound.find, &link.owner, &link.read] {
        for path in [PIECES.to_owned(), format!("{PIECES}/sound/9")] {
            assert_eq!(get(&device, stranger, &path).await.status(), 404);
        }
    }
    for stranger in [&sound.read, &sound.find, &link.owner, &token()] {
        let refused = put(&device, stranger, "sound/1", b"forged").await;
        assert_eq!(refused.status(), 404);
    }
}

#[tokio::test]
async fn a_reader_hears_of_the_next_piece_at_once() {
    let server = SharedServer::get().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let sound = Sound::made(&device, &link).await;
    let mut after = json!(-1);
    for seq in 0..3 {
        let (waiting, reader) = (sound.clone(), device.clone());
        let query = format!("wait=25&after={after}");
        let news = tokio::spawn(async move { waiting.pieces(&reader, &query).await });
        sound.store(&device, &format!("sound/{seq}"), b"next").await;
        let news = tokio::time::timeout(Duration::from_secs(24), news).await;
        let news = news.expect("before the wait is over").unwrap();
        assert_eq!(names(&news), [format!("sound/{seq} 4")]);
        after = news["after"].clone();
    }
}

#[tokio::test]
async fn what_is_not_valid_is_refused_and_nothing_of_it_is_stored() {
    let server = SharedServer::get().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let sound = Sound::made(&device, &link).await;
    for (name, bytes, status) in [
        ("sound/1", vec![], 400),
        ("video/1", vec![1], 400),
        ("sound/-1", vec![1], 400),
        ("sound/2147483648", vec![1], 400),
        ("sound/one", vec![1], 400),
        ("sound/1", vec![1; (512 << 10) + 1], 413),
    ] {
        let refused = sound.put(&device, name, &bytes).await;
        assert_eq!(refused.status(), status, "{name}");
    }
    let request = device.request(Method::PUT, &format!("{PIECES}/sound/1"));
    let json = request.bearer_auth(&sound.write).json(&json!({}));
    assert_eq!(json.send().await.unwrap().status(), 415);
    sound
        .store(&device, "sound/2147483647", &vec![1; 512 << 10])
        .await;
    assert_eq!(names(&sound.pieces(&device, "").await).len(), 1);

    let other = Sound::new();
    let same = Sound {
        read: other.write.clone(),
        ..other.clone()
    };
    assert_eq!(same.create(&device, &link.owner).await, 409);
    let taken = Sound {
        read: sound.read.clone(),
        ..other.clone()
    };
    assert_eq!(taken.create(&device, &link.owner).await, 409);
    let mut long = other.body();
    long["recovery"]["sealedKey"] = BASE64URL_NOPAD.encode(&[1; 257]).into();
    let refused = send(&device, Method::POST, SOUNDS, &link.owner, &long).await;
    assert_eq!(refused, 413);
}

#[tokio::test]
async fn a_recovery_phrase_finds_the_key_of_its_copy_and_a_copy_needs_none() {
    let server = SharedServer::get().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let sound = Sound::made(&device, &link).await;
    let found: Value = get(&device, &sound.find, RECOVERY)
        .await
        .json()
        .await
        .unwrap();
    let sealed_key = &sound.body()["recovery"]["sealedKey"];
    assert_eq!(&found["sealedKey"], sealed_key);
    for stranger in [&sound.read, &sound.write, &token()] {
        assert_eq!(get(&device, stranger, RECOVERY).await.status(), 404);
    }
    for _ in 0..2 {
        let mut without = Sound::new().body();
        without["recovery"] = Value::Null;
        let made = send(&device, Method::POST, SOUNDS, &link.owner, &without).await;
        assert_eq!(made, 201);
    }
}

#[tokio::test]
async fn a_copy_is_made_by_the_owner_of_a_link_that_both_sides_have_and_outlives_it() {
    let server = TestServer::start().await;
    let device = server.device();
    let open = Link::new();
    assert_eq!(open.create(&device).await, 201);
    assert_eq!(Sound::new().create(&device, &open.owner).await, 409);
    let link = Link::claimed(&device, &Value::Null).await;
    for stranger in [&link.post, &link.read, &token()] {
        assert_eq!(Sound::new().create(&device, stranger).await, 404);
    }
    let sound = Sound::made(&device, &link).await;
    let none = json!({});
    let ended = send(&device, Method::DELETE, "/api/watches", &link.owner, &none);
    assert_eq!(ended.await, 204);
    assert_eq!(Sound::new().create(&device, &link.owner).await, 410);
    server.place.execute("DELETE FROM watches").await;
    sound.store(&device, "sound/0", b"still recorded").await;
    assert_eq!(names(&sound.pieces(&device, "").await).len(), 1);
}

#[tokio::test]
async fn all_copies_of_a_link_share_its_quota_and_other_links_have_theirs() {
    let server = TestServer::with(&[("SOUND_QUOTA_MB", "1")]).await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let (one, two) = (
        Sound::made(&device, &link).await,
        Sound::made(&device, &link).await,
    );
    one.store(&device, "sound/0", &vec![1; 400_000]).await;
    two.store(&device, "sound/0", &vec![2; 400_000]).await;
    let refused = one.put(&device, "sound/1", &vec![3; 200_001]).await;
    assert_eq!(refused.status(), 507);
    assert_eq!(refused.headers()["x-error-code"], "quota_used_up");
    assert!(!refused.headers().contains_key("retry-after"));
    let again = one.put(&device, "sound/0", &vec![1; 400_000]).await;
    assert_eq!(again.status(), 200);
    one.store(&device, "sound/1", &vec![3; 200_000]).await;
    assert_eq!(Sound::new().create(&device, &link.owner).await, 507);
    let other = Link::claimed(&device, &Value::Null).await;
    let elsewhere = Sound::made(&device, &other).await;
    elsewhere.store(&device, "sound/0", &vec![4; 500_000]).await;
    assert_eq!(names(&one.pieces(&device, "").await).len(), 2);
}
