//! What both sides of a link are told of its pushes, and what one push service costs others, at push services of the test's own.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::device::Device;
use crate::push_service::{PushService, subscription};
use crate::server::{TestServer, eventually};
use crate::shared_doubles;
use crate::watches::{Link, send};

/// Every push is due at once, whatever pause it has.
const AT_ONCE: &str = "UPDATE watch_pushes SET next_attempt_at = 0";

/// What the two sides are told of pushes. The owner asks last, so that she is told what the other side is told, or later news.
async fn pushes(device: &Device, link: &Link) -> (Value, Value) {
    let theirs = link.news(device, "").await["link"].clone();
    let hers = link.answers(device, "").await["link"].clone();
    assert!(hers["reached"].is_null() && theirs["owned"].is_null());
    (hers["owned"].clone(), theirs["reached"]["push"].clone())
}

/// The side that claimed the link takes pushes at the address with this name.
async fn subscribe(device: &Device, link: &Link, name: &str) {
    let body = json!({ "subscription": subscription(name) });
    let stored = send(device, Method::PUT, "/api/watches/push", &link.post, &body);
    assert_eq!(stored.await, 204);
}

#[tokio::test]
async fn a_push_service_that_bars_the_server_makes_a_link_unreachable_until_a_push_is_taken_or_there_is_another_subscription()
 {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    for status in [400, 401, 403] {
        service.answer(status, "");
        let link = Link::claimed(&device, &subscription("a")).await;
        assert_eq!(pushes(&device, &link).await.1, json!("works"));
        link.down(&device, 0, "alarm", true).await;
        let unreachable = eventually("an unreachable link", async || {
            let (hers, theirs) = pushes(&device, &link).await;
            (theirs == json!("unreachable")).then_some(hers)
        })
        .await;
        assert_eq!(unreachable["push"], json!("unreachable"));
        assert!(unreachable["brokenSince"].as_i64().unwrap() > 1_700_000_000);
        // The page tells its subscription whenever it is opened.
        subscribe(&device, &link, "a").await;
        assert_eq!(pushes(&device, &link).await.1, json!("unreachable"));
        // What waits is pushed to another one at once.
        service.answer(503, "");
        subscribe(&device, &link, "b").await;
        let (hers, theirs) = pushes(&device, &link).await;
        assert_eq!((&hers["push"], &theirs), (&json!("works"), &json!("works")));
        assert!(hers["brokenSince"].is_null());
        service.answer(status, "");
        eventually("another refusal", async || {
            server.place.execute(AT_ONCE).await;
            (pushes(&device, &link).await.1 == json!("unreachable")).then_some(())
        })
        .await;
        service.answer(201, "");
        eventually("the push", async || {
            server.place.execute(AT_ONCE).await;
            let (hers, theirs) = pushes(&device, &link).await;
            (hers["pushedSeq"] == json!(0) && theirs == json!("works")).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn pushes_of_two_items_do_not_replace_each_other_and_have_one_signature() {
    let (service, server) = shared_doubles::push_service().await;
    let device = server.device();
    let link = Link::claimed(&device, &subscription("two-items")).await;
    for seq in [1, 2] {
        link.down(&device, seq, "alarm", true).await;
        eventually("the push", async || {
            (pushes(&device, &link).await.0["pushedSeq"] == json!(seq)).then_some(())
        })
        .await;
    }
    let [alarm, test] = &service.received_at("/two-items")[..] else {
        panic!("a message for each item");
    };
    assert_ne!(alarm.headers["topic"], test.headers["topic"]);
    assert_eq!(
        alarm.headers["authorization"],
        test.headers["authorization"]
    );
}

#[tokio::test]
async fn an_alarm_is_not_said_to_be_pushed_because_a_later_item_was() {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    let link = Link::claimed(&device, &subscription("a")).await;
    let pushed = async || link.answers(&device, "").await["link"]["owned"]["pushedSeq"].clone();
    assert_eq!(link.down(&device, 0, "test", true).await, 201);
    eventually("the test message", async || {
        (pushed().await == json!(0)).then_some(())
    })
    .await;
    assert_eq!(link.down(&device, 1, "alarm", false).await, 201);
    let tried = "INSERT INTO watch_pushes (watch_id, seq, attempts, next_attempt_at, locked_until, created_at)
         SELECT watch_id, seq, 6, created_at + 600000, 0, created_at FROM watch_items WHERE seq = 1";
    server.place.execute(tried).await;
    assert_eq!(link.down(&device, 2, "answer", true).await, 201);
    eventually("the later push", async || {
        let left = "SELECT COUNT(*) FROM watch_pushes WHERE seq = 2";
        (server.place.number(left).await == 0).then_some(())
    })
    .await;
    assert_eq!(pushed().await, json!(0));
    let at_once = "UPDATE watch_pushes SET next_attempt_at = 0";
    server.place.execute(at_once).await;
    eventually("the alarm", async || {
        (pushed().await == json!(2)).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_push_that_was_tried_for_a_day_counts_as_taken_by_no_service_and_goes_to_the_next_subscription()
 {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    let link = Link::claimed(&device, &subscription("a")).await;
    service.answer(503, "");
    assert_eq!(link.down(&device, 1, "alarm", true).await, 201);
    server
        .place
        .execute("UPDATE watch_pushes SET attempts = 99, next_attempt_at = 0, locked_until = 0")
        .await;
    eventually("the end of the tries", async || {
        let waiting = "SELECT COUNT(*) FROM watch_pushes WHERE next_attempt_at > 9000000000000";
        (server.place.number(waiting).await == 1).then_some(())
    })
    .await;
    service.answer(201, "");
    assert_eq!(link.down(&device, 2, "answer", true).await, 201);
    eventually("the later push", async || {
        let left = "SELECT COUNT(*) FROM watch_pushes WHERE seq = 2";
        (server.place.number(left).await == 0).then_some(())
    })
    .await;
    let owned = pushes(&device, &link).await.0;
    assert_eq!(owned["pushedSeq"], json!(0));
    subscribe(&device, &link, "b").await;
    eventually("the alarm", async || {
        (pushes(&device, &link).await.0["pushedSeq"] == json!(2)).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_push_service_that_hangs_leaves_places_for_what_is_new_for_others() {
    let service = PushService::start().await;
    let hanging = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = hanging.local_addr().unwrap();
    let hosts = format!("{},slow.example.com=http://{address}", service.setting);
    let opened = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&opened);
    tokio::spawn(async move {
        let mut kept = Vec::new();
        while let Ok((connection, _)) = hanging.accept().await {
            counter.fetch_add(1, Ordering::Relaxed);
            kept.push(connection);
        }
    });
    let server = TestServer::with(&[("PUSH_HOSTS", &hosts)]).await;
    let device = server.device();
    let mut slow = subscription("slow");
    slow["endpoint"] = json!("https://slow.example.com/slow");
    let slow = Link::claimed(&device, &slow).await;
    assert_eq!(slow.down(&device, 1, "alarm", true).await, 201);
    let failed_before = "INSERT INTO watch_pushes (watch_id, seq, attempts, next_attempt_at, locked_until, created_at)
         WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100)
         SELECT watch_id, n, 1, 0, 0, created_at FROM watch_pushes, numbers WHERE seq = 1";
    server.place.execute(failed_before).await;
    eventually("many pushes that hang", async || {
        (30 < opened.load(Ordering::Relaxed)).then_some(())
    })
    .await;
    let link = Link::claimed(&device, &subscription("a")).await;
    assert_eq!(link.down(&device, 1, "alarm", true).await, 201);
    eventually("the alarm for another", async || {
        (!service.received().is_empty()).then_some(())
    })
    .await;
    let hanging = opened.load(Ordering::Relaxed);
    assert!(hanging <= 33, "{hanging} had a place");
}

#[tokio::test]
async fn a_push_whose_sending_was_cut_off_was_not_tried_and_one_that_failed_was() {
    let hanging = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hosts = format!("push.example.com=http://{}", hanging.local_addr().unwrap());
    let TestServer { place, mut process } = TestServer::with(&[("PUSH_HOSTS", &hosts)]).await;
    let device = process.device();
    let link = Link::claimed(&device, &subscription("a")).await;
    assert_eq!(link.down(&device, 1, "alarm", true).await, 201);
    let connection = hanging.accept().await.unwrap();
    process.kill();
    drop((connection, hanging));
    let with = async |attempts: i32| {
        let sql = format!("SELECT COUNT(*) FROM watch_pushes WHERE attempts = {attempts}");
        place.number(&sql).await
    };
    assert_eq!(with(0).await, 1);
    place
        .execute("UPDATE watch_pushes SET locked_until = 0, next_attempt_at = 0")
        .await;
    let _process = place.start(&[("PUSH_HOSTS", &hosts)]).await;
    eventually("a try that fails", async || {
        (with(1).await == 1).then_some(())
    })
    .await;
}
