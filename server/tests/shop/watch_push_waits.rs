//! Pushes that wait: for a subscription, and beside each other.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::Device;
use crate::push_service::{Message, PushService, subscription};
use crate::server::{TestServer, eventually};
use crate::watches::{Link, send};

/// Every push is due at once, whatever pause it has and whatever it waits for.
const AT_ONCE: &str = "UPDATE watch_pushes SET next_attempt_at = 0";

/// Stores where the link's pushes go.
async fn subscribe(device: &Device, link: &Link, subscription: Value) {
    let body = json!({ "subscription": subscription });
    let stored = send(device, Method::PUT, "/api/watches/push", &link.post, &body);
    assert_eq!(stored.await, 204);
}

async fn owned(device: &Device, link: &Link) -> Value {
    link.answers(device, "").await["link"]["owned"].clone()
}

async fn until_pushed(device: &Device, link: &Link, seq: i64) {
    eventually("the push", async || {
        (owned(device, link).await["pushedSeq"] == json!(seq)).then_some(())
    })
    .await;
}

fn to(service: &PushService, path: &str) -> Vec<Message> {
    let all = service.received().into_iter();
    all.filter(|message| message.path == path).collect()
}

#[tokio::test]
async fn an_alarm_for_a_subscription_that_is_gone_is_pushed_to_the_next_one() {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    for status in [404, 410] {
        let link = Link::claimed(&device, &subscription("dead")).await;
        service.answer(status, "");
        assert_eq!(link.down(&device, 3, "alarm", true).await, 201);
        eventually("a broken link", async || {
            (owned(&device, &link).await["push"] == json!("broken")).then_some(())
        })
        .await;
        // What comes while there is no subscription waits, too.
        assert_eq!(link.down(&device, 4, "later", true).await, 201);
        service.answer(201, "");
        let path = format!("next-{status}");
        subscribe(&device, &link, subscription(&path)).await;
        until_pushed(&device, &link, 4).await;
        eventually("both pushes", async || {
            (to(&service, &format!("/{path}")).len() == 2).then_some(())
        })
        .await;
        eventually("no push", async || {
            let left = "SELECT COUNT(*) FROM watch_pushes";
            (server.place.number(left).await == 0).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn an_alarm_without_a_subscription_waits_and_a_worker_that_finds_none_keeps_it() {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    assert_eq!(link.down(&device, 0, "alarm", true).await, 201);
    // As if the phone had given up its subscription while a worker had the push.
    server.place.execute(AT_ONCE).await;
    let other = Link::claimed(&device, &subscription("other")).await;
    assert_eq!(other.down(&device, 1, "alarm", true).await, 201);
    until_pushed(&device, &other, 1).await;
    eventually("the end of the lease", async || {
        let waits =
            "SELECT COUNT(*) FROM watch_pushes WHERE locked_until = 0 AND next_attempt_at > 0";
        (server.place.number(waits).await == 1).then_some(())
    })
    .await;
    subscribe(&device, &link, Value::Null).await;
    subscribe(&device, &link, subscription("late")).await;
    until_pushed(&device, &link, 0).await;
    assert_eq!(to(&service, "/late").len(), 1);
    assert_eq!(owned(&device, &link).await["push"], json!("works"));
}

#[tokio::test]
async fn what_follows_an_alarm_that_waits_neither_replaces_it_nor_takes_its_content() {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    let link = Link::claimed(&device, &subscription("a")).await;
    service.answer(503, "");
    // Two items of one length.
    let texts = ["a".repeat(540), "b".repeat(540)];
    for (seq, text) in [(1, &texts[0]), (2, &texts[1])] {
        assert_eq!(link.down(&device, seq, text, true).await, 201);
    }
    eventually("a refusal", async || {
        (!service.received().is_empty()).then_some(())
    })
    .await;
    let refused = service.received().len();
    service.answer(201, "");
    let taken = eventually("both pushes", async || {
        server.place.execute(AT_ONCE).await;
        let left = "SELECT COUNT(*) FROM watch_pushes";
        let is_over = server.place.number(left).await == 0;
        is_over.then(|| service.received()[refused..].to_vec())
    })
    .await;
    let topics: BTreeSet<_> = taken
        .iter()
        .map(|message| message.headers["topic"].to_str().unwrap().to_owned())
        .collect();
    assert_eq!(topics.len(), 2, "a push of each");
    for message in &taken {
        assert!(
            720 < message.length,
            "{} bytes hold no item",
            message.length
        );
    }
}

#[tokio::test]
async fn a_push_that_found_no_subscription_for_three_days_is_deleted_with_its_item() {
    let mut server = TestServer::start().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    assert_eq!(link.down(&device, 0, "alarm", true).await, 201);
    let waiting = "SELECT COUNT(*) FROM watch_pushes";
    assert_eq!(server.place.number(waiting).await, 1);
    let days = 3 * 86_400_000 + 1;
    for table in ["watch_pushes", "watch_items"] {
        let old = format!("UPDATE {table} SET created_at = created_at - {days}");
        server.place.execute(&old).await;
    }
    server.process.kill();
    // What is too old is deleted at the start.
    let _process = server.place.start(&[]).await;
    eventually("no push", async || {
        (server.place.number(waiting).await == 0).then_some(())
    })
    .await;
}

#[tokio::test]
async fn an_alarm_that_waited_for_a_day_is_tried_again_by_a_new_subscription_whose_service_fails() {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    assert_eq!(link.down(&device, 0, "alarm", true).await, 201);
    let old = "UPDATE watch_pushes SET created_at = created_at - 90000000";
    server.place.execute(old).await;
    service.answer(503, "");
    subscribe(&device, &link, subscription("late")).await;
    eventually("a try that failed", async || {
        let failed = "SELECT COUNT(*) FROM watch_pushes WHERE attempts > 0";
        (server.place.number(failed).await == 1).then_some(())
    })
    .await;
    service.answer(201, "");
    let soon = "UPDATE watch_pushes SET next_attempt_at = 0 WHERE next_attempt_at < 9000000000000";
    server.place.execute(soon).await;
    until_pushed(&device, &link, 0).await;
}

#[tokio::test]
async fn a_link_that_ends_while_a_push_is_given_up_keeps_neither_it_nor_the_subscription() {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    for is_ended_first in [false, true] {
        let link = Link::claimed(&device, &subscription("a")).await;
        service.answer(503, "");
        assert_eq!(link.down(&device, 0, "alarm", true).await, 201);
        let failed = "SELECT COUNT(*) FROM watch_pushes WHERE attempts = 1 AND locked_until = 0";
        eventually("a try that failed", async || {
            (server.place.number(failed).await == 1).then_some(())
        })
        .await;
        let end = async || {
            let body = json!({});
            let ended = send(&device, Method::DELETE, "/api/watches", &link.owner, &body);
            assert_eq!(ended.await, 204);
        };
        if is_ended_first {
            end().await;
        }
        let last = "UPDATE watch_pushes SET attempts = 99, next_attempt_at = 0";
        server.place.execute(last).await;
        if !is_ended_first {
            let given_up =
                "SELECT COUNT(*) FROM watch_pushes WHERE next_attempt_at > 9000000000000";
            eventually("the end of the tries", async || {
                (server.place.number(given_up).await == 1).then_some(())
            })
            .await;
            end().await;
        }
        let left = "SELECT COUNT(*) FROM watch_pushes";
        eventually("no push", async || {
            (server.place.number(left).await == 0).then_some(())
        })
        .await;
        let known = "SELECT COUNT(*) FROM watches WHERE push_ct IS NOT NULL";
        eventually("no subscription", async || {
            (server.place.number(known).await == 0).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn an_alarm_is_pushed_at_once_where_pushes_that_failed_cannot_be_leased() {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    let failed = Link::claimed(&device, &subscription("failed")).await;
    service.answer(503, "");
    assert_eq!(failed.down(&device, 0, "alarm", true).await, 201);
    eventually("a try that failed", async || {
        let tried = "SELECT COUNT(*) FROM watch_pushes WHERE attempts = 1 AND locked_until = 0";
        (server.place.number(tried).await == 1).then_some(())
    })
    .await;
    service.answer(201, "");
    let refuse = if server.place.is_sqlite() {
        "CREATE TRIGGER broken BEFORE UPDATE ON watch_pushes WHEN NEW.attempts > 0 AND NEW.locked_until > 0 BEGIN SELECT RAISE(ABORT, 'broken'); END"
    } else {
        "ALTER TABLE watch_pushes ADD CONSTRAINT broken CHECK (attempts = 0 OR locked_until = 0)"
    };
    server.place.execute(refuse).await;
    server.place.execute(AT_ONCE).await;
    eventually("a run that fails", async || {
        let said = server.process.said();
        said.contains("A background job failed").then_some(())
    })
    .await;
    let link = Link::claimed(&device, &subscription("new")).await;
    assert_eq!(link.down(&device, 0, "alarm", true).await, 201);
    until_pushed(&device, &link, 0).await;
    assert_eq!(to(&service, "/new").len(), 1);
    assert_eq!(to(&service, "/failed").len(), 1, "it was not leased");
}
