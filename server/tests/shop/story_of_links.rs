//! Everything that one can do with links between two phones, for `story.rs`.

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::Device;
use crate::push_service::subscription;
use crate::sounds::{RECOVERY, Sound, get};
use crate::story::Story;
use crate::watch_timers::{Timer, stop};
use crate::watches::{Link, post, send, token};

pub(crate) async fn tell(story: &Story) {
    let device = story.device();
    let link = Link::new();
    for status in [201, 200] {
        assert_eq!(link.create(&device).await, status);
    }
    for status in [201, 200] {
        assert_eq!(link.claim(&device, &subscription("a")).await, status);
    }
    items(&device, &link).await;
    timers(&device, &link).await;
    for sent in [subscription("b"), Value::Null] {
        let body = json!({ "subscription": sent });
        let stored = send(&device, Method::PUT, "/api/watches/push", &link.post, &body);
        assert_eq!(stored.await, 204);
    }
    sounds(&device, &link).await;
    quiet(story, &device).await;
    ends(story, &device).await;
}

/// Items of both sides, short and long, each sent twice.
async fn items(device: &Device, link: &Link) {
    let long = "x".repeat(4 << 10);
    for token in [&link.owner, &link.post] {
        for (seq, text) in [(1, "help"), (2, long.as_str())] {
            for status in [201, 200] {
                assert_eq!(post(device, token, seq, text, true).await, status);
            }
        }
    }
    for reading in [link.news(device, "").await, link.answers(device, "").await] {
        assert!(2 <= reading["items"].as_array().unwrap().len());
    }
}

/// A timer that is armed, armed anew and stopped twice.
async fn timers(device: &Device, link: &Link) {
    let stop_token = token();
    for generation in [1, 1, 2] {
        let timer = Timer {
            generation,
            ..Timer::of(&stop_token)
        };
        assert_eq!(timer.arm(device, link).await.0, 200);
    }
    link.answers(device, "").await;
    for _ in 0..2 {
        assert_eq!(stop(device, &stop_token).await, 200);
    }
}

/// A copy with pieces, each sent twice, which is read and cannot be ended yet, and one that can.
async fn sounds(device: &Device, link: &Link) {
    let sound = Sound::made(device, link).await;
    assert_eq!(sound.create(device, &link.owner).await, 201);
    for name in ["hashes/0", "sound/0"] {
        for status in [201, 200] {
            let sent = sound.put(device, name, name.as_bytes()).await;
            assert_eq!(sent.status(), status);
        }
        assert_eq!(sound.piece(device, name).await.status(), 200);
    }
    let after = sound.pieces(device, "").await["after"].clone();
    sound.pieces(device, &format!("wait=1&after={after}")).await;
    assert_eq!(get(device, &sound.find, RECOVERY).await.status(), 200);
    assert_eq!(sound.end(device).await.status(), 409);
    let empty = Sound::made(device, link).await;
    assert_eq!(empty.end(device).await.status(), 204);
}

/// Requests that wait in vain, on a link that nobody has used for two days.
async fn quiet(story: &Story, device: &Device) {
    let link = Link::claimed(device, &Value::Null).await;
    for token in [&link.owner, &link.read] {
        let long_ago = "UPDATE watches SET expires_at = expires_at - 172800000";
        story.server.place.execute(long_ago).await;
        let path = "/api/watches/items?after=0&wait=1";
        let request = device.request(Method::GET, path).bearer_auth(token);
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        assert!(answer["items"].as_array().unwrap().is_empty());
    }
}

/// Links that end while a push is due, which the push service does not take.
async fn ends(story: &Story, device: &Device) {
    story.pushes.answer(503, "");
    for is_by_owner in [true, false] {
        let link = Link::claimed(device, &subscription("c")).await;
        assert_eq!(link.down(device, 0, "help", true).await, 201);
        let token = if is_by_owner { &link.owner } else { &link.post };
        let ended = send(device, Method::DELETE, "/api/watches", token, &json!({})).await;
        assert_eq!(ended, 204);
    }
}
