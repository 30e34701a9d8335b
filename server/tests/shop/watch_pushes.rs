//! Pushes of links between two phones, at a push service of the test's own.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::push_service::{PushService, subscription};
use crate::server::{TestServer, eventually};
use crate::shared_doubles;
use crate::shared_server::SharedServer;
use crate::watches::{Link, send, token};

/// Every push is due at once, whatever pause it has.
const AT_ONCE: &str = "UPDATE watch_pushes SET next_attempt_at = 0";

#[tokio::test]
async fn an_item_is_pushed_encrypted_and_signed_and_its_sender_learns_that_it_was_accepted() {
    let (service, server) = shared_doubles::push_service().await;
    let device = server.device();
    let link = Link::claimed(&device, &subscription("a?b=c")).await;
    assert_eq!(link.down(&device, 0, "quiet", false).await, 201);
    assert_eq!(link.down(&device, 4, "alarm", true).await, 201);
    let state = eventually("the push", async || {
        let state = link.answers(&device, "").await["link"]["owned"].clone();
        (!state["pushedSeq"].is_null()).then_some(state)
    })
    .await;
    assert_eq!(state["pushedSeq"], json!(4));
    assert_eq!(state["push"], json!("works"));
    let [message] = &service.received_at("/a?b=c")[..] else {
        panic!("one message for two items of which one is to be pushed");
    };
    let header = |name: &str| message.headers[name].to_str().unwrap();
    assert_eq!(header("content-encoding"), "aes128gcm");
    assert_eq!(header("urgency"), "high");
    let ttl: u32 = header("ttl").parse().unwrap();
    let three_days = 3 * 86_400;
    assert!(
        (three_days - 60..=three_days).contains(&ttl),
        "as long as the item is kept"
    );
    assert!((1..=32).contains(&header("topic").len()));
    assert!(header("authorization").starts_with("vapid t="));
    assert!(message.length <= 4096);
}

#[tokio::test]
async fn an_item_that_two_tabs_send_is_stored_and_pushed_once() {
    let (service, server) = shared_doubles::push_service().await;
    let device = server.device();
    let link = Link::claimed(&device, &subscription("two-tabs")).await;
    for seq in [1, 2] {
        assert_eq!(link.down(&device, seq, "alarm", true).await, 201);
        eventually("the push", async || {
            let state = link.answers(&device, "").await["link"]["owned"].clone();
            (state["pushedSeq"] == json!(seq)).then_some(())
        })
        .await;
        // A push of the first item would have come before that of the second one.
        assert_eq!(link.down(&device, 1, "alarm", true).await, 200);
    }
    assert_eq!(service.received_at("/two-tabs").len(), 2);
}

#[tokio::test]
async fn a_push_is_sent_again_until_the_push_service_takes_it() {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    let link = Link::claimed(&device, &subscription("a")).await;
    for (seq, status) in [(1, 503), (2, 429), (3, 403)] {
        service.answer(status, "");
        let before = service.received().len();
        link.down(&device, seq, "alarm", true).await;
        eventually("a message", async || {
            server.place.execute(AT_ONCE).await;
            (before < service.received().len()).then_some(())
        })
        .await;
        let state = link.answers(&device, "").await;
        assert!(state["link"]["owned"]["pushedSeq"].is_null(), "{state}");
    }
    eventually("the alarm of the operator", async || {
        server.place.execute(AT_ONCE).await;
        let said = server.process.said();
        said.contains("A push service refuses").then_some(())
    })
    .await;
    service.answer(201, "");
    eventually("the push", async || {
        server.place.execute(AT_ONCE).await;
        let state = link.answers(&device, "").await["link"]["owned"].clone();
        (state["pushedSeq"] == json!(3)).then_some(())
    })
    .await;
    assert!(!server.process.said().contains("push.example.com"));
}

#[tokio::test]
async fn a_subscription_that_the_push_service_has_no_more_is_shown_as_broken_until_there_is_another()
 {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    for status in [404, 410] {
        let link = Link::claimed(&device, &subscription("a")).await;
        service.answer(status, "");
        link.down(&device, 0, "alarm", true).await;
        let state = eventually("a broken link", async || {
            let state = link.answers(&device, "").await["link"]["owned"].clone();
            (state["push"] == json!("broken")).then_some(state)
        })
        .await;
        assert!(state["brokenSince"].as_i64().unwrap() > 1_700_000_000);
        assert!(state["pushedSeq"].is_null());
        let body = json!({ "subscription": subscription("b") });
        let stored = send(&device, Method::PUT, "/api/watches/push", &link.post, &body);
        service.answer(201, "");
        assert_eq!(stored.await, 204);
        link.down(&device, 1, "alarm", true).await;
        eventually("the push", async || {
            let state = link.answers(&device, "").await["link"]["owned"].clone();
            (state["pushedSeq"] == json!(1) && state["push"] == json!("works")).then_some(())
        })
        .await;
    }
}

/// A listener that must see no connection.
async fn forbidden() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

#[tokio::test]
async fn a_subscription_cannot_make_the_server_ask_anything_but_push_services() {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    let (listener, port) = forbidden().await;
    let with = |endpoint: String| {
        let mut subscription = subscription("a");
        subscription["endpoint"] = Value::from(endpoint);
        subscription
    };
    for endpoint in [
        format!("https://127.0.0.1:{port}/a"),
        format!("http://127.0.0.1:{port}/a"),
        format!("https://localhost:{port}/a"),
        format!("https://[::1]:{port}/a"),
        format!("https://[::ffff:127.0.0.1]:{port}/a"),
        format!("https://2130706433:{port}/a"),
        format!("https://push.example.com:{port}/a"),
        format!("https://push.example.com@127.0.0.1:{port}/a"),
        "https://169.254.169.254/latest/meta-data".to_owned(),
        "https://localhost/a".to_owned(),
        "https://push.example.com.example.org/a".to_owned(),
        "http://push.example.com/a".to_owned(),
        "file:///etc/passwd".to_owned(),
    ] {
        let link = Link::new();
        link.create(&device).await;
        let refused = link.claim(&device, &with(endpoint.clone())).await;
        assert_eq!(refused, 400, "{endpoint}");
        let link = Link::claimed(&device, &Value::Null).await;
        let body = json!({ "subscription": with(endpoint.clone()) });
        let refused = send(&device, Method::PUT, "/api/watches/push", &link.post, &body);
        assert_eq!(refused.await, 400, "{endpoint}");
    }
    // A push service that redirects is not followed.
    for status in [301, 302, 303, 307, 308] {
        service.answer(status, &format!("http://127.0.0.1:{port}/a"));
        let before = service.received().len();
        let link = Link::claimed(&device, &subscription("a")).await;
        link.down(&device, 0, "alarm", true).await;
        eventually("a message", async || {
            (before < service.received().len()).then_some(())
        })
        .await;
    }
    // The last message's outcome is stored after the last chance to follow.
    eventually("all outcomes", async || {
        let leased = "SELECT COUNT(*) FROM watch_pushes WHERE locked_until > 0";
        (server.place.number(leased).await == 0).then_some(())
    })
    .await;
    let seen = tokio::time::timeout(Duration::ZERO, listener.accept()).await;
    assert!(seen.is_err(), "somebody connected");
}

#[tokio::test]
async fn four_processes_push_an_item_once() {
    let service = PushService::start().await;
    let settings = [("PUSH_HOSTS", service.setting.as_str())];
    let server = TestServer::with(&settings).await;
    let mut others = Vec::new();
    for _ in 0..3 {
        others.push(server.place.start(&settings).await);
    }
    let device = server.device();
    let mut links = Vec::new();
    for index in 0..10 {
        let path = format!("link-{index}");
        links.push(Link::claimed(&device, &subscription(&path)).await);
    }
    for link in &links {
        link.down(&device, 0, "alarm", true).await;
    }
    eventually("no push that is due", async || {
        let left = "SELECT COUNT(*) FROM watch_pushes";
        (server.place.number(left).await == 0).then_some(())
    })
    .await;
    let mut paths: Vec<String> = service.received().into_iter().map(|one| one.path).collect();
    paths.sort();
    let expected: Vec<String> = (0..10).map(|index| format!("/link-{index}")).collect();
    assert_eq!(paths, expected);
}

#[tokio::test]
async fn requests_that_wait_take_no_connection_and_no_place_from_others() {
    let settings = [("RATE_LIMITS", "on"), ("DATABASE_CONNECTIONS", "2")];
    let server = TestServer::with(&settings).await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let waiting: Vec<_> = (0..80)
        .map(|_| {
            let (link, reader) = (link.clone(), server.device());
            tokio::spawn(async move { link.news(&reader, "wait=25").await })
        })
        .collect();
    for _ in 0..20 {
        let answer = device.get("/api/contacts/primary").await;
        assert_eq!(answer.status(), 200);
    }
    assert_eq!(link.down(&device, 0, "help", false).await, 201);
    for one in waiting {
        assert_eq!(one.await.unwrap()["items"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_server_that_stops_answers_the_requests_that_wait() {
    let mut server = TestServer::with(&[("RATE_LIMITS", "on")]).await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let waiting: Vec<_> = (0..3)
        .map(|_| {
            let (link, reader) = (link.clone(), server.device());
            tokio::spawn(async move { link.news(&reader, "wait=25").await })
        })
        .collect();
    // The server counts requests before they wait.
    eventually("three requests", async || {
        let read = "SELECT COUNT(*) FROM rate_buckets WHERE count = 3 AND length(key) = 32";
        (0 < server.place.number(read).await).then_some(())
    })
    .await;
    server.process.terminate();
    for one in waiting {
        assert!(one.await.unwrap()["items"].as_array().unwrap().is_empty());
    }
    assert_eq!(server.process.ended().await, 0);
    assert!(!server.process.said().contains("did not finish in time"));
}

#[tokio::test]
async fn a_wrong_token_learns_nothing_from_pushes() {
    let server = SharedServer::get().await;
    let device = server.device();
    let body = json!({ "subscription": null });
    let stored = send(&device, Method::PUT, "/api/watches/push", &token(), &body).await;
    assert_eq!(stored, 404);
}
