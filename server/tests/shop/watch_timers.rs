//! Timers of links between two phones: stopped, armed anew, and due while no server runs.

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::Device;
use crate::push_service::{PushService, subscription};
use crate::server::{TestServer, eventually};
use crate::watches::{Link, hash, sealed, send, texts, token};

/// A timer to arm.
pub(crate) struct Timer<'a> {
    pub(crate) within: u64,
    pub(crate) generation: i64,
    pub(crate) seq: i64,
    pub(crate) text: &'a str,
    pub(crate) stop: &'a str,
}

impl<'a> Timer<'a> {
    /// Of an hour, that this token stops.
    pub(crate) fn of(stop: &'a str) -> Self {
        Self {
            within: 3600,
            generation: 1,
            seq: 5,
            text: "overdue",
            stop,
        }
    }

    pub(crate) async fn arm(&self, device: &Device, link: &Link) -> (u16, Value) {
        let body = json!({
            "inSeconds": self.within, "graceSeconds": 0, "generation": self.generation,
            "item": { "seq": self.seq, "bytes": sealed(self.text) }, "stopHash": hash(self.stop),
        });
        let request = device.request(Method::PUT, "/api/watches/timer");
        let response = request
            .bearer_auth(&link.owner)
            .json(&body)
            .send()
            .await
            .unwrap();
        let status = response.status().as_u16();
        (status, response.json().await.unwrap_or_default())
    }
}

pub(crate) async fn stop(device: &Device, token: &str) -> u16 {
    send(
        device,
        Method::DELETE,
        "/api/watches/timer",
        token,
        &json!({}),
    )
    .await
}

fn owned(state: &Value) -> &Value {
    &state["link"]["owned"]["timer"]
}

#[tokio::test]
async fn a_timer_that_is_stopped_sends_nothing_and_a_late_request_does_not_arm_it_again() {
    let server = TestServer::start().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let stop_token = token();
    let mut timer = Timer::of(&stop_token);
    let (status, armed) = timer.arm(&device, &link).await;
    assert_eq!(status, 200);
    let seconds = armed["dueAt"].as_i64().unwrap() - armed["now"].as_i64().unwrap();
    assert!((3599..=3600).contains(&seconds), "{armed}");
    let state = link.answers(&device, "").await;
    assert_eq!(owned(&state)["generation"], json!(1));
    assert_eq!(owned(&state)["fired"], json!(false));
    timer.within = 7200;
    let again = timer.arm(&device, &link).await;
    assert_eq!(
        again.1["dueAt"], armed["dueAt"],
        "the same generation changes nothing"
    );
    timer.generation = 0;
    assert_eq!(timer.arm(&device, &link).await.0, 409, "an older one");
    assert_eq!(link.down(&device, 5, "other", false).await, 409, "reserved");
    assert_eq!(stop(&device, &token()).await, 404);
    assert_eq!(stop(&device, &link.owner).await, 404);
    for _ in 0..2 {
        assert_eq!(stop(&device, &stop_token).await, 204);
    }
    timer.generation = 9;
    assert_eq!(timer.arm(&device, &link).await.0, 409, "a late renewal");
    let state = link.answers(&device, "").await;
    assert!(owned(&state).is_null(), "{state}");
    let held = "SELECT COUNT(*) FROM watch_timers WHERE length(item_bytes) > 0";
    assert_eq!(server.place.number(held).await, 0);
    // Another session.
    let other = token();
    timer.stop = &other;
    assert_eq!(timer.arm(&device, &link).await.0, 200);
    assert!(texts(&link.news(&device, "").await).is_empty());
}

#[tokio::test]
async fn a_timer_that_is_set_due_now_sends_its_item_at_once_and_pushes_it() {
    let service = PushService::start().await;
    let server = TestServer::with(&[("PUSH_HOSTS", &service.setting)]).await;
    let device = server.device();
    let link = Link::claimed(&device, &subscription("a")).await;
    // Items that were read before the timer fires have higher numbers.
    for seq in 6..9 {
        link.down(&device, seq, "here", false).await;
    }
    let read = link.news(&device, "").await["after"].clone();
    let stop_token = token();
    let mut timer = Timer::of(&stop_token);
    timer.arm(&device, &link).await;
    timer.generation = 2;
    timer.within = 0;
    timer.text = "danger";
    assert_eq!(timer.arm(&device, &link).await.0, 200);
    let news = link.news(&device, &format!("wait=25&after={read}")).await;
    assert_eq!(texts(&news), ["danger"]);
    eventually("the push", async || {
        let state = link.answers(&device, "").await;
        let is_fired = owned(&state)["fired"] == json!(true);
        (is_fired && state["link"]["owned"]["pushedSeq"] == json!(5)).then_some(())
    })
    .await;
    assert_eq!(service.received().len(), 1);
    assert_eq!(timer.arm(&device, &link).await.0, 200, "a lost response");
    timer.generation = 3;
    assert_eq!(
        timer.arm(&device, &link).await.0,
        409,
        "the number is taken"
    );
    assert_eq!(stop(&device, &stop_token).await, 204);
}

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
        let (status, _) = second.arm(&device, &link).await;
        if status == 200 {
            // It came before the first one fired, which now never does.
            server
                .place
                .execute("UPDATE watch_timers SET due_at = 0 WHERE state = 'armed'")
                .await;
        } else {
            assert_eq!(status, 409, "round {round}");
        }
        let expected = if status == 200 { "second" } else { "first" };
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
