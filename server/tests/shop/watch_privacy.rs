//! What the server keeps of links between two phones: nothing that opens them or names anybody, and nothing for longer than needed.

use std::collections::BTreeMap;

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use serde_json::{Value, json};

use crate::device::Device;
use crate::operator::answer;
use crate::privacy::search;
use crate::push_service::{PushService, subscription};
use crate::rotation::{rotate, wait_out};
use crate::server::{TestServer, eventually};
use crate::sounds::Sound;
use crate::watch_timers::Timer;
use crate::watches::{Link, post, texts, token};

/// A whole run at the most talkative log level, then every byte that it left behind is searched.
#[tokio::test]
async fn no_file_of_the_server_holds_a_token_or_a_push_address_in_clear() {
    let service = PushService::start().await;
    let settings = [
        ("LOG_LEVEL", "trace"),
        ("LOG", "trace"),
        ("PUSH_HOSTS", service.setting.as_str()),
    ];
    let server = TestServer::with(&settings).await;
    let device = server.device();
    let link = Link::claimed(&device, &subscription("canary-address")).await;
    let stop = token();
    let timer = Timer {
        within: 0,
        text: "sealed",
        ..Timer::of(&stop)
    };
    timer.arm(&device, &link).await;
    link.down(&device, 0, "sealed", true).await;
    post(&device, &link.post, 1, "sealed", false).await;
    eventually("both pushes", async || {
        let left = "SELECT COUNT(*) FROM watch_pushes";
        (!service.received().is_empty() && server.place.number(left).await == 0).then_some(())
    })
    .await;
    service.answer(403, "");
    link.down(&device, 1, "sealed", true).await;
    eventually("a refusal", async || {
        let said = server.process.said();
        said.contains("A push service refuses").then_some(())
    })
    .await;
    service.answer(410, "");
    eventually("a broken link", async || {
        let due = "UPDATE watch_pushes SET next_attempt_at = 0";
        server.place.execute(due).await;
        let state = link.answers(&device, "").await;
        (state["link"]["owned"]["push"] == json!("broken")).then_some(())
    })
    .await;
    let sound = Sound::made(&device, &link).await;
    sound.store(&device, "sound/0", b"sealed sound").await;
    sound.pieces(&device, "").await;
    sound.piece(&device, "sound/0").await;
    let tokens = [
        &link.claim,
        &link.owner,
        &link.read,
        &link.post,
        &stop,
        &sound.write,
        &sound.read,
        &sound.find,
    ];
    let raw = tokens.map(|token| BASE64URL_NOPAD.decode(token.as_bytes()).unwrap());
    let mut needles: Vec<&[u8]> =
        vec![b"canary-address", b"push.example.com/", b"BTBZMqHH6r4Tts7J"];
    needles.extend(tokens.map(String::as_bytes));
    needles.extend(raw.iter().map(Vec::as_slice));
    let mut files = 0;
    search(server.place.folder.path(), &needles, &mut files);
    assert!(2 <= files);
    if server.place.database_url.starts_with("postgres:") {
        for table in [
            "watches",
            "watch_items",
            "watch_pushes",
            "watch_timers",
            "watch_sounds",
            "watch_pieces",
        ] {
            for needle in &needles {
                let found = format!(
                    "SELECT COUNT(*) FROM {table} AS t WHERE t::text LIKE '%{}%'",
                    HEXLOWER.encode(needle)
                );
                assert_eq!(server.place.number(&found).await, 0, "{table}");
            }
        }
    }
}

#[tokio::test]
async fn links_items_and_what_is_left_of_them_are_deleted_in_time() {
    let mut server = TestServer::start().await;
    let device = server.device();
    let unclaimed = Link::new();
    unclaimed.create(&device).await;
    let link = Link::claimed(&device, &Value::Null).await;
    link.down(&device, 0, "old", false).await;
    link.down(&device, 1, "new", false).await;
    server.process.kill();
    for old in [
        "UPDATE watch_items SET expires_at = 1 WHERE seq = 0",
        "UPDATE watches SET expires_at = 1 WHERE state = 'open'",
    ] {
        server.place.execute(old).await;
    }
    // The start deletes what is too old.
    let process = server.place.start(&[]).await;
    let mut counts = BTreeMap::new();
    eventually("the deletion", async || {
        for table in ["watches", "watch_items"] {
            let count = format!("SELECT COUNT(*) FROM {table}");
            counts.insert(table, server.place.number(&count).await);
        }
        (counts.values().all(|count| *count == 1)).then_some(())
    })
    .await;
    let device = device.at(&process.base);
    assert_eq!(texts(&link.news(&device, "").await), ["new"]);
}

#[tokio::test]
async fn with_a_new_secret_and_a_new_data_key_pushes_go_on_with_the_same_key() {
    let service = PushService::start().await;
    let settings = [("PUSH_HOSTS", service.setting.as_str())];
    let TestServer { place, mut process } = TestServer::with(&settings).await;
    let device = process.device();
    let link = Link::claimed(&device, &subscription("a")).await;
    let key = async |device: Device, seq: i64, count: usize| {
        link.down(&device, seq, "alarm", true).await;
        let message = eventually("a push", async || {
            let received = service.received();
            (received.len() == count).then(|| received.last().unwrap().clone())
        })
        .await;
        let header = message.headers["authorization"].to_str().unwrap();
        header.split("k=").nth(1).unwrap().to_owned()
    };
    let first = key(device.clone(), 0, 1).await;
    rotate(&place);
    assert_eq!(key(device.clone(), 1, 2).await, first);
    process.kill();
    wait_out(&place).await;
    let done = answer(&place, &["reseal"]);
    assert_eq!(done["resealed"], json!(2), "the subscription and the key");
    process = place.start(&settings).await;
    assert_eq!(key(device.at(&process.base), 2, 3).await, first);
}
