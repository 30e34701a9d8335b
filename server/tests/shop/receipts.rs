//! Times that the server confirms: openssl judges the signatures.

use std::fs;
use std::process::Command;

use data_encoding::BASE64;
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::device::Device;
use crate::operator::answer;
use crate::rotation::wait_out;
use crate::server::{Place, TestServer};
use crate::shared_server::SharedServer;

/// Before the 32 bytes of an Ed25519 key in DER (RFC 8410, section 4).
const SPKI: [u8; 12] = [48, 42, 48, 5, 6, 3, 43, 101, 112, 3, 33, 0];

async fn keys(device: &Device) -> Vec<Value> {
    let answer = device.json("/.well-known/time-receipt-keys.json").await;
    answer["keys"].as_array().unwrap().clone()
}

async fn asked(device: &Device, path: &str, body: &Value) -> (u16, Value) {
    let response = device.post(path, body).await;
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
    (status, body)
}

async fn receipt(device: &Device, head: &str) -> Value {
    let (status, body) = asked(device, "/api/receipts", &json!({ "head": head })).await;
    assert_eq!(status, 200, "{body}");
    body
}

/// Whether openssl finds that a key has signed a line.
fn is_signed(line: &str, signature: &str, key: &Value) -> bool {
    let folder = tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let public = BASE64.decode(key["publicKey"].as_str().unwrap().as_bytes());
    write("key.der", &[&SPKI, public.unwrap().as_slice()].concat());
    write("line", line.as_bytes());
    write("signature", &BASE64.decode(signature.as_bytes()).unwrap());
    let arguments =
        "pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in line -sigfile signature";
    let mut openssl = Command::new("openssl");
    openssl
        .args(arguments.split(' '))
        .current_dir(folder.path());
    openssl.output().unwrap().status.success()
}

/// The line that a receipt or a number is signed with, by the documentation.
fn line(word: &str, body: &Value, digits: &str) -> String {
    format!(
        "{word}|1|{digits}|{}|{}",
        body["time"],
        body["key"].as_str().unwrap()
    )
}

#[tokio::test]
async fn openssl_finds_that_receipts_and_numbers_are_signed_by_the_published_key() {
    let server = SharedServer::get().await;
    let device = server.device();
    let head = "0123456789abcdef".repeat(4);
    let key = keys(&device).await.remove(0);
    let body = receipt(&device, &head).await;
    assert_eq!((&body["head"], &body["key"]), (&json!(head), &key["id"]));
    let time = body["time"].as_i64().unwrap();
    assert!(key["validFrom"].as_i64().unwrap() <= time && key["validUntil"].is_null());
    let signature = body["signature"].as_str().unwrap();
    assert!(is_signed(&line("receipt", &body, &head), signature, &key));
    let other = head.replace('0', "1");
    assert!(!is_signed(&line("receipt", &body, &other), signature, &key));

    let (status, drawn) = asked(&device, "/api/receipts/nonce", &json!({})).await;
    assert_eq!(status, 200);
    let nonce = drawn["nonce"].as_str().unwrap();
    let signature = drawn["signature"].as_str().unwrap();
    assert!(is_signed(&line("nonce", &drawn, nonce), signature, &key));
    let (_, again) = asked(&device, "/api/receipts/nonce", &json!({})).await;
    assert_ne!(again["nonce"], drawn["nonce"]);
}

#[tokio::test]
async fn what_is_no_fingerprint_is_refused() {
    let server = SharedServer::get().await;
    let device = server.device();
    for head in [
        "",
        "abc",
        &"AB".repeat(32),
        &"g".repeat(64),
        &"a".repeat(65),
    ] {
        let (status, _) = asked(&device, "/api/receipts", &json!({ "head": head })).await;
        assert_eq!(status, 400, "{head:?}");
    }
}

#[tokio::test]
async fn two_processes_and_a_later_start_sign_with_one_key() {
    let place = Place::new().await;
    let mut first = place.start(&[]).await;
    let known = keys(&first.device()).await;
    assert_eq!(known.len(), 1);
    let second = place.start(&[]).await;
    assert_eq!(keys(&second.device()).await, known);
    first.kill();
    let third = place.start(&[]).await;
    let body = receipt(&third.device(), &"ab".repeat(32)).await;
    assert_eq!(body["key"], known[0]["id"]);
}

#[tokio::test]
async fn another_data_key_ends_the_key_whose_receipts_can_still_be_checked() {
    let TestServer { place, mut process } = TestServer::start().await;
    let head = "ab".repeat(32);
    let old = receipt(&process.device(), &head).await;
    process.kill();
    wait_out(&place).await;
    answer(&place, &["reseal"]);
    let process = place.start(&[]).await;
    let device = process.device();
    let [before, after] = keys(&device).await.try_into().unwrap();
    assert_eq!(before["id"], old["key"]);
    assert!(old["time"].as_i64() <= before["validUntil"].as_i64());
    let signature = old["signature"].as_str().unwrap();
    assert!(is_signed(&line("receipt", &old, &head), signature, &before));
    let new = receipt(&device, &head).await;
    assert_eq!(new["key"], after["id"]);
    let kept = "SELECT COUNT(*) FROM receipt_keys WHERE private_ct IS NOT NULL";
    assert_eq!(place.number(kept).await, 1);
}

#[tokio::test]
async fn a_server_that_doubts_its_clock_signs_nothing_until_the_operator_says_that_it_is_right() {
    let TestServer { place, mut process } = TestServer::start().await;
    process.kill();
    let long_ago = 401 * 86_400_000_i64;
    place
        .execute(&format!(
            "UPDATE server_clock SET seen_at = seen_at - {long_ago}"
        ))
        .await;
    let process = place.start(&[]).await;
    let device = process.device();
    let head = json!({ "head": "ab".repeat(32) });
    for (path, body) in [
        ("/api/receipts", &head),
        ("/api/receipts/nonce", &json!({})),
    ] {
        let (status, said) = asked(&device, path, body).await;
        assert_eq!(status, 503);
        assert_eq!(
            said,
            "The time cannot be confirmed right now. Please try again later."
        );
    }
    answer(&place, &["trust-clock"]);
    crate::server::eventually("a receipt", async || {
        let (status, _) = asked(&device, "/api/receipts", &head).await;
        (status == 200).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_network_that_asks_too_often_waits_and_a_fingerprint_is_in_no_file() {
    let server = TestServer::with(&[("RATE_LIMITS", "on"), ("LOG_LEVEL", "trace")]).await;
    let device = server.device();
    let head = "ca7a51e0".repeat(8);
    let mut statuses = Vec::new();
    for _ in 0..125 {
        let (status, _) = asked(&device, "/api/receipts", &json!({ "head": head })).await;
        statuses.push(status);
    }
    assert_eq!((statuses[0], statuses[119], statuses[124]), (200, 200, 429));
    let mut files = 0;
    crate::privacy::search(server.place.folder.path(), &[head.as_bytes()], &mut files);
    assert!(1 <= files);
}
