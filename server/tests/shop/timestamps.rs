//! Time-stamp tokens of an authority: openssl makes and judges them.

use data_encoding::BASE64;
use serde_json::{Value, json};

use crate::device::Device;
use crate::server::{Place, TestServer, eventually};
use crate::shared_server::SharedServer;
use crate::time_stamper::{Says, TimeStamper};

const PATH: &str = "/api/receipts/token";
const ROWS: &str = "SELECT COUNT(*) FROM timestamps";
/// Every question that is open is due at once, whatever pause it has.
const AT_ONCE: &str = "UPDATE timestamps SET next_attempt_at = 0 WHERE token IS NULL";

/// A fingerprint that is like no other of the test.
fn head(byte: u8) -> String {
    format!("{byte:02x}").repeat(32)
}

async fn asked(device: &Device, head: &str) -> (u16, Value) {
    let response = device.post(PATH, &json!({ "head": head })).await;
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
    (status, body)
}

fn waits() -> (u16, Value) {
    (200, json!({ "isOffered": true, "token": null }))
}

/// Waits for the token, in DER, and makes open questions due meanwhile.
async fn token(place: &Place, device: &Device, head: &str) -> Vec<u8> {
    let token = eventually("the token", async || {
        place.execute(AT_ONCE).await;
        let (status, body) = asked(device, head).await;
        assert_eq!((status, &body["isOffered"]), (200, &json!(true)));
        body["token"].as_str().map(str::to_owned)
    });
    BASE64.decode(token.await.as_bytes()).unwrap()
}

/// Waits until the authority was asked so often.
async fn until_asked(stamper: &TimeStamper, times: usize) {
    eventually("the question", async || {
        (times <= stamper.asked().len()).then_some(())
    })
    .await;
}

#[tokio::test]
async fn without_an_authority_no_token_is_offered_and_nothing_is_noted() {
    let server = SharedServer::get().await;
    let (status, body) = asked(&server.device(), &head(1)).await;
    assert_eq!(status, 200);
    assert_eq!(body, json!({ "isOffered": false, "token": null }));
    assert_eq!(server.number(ROWS).await, 0);
}

#[tokio::test]
async fn a_fingerprint_gets_one_token_which_openssl_takes_and_the_log_names_neither() {
    let stamper = TimeStamper::start().await;
    let settings = [
        ("TIMESTAMP_URL", stamper.url.as_str()),
        ("LOG_LEVEL", "trace"),
    ];
    let server = TestServer::with(&settings).await;
    let device = server.device();
    let head = head(0xc5);
    assert_eq!(asked(&device, &head).await, waits());
    let der = eventually("the token", async || {
        let (_, body) = asked(&device, &head).await;
        body["token"].as_str().map(str::to_owned)
    });
    let text = der.await;
    let der = BASE64.decode(text.as_bytes()).unwrap();
    assert!(stamper.verifies(&der, &head));
    assert!(!stamper.verifies(&der, &head.replace('c', "d")));
    // Another device gets the same one.
    let (_, again) = asked(&server.device(), &head).await;
    assert_eq!(again["token"], json!(text));
    let requests = stamper.asked();
    assert_eq!(requests.len(), 1, "the authority is asked once");
    assert_eq!(requests[0]["content-type"], "application/timestamp-query");
    assert!(!requests[0].contains_key("user-agent") && !requests[0].contains_key("cookie"));
    assert_eq!(server.place.number(ROWS).await, 1);
    let said = server.process.said();
    assert!(!said.contains(&head) && !said.contains(text.get(..40).unwrap()));
}

#[tokio::test]
async fn what_is_no_token_for_the_question_is_refused_and_the_authority_is_asked_again() {
    let stamper = TimeStamper::start().await;
    let elsewhere = TimeStamper::start().await;
    let server = TestServer::with(&[("TIMESTAMP_URL", &stamper.url)]).await;
    let (device, place) = (server.device(), &server.place);
    // Whose answer is given again.
    token(place, &device, &head(0)).await;
    let wrong = [
        Says::FirstAgain,
        Says::Bytes(b"<html>Welcome</html>".to_vec()),
        // A rejection (badAlg).
        Says::Bytes(vec![0x30, 9, 0x30, 7, 2, 1, 2, 3, 2, 7, 0x80]),
        Says::Bytes(vec![0x30; 65_537]),
        Says::Status(500, String::new()),
        Says::Status(302, elsewhere.url.clone()),
        Says::Status(307, elsewhere.url.clone()),
    ];
    for (number, says) in wrong.into_iter().enumerate() {
        let before = stamper.asked().len();
        let head = head(u8::try_from(number).unwrap() + 1);
        stamper.say(says);
        assert_eq!(asked(&device, &head).await, waits());
        until_asked(&stamper, before + 1).await;
        stamper.say(Says::Token);
        let der = token(place, &device, &head).await;
        assert!(stamper.verifies(&der, &head), "{number}");
        assert!(before + 2 <= stamper.asked().len(), "{number}: asked again");
    }
    assert!(elsewhere.asked().is_empty(), "no redirect is followed");
    assert!(server.process.said().contains("gave no token"));
}

#[tokio::test]
async fn a_question_whose_server_was_killed_is_asked_again_by_the_next_one() {
    let stamper = TimeStamper::start().await;
    let settings = [("TIMESTAMP_URL", stamper.url.as_str())];
    let TestServer { place, mut process } = TestServer::with(&settings).await;
    stamper.say(Says::Nothing);
    let head = head(7);
    assert_eq!(asked(&process.device(), &head).await, waits());
    until_asked(&stamper, 1).await;
    process.kill();
    stamper.say(Says::Token);
    let process = place.start(&settings).await;
    let der = token(&place, &process.device(), &head).await;
    assert!(stamper.verifies(&der, &head));
}

#[tokio::test]
async fn two_processes_ask_once_for_each_fingerprint() {
    let stamper = TimeStamper::start().await;
    let settings = [("TIMESTAMP_URL", stamper.url.as_str())];
    let server = TestServer::with(&settings).await;
    let other = server.place.start(&settings).await;
    let devices = [server.device(), other.device()];
    for number in 0..20 {
        let device = &devices[usize::from(number % 2)];
        assert_eq!(asked(device, &head(number)).await.0, 200);
    }
    eventually("every token", async || {
        let open = "SELECT COUNT(*) FROM timestamps WHERE token IS NULL";
        (server.place.number(open).await == 0).then_some(())
    })
    .await;
    assert_eq!(stamper.asked().len(), 20);
}

#[tokio::test]
async fn fingerprints_and_tokens_are_deleted_after_seven_days() {
    let stamper = TimeStamper::start().await;
    let settings = [("TIMESTAMP_URL", stamper.url.as_str())];
    let TestServer { place, mut process } = TestServer::with(&settings).await;
    let device = process.device();
    token(&place, &device, &head(1)).await;
    let days = |days: i64| days * 86_400_000;
    let older = |by: i64| format!("UPDATE timestamps SET created_at = created_at - {by}");
    // The second becomes a day younger than the first, which is seven days old and a little more.
    place.execute(&older(days(1) + 1)).await;
    token(&place, &device, &head(2)).await;
    place.execute(&older(days(6))).await;
    process.kill();
    // What is too old is deleted at the start.
    let process = place.start(&settings).await;
    eventually("the deletion", async || {
        (place.number(ROWS).await == 1).then_some(())
    })
    .await;
    let (_, body) = asked(&process.device(), &head(2)).await;
    assert!(body["token"].is_string(), "the younger one is there");
}

#[tokio::test]
async fn no_more_fingerprints_wait_than_the_server_has_room_for() {
    let stamper = TimeStamper::start().await;
    let server = TestServer::with(&[("TIMESTAMP_URL", &stamper.url)]).await;
    let (device, place) = (server.device(), &server.place);
    let later = i64::MAX - 1;
    let columns = "INSERT INTO timestamps (head, attempts, next_attempt_at, created_at)";
    let many = if place.is_sqlite() {
        format!(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
             {columns} SELECT CAST(n AS BLOB), 0, {later}, {later} FROM numbers"
        )
    } else {
        format!(
            "{columns} SELECT decode(lpad(to_hex(n), 8, '0'), 'hex'), 0, {later}, {later}
             FROM generate_series(1, 10000) AS n"
        )
    };
    place.execute(&many).await;
    let (status, body) = asked(&device, &head(1)).await;
    assert_eq!(status, 503, "{body}");
    place
        .execute("DELETE FROM timestamps WHERE head = (SELECT head FROM timestamps ORDER BY head LIMIT 1)")
        .await;
    assert_eq!(asked(&device, &head(1)).await.0, 200);
}

#[tokio::test]
async fn what_is_no_fingerprint_is_refused_and_a_network_that_asks_too_often_waits() {
    let stamper = TimeStamper::start().await;
    let settings = [
        ("TIMESTAMP_URL", stamper.url.as_str()),
        ("RATE_LIMITS", "on"),
    ];
    let server = TestServer::with(&settings).await;
    let device = server.device();
    for text in [
        "",
        "abc",
        &"AB".repeat(32),
        &"g".repeat(64),
        &"a".repeat(65),
    ] {
        assert_eq!(asked(&device, text).await.0, 400, "{text:?}");
    }
    let mut statuses = Vec::new();
    for _ in 0..60 {
        statuses.push(asked(&device, &head(1)).await.0);
    }
    assert_eq!((statuses[0], statuses[54], statuses[55]), (200, 200, 429));
}
