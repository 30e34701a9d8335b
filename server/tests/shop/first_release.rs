//! What an installed app of 0.1.0 sends, and what it takes for an answer: it may follow the server only days later, and an alarm does not wait for that.
//!
//! Requests and answers are those of that release's `ui/src/api/`, which refuses an answer without one of these fields.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::device::Device;
use crate::push_service::{PushService, subscription};
use crate::server::{TestServer, eventually};
use crate::watches::{Link, hash, sealed, token};

/// What a client that has this token, if any, is answered.
async fn ask(
    device: &Device,
    (method, path): (Method, &str),
    token: Option<&str>,
    body: &Value,
) -> (StatusCode, Value) {
    let mut request = device.request(method, path);
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    if !body.is_null() {
        request = request.json(body);
    }
    let answer = request.send().await.unwrap();
    let (status, text) = (answer.status(), answer.text().await.unwrap());
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// Whether a value is of a kind.
type Kind = fn(&Value) -> bool;

/// Whether an answer has these fields, each of them of one of these kinds.
fn has(answer: &Value, fields: &[(&str, &[Kind])]) {
    for (name, kinds) in fields {
        let value = answer.pointer(name);
        let is_right = value.is_some_and(|value| kinds.iter().any(|is_kind| is_kind(value)));
        assert!(is_right, "{name} of {answer}");
    }
}

const NULL: Kind = Value::is_null;
const NUMBER: Kind = Value::is_number;
const TEXT: Kind = Value::is_string;
const YES_OR_NO: Kind = Value::is_boolean;
const LIST: Kind = Value::is_array;
const OBJECT: Kind = Value::is_object;

async fn items(device: &Device, token: &str, query: &str) -> Value {
    let path = format!("/api/watches/items?{query}");
    let (status, reading) = ask(device, (Method::GET, &path), Some(token), &Value::Null).await;
    assert_eq!(status, 200, "{reading}");
    has(
        &reading,
        &[
            ("/items", &[LIST]),
            ("/after", &[NUMBER]),
            ("/now", &[NUMBER]),
            ("/link/state", &[TEXT]),
            ("/link/version", &[TEXT]),
            ("/link/owned", &[NULL, OBJECT]),
            ("/link/reached", &[NULL, OBJECT]),
        ],
    );
    reading
}

/// A link that both phones of that release have.
async fn linked(device: &Device) -> Link {
    let link = Link::new();
    let made = json!({ "claimHash": hash(&link.claim), "ownerHash": hash(&link.owner) });
    let (status, _) = ask(device, (Method::POST, "/api/watches"), None, &made).await;
    assert_eq!(status, 201);
    let claim = json!({
        "readHash": hash(&link.read), "postHash": hash(&link.post),
        "hello": sealed("hello"), "subscription": null,
    });
    let path = "/api/watches/claim";
    let (status, _) = ask(device, (Method::POST, path), Some(&link.claim), &claim).await;
    assert_eq!(status, 201);
    link
}

#[tokio::test]
async fn an_alarm_of_a_phone_with_the_first_release_reaches_a_guardian_with_it() {
    let pushes = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &pushes.setting)]).await;
    let device = server.device();
    let link = linked(&device).await;
    let hello = items(&device, &link.owner, "after=-1&wait=0").await;
    assert_eq!(hello["items"][0]["bytes"], sealed("hello"));
    let where_to = json!({ "subscription": subscription("first-release") });
    let path = (Method::PUT, "/api/watches/push");
    let (status, _) = ask(&device, path, Some(&link.post), &where_to).await;
    assert!(status.is_success(), "{status}");

    let alarm = json!({ "seq": 1, "bytes": sealed("alarm"), "wake": true });
    let path = "/api/watches/items";
    for expected in [201, 200] {
        let (status, _) = ask(&device, (Method::POST, path), Some(&link.owner), &alarm).await;
        assert_eq!(status, expected, "also where the first answer was lost");
    }
    eventually("the push", async || {
        (pushes.received_at("/first-release").len() == 1).then_some(())
    })
    .await;
    let news = items(&device, &link.read, "after=-1&wait=25&version=none").await;
    let came = &news["items"][0];
    has(
        came,
        &[("/seq", &[NUMBER]), ("/bytes", &[TEXT]), ("/at", &[NUMBER])],
    );
    assert_eq!(came["bytes"], sealed("alarm"));
    let seen = json!({ "seq": 1, "bytes": sealed("seen"), "wake": false });
    let (status, _) = ask(&device, (Method::POST, path), Some(&link.post), &seen).await;
    assert_eq!(status, 201);
    let owned = items(&device, &link.owner, "after=0&wait=0").await;
    let kinds: &[Kind] = &[NULL, NUMBER];
    has(
        &owned,
        &[
            ("/link/owned/push", &[TEXT]),
            ("/link/owned/brokenSince", kinds),
            ("/link/owned/pushedSeq", kinds),
            ("/link/owned/timer", &[NULL]),
        ],
    );

    let end = (Method::DELETE, "/api/watches");
    let (status, _) = ask(&device, end, Some(&link.owner), &Value::Null).await;
    assert!(status.is_success(), "{status}");
    // It believes an end only with a proof.
    let ended = items(&device, &link.read, "after=9007199254740991&wait=0").await;
    assert_eq!(ended["link"]["state"], "ended");
    has(&ended, &[("/link/ended", &[TEXT])]);
}

#[tokio::test]
async fn a_timer_of_a_phone_with_the_first_release_is_armed_put_off_stopped_and_fires() {
    let server = TestServer::start().await;
    let device = server.device();
    let (link, stop) = (linked(&device).await, token());
    let timer = |times: Value, generation: i64| {
        let mut body = json!({
            "generation": generation, "item": { "seq": 1, "bytes": sealed("overdue") },
            "stopHash": hash(&stop),
        });
        body.as_object_mut()
            .unwrap()
            .extend(times.as_object().unwrap().clone());
        body
    };
    let path = "/api/watches/timer";
    let arm = async |body: Value| {
        let (status, armed) = ask(&device, (Method::PUT, path), Some(&link.owner), &body).await;
        assert_eq!(status, 200, "{armed}");
        has(
            &armed,
            &[
                ("/dueAt", &[NUMBER]),
                ("/now", &[NUMBER]),
                ("/fired", &[YES_OR_NO]),
                ("/hasPush", &[YES_OR_NO]),
            ],
        );
        armed
    };
    let within = arm(timer(json!({ "inSeconds": 600, "graceSeconds": 0 }), 1)).await;
    let due = within["dueAt"].as_i64().unwrap();
    assert!(
        (due - within["now"].as_i64().unwrap() - 600).abs() < 2,
        "{within}"
    );
    assert_eq!(arm(timer(json!({}), 2)).await["dueAt"].as_i64(), Some(due));
    let later = due + 600;
    let put_off = arm(timer(json!({ "dueAt": later }), 3)).await;
    assert_eq!(put_off["dueAt"].as_i64(), Some(later));
    let owned = items(&device, &link.owner, "after=-1&wait=0").await;
    has(
        &owned,
        &[
            ("/link/owned/timer/dueAt", &[NUMBER]),
            ("/link/owned/timer/generation", &[NUMBER]),
            ("/link/owned/timer/fired", &[YES_OR_NO]),
        ],
    );
    let end = (Method::DELETE, path);
    let (status, stopped) = ask(&device, end, Some(&stop), &Value::Null).await;
    assert_eq!((status.as_u16(), &stopped["fired"]), (200, &json!(false)));

    let (other, stop) = (linked(&device).await, token());
    let soon = json!({
        "inSeconds": 1, "graceSeconds": 0, "generation": 1, "stopHash": hash(&stop),
        "item": { "seq": 1, "bytes": sealed("overdue") },
    });
    let (status, _) = ask(&device, (Method::PUT, path), Some(&other.owner), &soon).await;
    assert_eq!(status, 200);
    let fired = items(&device, &other.read, "after=-1&wait=25").await;
    assert_eq!(fired["items"][0]["bytes"], sealed("overdue"), "{fired}");
}

#[tokio::test]
async fn the_shop_answers_the_first_release_with_all_that_it_reads() {
    let server = TestServer::start().await;
    let device = server.device();
    let none = &Value::Null;
    let asked = json!({ "email": "ann@example.com" });
    let path = (Method::POST, "/api/create-payment-intent");
    let (status, payment) = ask(&device, path, None, &asked).await;
    assert_eq!(status, 200, "{payment}");
    has(&payment, &[("/clientSecret", &[TEXT])]);
    device.buy("ann@example.com").await;
    let (_, access) = ask(&device, (Method::GET, "/api/access"), None, none).await;
    let text: &[Kind] = &[NULL, TEXT];
    has(
        &access,
        &[
            ("/access", &[YES_OR_NO]),
            ("/isRevoked", &[YES_OR_NO]),
            ("/email", text),
            ("/purchaseDate", text),
            ("/isGift", &[NULL, YES_OR_NO]),
            ("/recipientEmail", text),
            ("/giftCode", text),
            ("/verificationCount", &[NULL, NUMBER]),
            ("/paymentIntent", text),
        ],
    );
    assert_eq!(access["access"], true);
    for path in ["/api/verify-purchase", "/api/verify-email"] {
        let (status, found) = ask(&device, (Method::POST, path), None, &asked).await;
        assert_eq!(status, 200);
        has(
            &found,
            &[("/verified", &[YES_OR_NO]), ("/sent", &[YES_OR_NO])],
        );
    }
    let contact = json!({ "name": "Bob", "phoneNumber": "+61 400 000 000", "isPrimary": true });
    let path = (Method::POST, "/api/contacts");
    let (status, _) = ask(&device, path, None, &contact).await;
    assert_eq!(status, 201);
    let path = (Method::GET, "/api/contacts/primary");
    let (_, kept) = ask(&device, path, None, none).await;
    has(
        &kept,
        &[
            ("/id", &[TEXT]),
            ("/name", &[TEXT]),
            ("/phoneNumber", &[TEXT]),
        ],
    );
    let path = format!("/api/contacts/{}", kept["id"].as_str().unwrap());
    let change = json!({ "name": "Bo", "phoneNumber": "+61 400 000 000", "isPrimary": true });
    let (status, _) = ask(&device, (Method::PATCH, &path), None, &change).await;
    assert!(status.is_success(), "{status}");
}

#[tokio::test]
async fn what_the_first_release_looks_for_to_follow_the_server_is_where_it_was() {
    let server = TestServer::start().await;
    let device = server.device();
    for path in [
        "/sw.js",
        "/watch-worker.js",
        "/manifest.webmanifest",
        "/watch.webmanifest",
        "/favicon.svg",
        "/icons/watch-192.png",
        "/home",
        "/lockdown",
        "/app",
        "/settings",
        "/voice",
        "/setup",
        "/post-download",
        "/watch",
    ] {
        let answer = device.get(path).await;
        assert_eq!(answer.status(), 200, "{path}");
    }
}
