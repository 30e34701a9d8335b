//! Timers of links between two phones: stopped, armed anew, and fired.

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::Device;
use crate::push_service::subscription;
use crate::server::{TestServer, eventually};
use crate::shared_doubles;
use crate::shared_server::SharedServer;
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
        let due = json!({ "inSeconds": self.within, "graceSeconds": 0 });
        self.arm_due(device, link, due).await
    }

    /// With a time of its own; null keeps the one that there is.
    pub(crate) async fn arm_due(&self, device: &Device, link: &Link, due: Value) -> (u16, Value) {
        let mut body = json!({
            "generation": self.generation,
            "item": { "seq": self.seq, "bytes": sealed(self.text) }, "stopHash": hash(self.stop),
        });
        let fields = due.as_object().cloned().unwrap_or_default();
        body.as_object_mut().unwrap().extend(fields);
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

/// Stops a timer that the server knows. Returns whether it had fired.
async fn had_fired(device: &Device, token: &str) -> bool {
    let request = device.request(Method::DELETE, "/api/watches/timer");
    let response = request.bearer_auth(token).send().await.unwrap();
    assert_eq!(response.status().as_u16(), 200);
    let answer: Value = response.json().await.unwrap();
    answer["fired"].as_bool().unwrap()
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
    let another = token();
    timer.stop = &another;
    let (status, _) = timer.arm(&device, &link).await;
    assert_eq!(status, 409, "another session's of the same generation");
    assert_eq!(stop(&device, &another).await, 404);
    timer.stop = &stop_token;
    timer.generation = 0;
    assert_eq!(timer.arm(&device, &link).await.0, 409, "an older one");
    assert_eq!(link.down(&device, 5, "other", false).await, 409, "reserved");
    assert_eq!(stop(&device, &token()).await, 404);
    assert_eq!(stop(&device, &link.owner).await, 404);
    for _ in 0..2 {
        assert!(!had_fired(&device, &stop_token).await);
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
    timer.generation = 1;
    let (status, _) = timer.arm(&device, &link).await;
    assert_eq!(status, 409, "the generation of the one that was stopped");
    timer.generation = 2;
    assert_eq!(timer.arm(&device, &link).await.0, 200);
    assert!(texts(&link.news(&device, "").await).is_empty());
}

#[tokio::test]
async fn the_owner_learns_which_generation_the_next_session_has_to_exceed_after_the_timer_is_stopped()
 {
    let server = SharedServer::get().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let newest =
        async || link.answers(&device, "").await["link"]["owned"]["newestGeneration"].clone();
    assert_eq!(newest().await, Value::Null, "there was none");
    let stop_token = token();
    let mut timer = Timer::of(&stop_token);
    timer.generation = 900;
    assert_eq!(timer.arm(&device, &link).await.0, 200);
    assert_eq!(newest().await, json!(900));
    assert_eq!(stop(&device, &stop_token).await, 200);
    assert!(owned(&link.answers(&device, "").await).is_null());
    // The phone's clock, by which it numbers sessions, was set back.
    let other = token();
    timer.stop = &other;
    timer.generation = 100;
    assert_eq!(timer.arm(&device, &link).await.0, 409);
    timer.generation = newest().await.as_i64().unwrap() + 1;
    assert_eq!(timer.arm(&device, &link).await.0, 200);
}

#[tokio::test]
async fn a_timer_that_is_set_due_now_sends_its_item_at_once_and_pushes_it() {
    let (service, server) = shared_doubles::push_service().await;
    let device = server.device();
    let link = Link::claimed(&device, &subscription("due-now")).await;
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
    assert_eq!(service.received_at("/due-now").len(), 1);
    assert_eq!(timer.arm(&device, &link).await.0, 200, "a lost response");
    let other = token();
    timer.stop = &other;
    timer.generation = 3;
    assert_eq!(
        timer.arm(&device, &link).await.0,
        409,
        "the number is taken"
    );
}

#[tokio::test]
async fn a_timer_that_is_renewed_fires_when_it_would_have_with_the_newest_item() {
    let server = SharedServer::get().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let stop_token = token();
    let mut timer = Timer::of(&stop_token);
    let unchanged = Value::Null;
    let none = timer.arm_due(&device, &link, unchanged.clone()).await.0;
    assert_eq!(none, 409, "there is no time to keep");
    let due_at = timer.arm(&device, &link).await.1["dueAt"].clone();
    timer.generation = 2;
    timer.seq = 6;
    timer.text = "newer";
    let (status, renewed) = timer.arm_due(&device, &link, unchanged.clone()).await;
    assert_eq!((status, &renewed["dueAt"]), (200, &due_at));
    assert_eq!(renewed["fired"], json!(false));
    // A change by the person, to a time of the server.
    timer.generation = 3;
    timer.seq = 7;
    let later = json!({ "dueAt": due_at.as_i64().unwrap() + 900 });
    let (status, extended) = timer.arm_due(&device, &link, later.clone()).await;
    assert_eq!((status, &extended["dueAt"]), (200, &later["dueAt"]));
    let days = json!({ "dueAt": due_at.as_i64().unwrap() + 200_000 });
    timer.generation = 4;
    assert_eq!(timer.arm_due(&device, &link, days).await.0, 400);
    // Another session keeps no time of this one.
    let other = token();
    let stranger = Timer {
        generation: 5,
        seq: 8,
        ..Timer::of(&other)
    };
    assert_eq!(stranger.arm_due(&device, &link, unchanged).await.0, 409);
    timer.seq = 9;
    timer.within = 0;
    assert_eq!(timer.arm(&device, &link).await.0, 200);
    eventually("the item", async || {
        let texts = texts(&link.news(&device, "").await);
        (!texts.is_empty()).then(|| assert_eq!(texts, ["newer"]))
    })
    .await;
}

#[tokio::test]
async fn a_timer_fires_once_and_its_end_answers_that_it_had() {
    let server = SharedServer::get().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let stop_token = token();
    let mut timer = Timer::of(&stop_token);
    timer.within = 0;
    timer.arm(&device, &link).await;
    eventually("the item", async || {
        let texts = texts(&link.news(&device, "").await);
        (!texts.is_empty()).then(|| assert_eq!(texts, ["overdue"]))
    })
    .await;
    let due_at = owned(&link.answers(&device, "").await)["dueAt"].clone();
    for due in [
        json!({ "inSeconds": 3600, "graceSeconds": 0 }),
        json!({ "dueAt": 1 }),
        Value::Null,
    ] {
        timer.generation += 1;
        timer.seq += 1;
        let (status, held) = timer.arm_due(&device, &link, due).await;
        assert_eq!((status, &held["fired"]), (200, &json!(true)));
        assert_eq!(held["dueAt"], due_at);
    }
    for _ in 0..2 {
        assert!(had_fired(&device, &stop_token).await);
    }
    timer.generation += 1;
    assert_eq!(timer.arm(&device, &link).await.1["fired"], json!(true));
    assert_eq!(texts(&link.news(&device, "").await), ["overdue"]);
}

#[tokio::test]
async fn arming_answers_whether_the_guardian_can_be_pushed_to() {
    let (_, server) = shared_doubles::push_service().await;
    let device = server.device();
    for (where_to, expected) in [(Value::Null, false), (subscription("a"), true)] {
        let link = Link::claimed(&device, &where_to).await;
        let stop_token = token();
        let (_, armed) = Timer::of(&stop_token).arm(&device, &link).await;
        assert_eq!(armed["hasPush"], json!(expected));
    }
}
