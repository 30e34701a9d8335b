//! A store that refuses: nothing is half stored, alarms still leave, and what was refused is stored later.

use std::time::Duration;

use serde_json::Value;

use crate::server::{TestServer, eventually};
use crate::sounds::{Sound, names};
use crate::sounds_end::objects;
use crate::watches::Link;

#[tokio::test]
async fn a_store_that_cannot_be_used_or_is_full_refuses_pieces_and_nothing_else() {
    for full in [false, true] {
        let reserve = if full { "4000000000" } else { "0" };
        let TestServer { place, mut process } =
            TestServer::with(&[("SOUND_RESERVE_MB", reserve)]).await;
        let device = process.device();
        let link = Link::claimed(&device, &Value::Null).await;
        let sound = Sound::made(&device, &link).await;
        let folder = place.folder.path().join("data/sounds");
        if full {
            std::fs::create_dir_all(&folder).unwrap();
        } else {
            std::fs::write(&folder, "a file in the folder's place").unwrap();
        }
        let refused = sound.put(&device, "sound/0", b"said").await;
        assert_eq!(refused.status(), 507);
        assert_eq!(refused.headers()["x-error-code"], "not_stored");
        assert_eq!(refused.headers()["retry-after"], "30");
        assert_eq!(link.down(&device, 0, "alarm", true).await, 201);
        eventually("a server that is ready", async || {
            (device.get("/readyz").await.status() == 200).then_some(())
        })
        .await;
        assert!(names(&sound.pieces(&device, "").await).is_empty());
        assert!(process.said().contains(if full {
            "SOUND_RESERVE_MB"
        } else {
            "cannot be used"
        }));
        process.kill();
        if !full {
            std::fs::remove_file(&folder).unwrap();
        }
        let process = place.start(&[("SOUND_RESERVE_MB", "0")]).await;
        let device = device.at(&process.base);
        sound.store(&device, "sound/0", b"said").await;
        assert_eq!(objects(&place), 1);
    }
}

#[tokio::test]
async fn a_piece_whose_row_was_not_stored_after_its_object_is_stored_when_it_is_sent_again() {
    let server = TestServer::start().await;
    let (device, place) = (server.device(), &server.place);
    let link = Link::claimed(&device, &Value::Null).await;
    let sound = Sound::made(&device, &link).await;
    let (break_it, mend_it) = if place.is_sqlite() {
        (
            "CREATE TRIGGER broken BEFORE INSERT ON watch_pieces BEGIN SELECT RAISE(ABORT, 'broken'); END",
            "DROP TRIGGER broken",
        )
    } else {
        (
            "ALTER TABLE watch_pieces ADD CONSTRAINT broken CHECK (size < 0)",
            "ALTER TABLE watch_pieces DROP CONSTRAINT broken",
        )
    };
    place.execute(break_it).await;
    assert_eq!(sound.put(&device, "sound/0", b"said").await.status(), 500);
    assert_eq!(objects(place), 1, "the object is first");
    assert!(names(&sound.pieces(&device, "").await).is_empty());
    place.execute(mend_it).await;
    sound.store(&device, "sound/0", b"sealed anew").await;
    assert_eq!(names(&sound.pieces(&device, "").await), ["sound/0 11"]);
    let piece = sound.piece(&device, "sound/0").await;
    assert_eq!(piece.bytes().await.unwrap(), "sealed anew");
    let stored = "SELECT SUM(bytes) FROM watch_sounds";
    let stored = format!("SELECT CAST(({stored}) AS BIGINT)");
    assert_eq!(place.number(&stored).await, 11);
}

#[tokio::test]
async fn of_a_piece_that_is_sent_many_times_at_once_one_object_is_kept() {
    let server = TestServer::start().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let sound = Sound::made(&device, &link).await;
    let mut sending = Vec::new();
    for number in 0..16_u8 {
        let (sound, device) = (sound.clone(), device.clone());
        let bytes = vec![number % 2; 1_000];
        let sent = async move { sound.put(&device, "sound/0", &bytes).await.status() };
        sending.push(tokio::spawn(sent));
    }
    let mut statuses = Vec::new();
    for sent in sending {
        statuses.push(sent.await.unwrap().as_u16());
    }
    let of = |status| statuses.iter().filter(|one| **one == status).count();
    assert_eq!((of(201), of(200), of(409)), (1, 7, 8), "{statuses:?}");
    assert_eq!(objects(&server.place), 1);
    assert_eq!(names(&sound.pieces(&device, "").await), ["sound/0 1000"]);
}

#[tokio::test]
async fn a_bucket_that_is_away_refuses_in_time_and_costs_no_alarm() {
    // Nobody listens there.
    let settings = [
        ("SOUND_STORE", "s3://evidence/copies"),
        ("SOUND_STORE_ENDPOINT", "http://127.0.0.1:9"),
        ("SOUND_STORE_KEY_ID", "canary-id"),
        ("SOUND_STORE_KEY", "canary-key"),
    ];
    let server = TestServer::with(&settings).await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let sound = Sound::made(&device, &link).await;
    for seq in 0..7 {
        let name = format!("sound/{seq}");
        let refused = sound.put(&device, &name, b"said");
        let refused = tokio::time::timeout(Duration::from_secs(50), refused).await;
        assert_eq!(refused.unwrap().status(), 507);
        assert_eq!(link.down(&device, seq, "alarm", true).await, 201);
    }
    assert!(names(&sound.pieces(&device, "").await).is_empty());
    assert!(!server.process.said().contains("canary"));
}
