//! Timers of links between two phones that fire while they are armed anew, or become due while no server runs.

use serde_json::{Value, json};

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
