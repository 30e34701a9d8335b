//! Timers of links between two phones that fire while they are armed anew, or become due while no server runs.

use serde_json::{Value, json};

use crate::device::Device;
use crate::push_service::{PushService, subscription};
use crate::server::{TestServer, eventually};
use crate::watch_timers::Timer;
use crate::watches::{Link, texts, token};

#[tokio::test]
async fn a_timer_that_is_extended_while_it_fires_sends_one_generation() {
    let server = TestServer::start().await;
    let device = server.device();
    for round in 0..5 {
        let link = Link::claimed(&device, &Value::Null).await;
        let stop_token = token();
        let first = Timer {
            within: 0,
            text: "first",
            ..Timer::of(&stop_token)
        };
        first.arm(&device, &link).await;
        let second = Timer {
            generation: 2,
            text: "second",
            ..Timer::of(&stop_token)
        };
        let (status, held) = second.arm(&device, &link).await;
        assert_eq!(status, 200, "round {round}");
        let expected = if held["fired"] == json!(true) {
            "first"
        } else {
            // It came before the first one fired, which now never does.
            server
                .place
                .execute("UPDATE watch_timers SET due_at = 0 WHERE state = 'armed'")
                .await;
            "second"
        };
        eventually("the item", async || {
            let texts = texts(&link.news(&device, "").await);
            (!texts.is_empty()).then(|| assert_eq!(texts, [expected]))
        })
        .await;
    }
}

#[tokio::test]
async fn a_timer_that_became_due_while_no_server_ran_fires_at_the_start() {
    let service = PushService::start().await;
    let settings = [("PUSH_HOSTS", service.setting.as_str())];
    let mut server = TestServer::with(&settings).await;
    let device = server.device();
    let link = Link::claimed(&device, &subscription("a")).await;
    let stop_token = token();
    let timer = Timer::of(&stop_token);
    timer.arm(&device, &link).await;
    server.process.kill();
    server
        .place
        .execute("UPDATE watch_timers SET due_at = 1")
        .await;
    let process = server.place.start(&settings).await;
    let device = device.at(&process.base);
    eventually("the push", async || {
        (service.received().len() == 1).then_some(())
    })
    .await;
    assert_eq!(texts(&link.news(&device, "").await), ["overdue"]);
}

/// The only item that came.
async fn came(device: &Device, link: &Link) -> Value {
    eventually("the item", async || {
        let items = link.news(device, "").await["items"].clone();
        (items.as_array().unwrap().len() == 1).then(|| items[0].clone())
    })
    .await
}

#[tokio::test]
async fn an_item_of_a_timer_says_when_the_server_got_it_which_is_when_it_was_armed_or_renewed() {
    let server = TestServer::start().await;
    let device = server.device();
    for is_renewed in [false, true] {
        let link = Link::claimed(&device, &Value::Null).await;
        let stop_token = token();
        let timer = Timer::of(&stop_token);
        timer.arm(&device, &link).await;
        // Fifty minutes pass.
        let pass = "UPDATE watch_timers SET got_at = got_at - 3000000 WHERE state = 'armed'";
        server.place.execute(pass).await;
        if is_renewed {
            let newer = Timer {
                generation: 2,
                seq: 6,
                ..timer
            };
            assert_eq!(newer.arm(&device, &link).await.0, 200);
        }
        server
            .place
            .execute("UPDATE watch_timers SET due_at = 1 WHERE state = 'armed'")
            .await;
        let item = came(&device, &link).await;
        let before = item["at"].as_i64().unwrap() - item["gotAt"].as_i64().unwrap();
        let expected = if is_renewed { 0..=60 } else { 3000..=3060 };
        assert!(expected.contains(&before), "{before} seconds before");
    }
    let link = Link::claimed(&device, &Value::Null).await;
    assert_eq!(link.down(&device, 1, "alarm", false).await, 201);
    assert!(
        came(&device, &link).await["gotAt"].is_null(),
        "sent at once"
    );
}

#[tokio::test]
async fn a_time_that_has_passed_shortens_no_timer_that_runs() {
    let server = TestServer::start().await;
    let device = server.device();
    let stop_token = token();
    let link = Link::claimed(&device, &Value::Null).await;
    let (_, armed) = Timer::of(&stop_token).arm(&device, &link).await;
    // What a phone names that was told its time before the operator said that this server's clock, two hours behind, is right by now.
    let passed = armed["now"].as_i64().unwrap() - 3600;
    let again = Timer {
        generation: 2,
        seq: 6,
        text: "newer",
        ..Timer::of(&stop_token)
    };
    let due = json!({ "dueAt": passed });
    let (status, held) = again.arm_due(&device, &link, due.clone()).await;
    assert_eq!((status, &held["dueAt"]), (200, &armed["dueAt"]), "{held}");
    // A later time, and a sooner one that has not passed, are the person's.
    for seconds in [7200, 1800] {
        let at = armed["now"].as_i64().unwrap() + seconds;
        let again = Timer {
            generation: 10_000 - seconds,
            seq: 10_000 - seconds,
            ..Timer::of(&stop_token)
        };
        let (_, held) = again.arm_due(&device, &link, json!({ "dueAt": at })).await;
        assert_eq!(held["dueAt"], json!(at));
    }
    // A session that came late alerts at once.
    let another = Link::claimed(&device, &Value::Null).await;
    let new = token();
    let (status, _) = Timer::of(&new).arm_due(&device, &another, due).await;
    assert_eq!(status, 200);
    eventually("the alert of the late session", async || {
        (texts(&another.news(&device, "").await) == ["overdue"]).then_some(())
    })
    .await;
    assert_eq!(texts(&link.news(&device, "").await), Vec::<String>::new());
}
