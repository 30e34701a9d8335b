//! How sound copies end: 30 days after they were made or, a day after their newest piece, by who made them. Objects go before rows.

use std::path::Path;

use serde_json::Value;

use crate::operator::answer;
use crate::server::{Place, TestServer, eventually};
use crate::sounds::{PIECES, RECOVERY, Sound, get, names};
use crate::watches::Link;

const DAY: i64 = 86_400_000;

/// How many objects the store of this place has.
pub(crate) fn objects(place: &Place) -> usize {
    fn count(folder: &Path) -> usize {
        let Ok(entries) = std::fs::read_dir(folder) else {
            return 0;
        };
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .map(|path| if path.is_dir() { count(&path) } else { 1 })
            .sum()
    }
    count(&place.folder.path().join("data/sounds"))
}

/// Waits until so many objects, and rows of pieces and copies, are left.
async fn left(place: &Place, expected: (usize, i64, i64)) {
    eventually("what is left", async || {
        let rows = place.number("SELECT COUNT(*) FROM watch_pieces").await;
        let copies = place.number("SELECT COUNT(*) FROM watch_sounds").await;
        ((objects(place), rows, copies) == expected).then_some(())
    })
    .await;
}

#[tokio::test]
async fn nobody_deletes_a_copy_within_a_day_of_its_newest_piece_and_after_it_nothing_is_left() {
    let server = TestServer::start().await;
    let (device, place) = (server.device(), &server.place);
    let link = Link::claimed(&device, &Value::Null).await;
    let sound = Sound::made(&device, &link).await;
    let kept = Sound::made(&device, &link).await;
    kept.store(&device, "sound/0", b"kept").await;
    for seq in 0..3 {
        sound.store(&device, &format!("sound/{seq}"), b"said").await;
    }
    let early = format!("UPDATE watch_sounds SET newest_at = newest_at - {DAY} + 60000");
    place.execute(&early).await;
    let refused = sound.end(&device).await;
    assert_eq!(refused.status(), 409);
    assert_eq!(refused.headers()["x-error-code"], "too_early");
    let wait = refused.headers()["retry-after"].to_str().unwrap();
    assert!((1..=60).contains(&wait.parse::<i64>().unwrap()), "{wait}");
    let sentence = refused.text().await.unwrap();
    assert!(
        sentence.starts_with("This can be deleted from "),
        "{sentence}"
    );
    assert!(sentence.ends_with(" UTC on."), "{sentence}");
    assert_eq!(names(&sound.pieces(&device, "").await).len(), 3);

    place
        .execute("UPDATE watch_sounds SET newest_at = newest_at - 60000")
        .await;
    assert_eq!(sound.end(&device).await.status(), 204);
    for (token, path) in [(&sound.read, PIECES), (&sound.find, RECOVERY)] {
        assert_eq!(get(&device, token, path).await.status(), 404, "{path}");
    }
    let late = sound.put(&device, "sound/3", b"late").await;
    assert_eq!(late.status(), 404);
    left(place, (1, 1, 1)).await;
    let piece = kept.piece(&device, "sound/0").await;
    assert_eq!(piece.bytes().await.unwrap(), "kept");
    assert_eq!(sound.end(&device).await.status(), 404, "nothing is left");
}

#[tokio::test]
async fn a_copy_without_a_piece_can_be_deleted_at_once() {
    let server = TestServer::start().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let sound = Sound::made(&device, &link).await;
    assert_eq!(sound.end(&device).await.status(), 204);
    left(&server.place, (0, 0, 0)).await;
}

#[tokio::test]
async fn a_copy_is_gone_thirty_days_after_it_was_made_and_a_younger_one_is_not() {
    let TestServer { place, mut process } = TestServer::start().await;
    let device = process.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let (old, young) = (
        Sound::made(&device, &link).await,
        Sound::made(&device, &link).await,
    );
    let pass = format!(
        "UPDATE watch_sounds SET expires_at = expires_at - {}",
        29 * DAY
    );
    place.execute(&pass).await;
    old.store(&device, "sound/0", b"old").await;
    place
        .execute("UPDATE watch_sounds SET expires_at = 1 WHERE pieces > 0")
        .await;
    young.store(&device, "sound/0", b"young").await;
    assert_eq!(old.piece(&device, "sound/0").await.status(), 404);
    process.kill();
    // The start deletes what is too old.
    let process = place.start(&[]).await;
    left(&place, (1, 1, 1)).await;
    let device = device.at(&process.base);
    let piece = young.piece(&device, "sound/0").await;
    assert_eq!(piece.bytes().await.unwrap(), "young");
}

#[tokio::test]
async fn a_copy_that_was_made_while_the_clock_was_ahead_is_kept_thirty_days_from_when_it_is_right()
{
    let TestServer { place, mut process } = TestServer::start().await;
    let device = process.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let sound = Sound::made(&device, &link).await;
    sound.store(&device, "sound/0", b"said").await;
    process.kill();
    let ahead = format!(
        "UPDATE watch_sounds SET expires_at = expires_at + {}",
        400 * DAY
    );
    place.execute(&ahead).await;
    let longest = "SELECT MAX(expires_at) / 86400000 - MAX(seen_at) / 86400000 FROM watch_sounds, server_clock";
    assert!(place.number(longest).await > 400);
    let process = place.start(&[]).await;
    eventually("the day of its deletion", async || {
        (place.number(longest).await <= 31).then_some(())
    })
    .await;
    let piece = sound.piece(&device.at(&process.base), "sound/0").await;
    assert_eq!(piece.bytes().await.unwrap(), "said");
}

#[tokio::test]
async fn while_the_clock_is_in_doubt_no_copy_is_deleted_for_its_age_or_by_who_made_it() {
    let TestServer { place, mut process } = TestServer::start().await;
    let device = process.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let sound = Sound::made(&device, &link).await;
    sound.store(&device, "sound/0", b"said").await;
    process.kill();
    // To a server that starts, a clock that is 31 days ahead looks the same.
    let passed = 31 * DAY;
    for sql in [
        format!("UPDATE server_clock SET seen_at = seen_at - {passed}"),
        format!("UPDATE watches SET expires_at = expires_at - {passed}"),
        format!(
            "UPDATE watch_sounds SET expires_at = expires_at - {passed}, newest_at = newest_at - {passed}"
        ),
    ] {
        place.execute(&sql).await;
    }
    let process = place.start(&[]).await;
    eventually("the word of the job that deletes", async || {
        process.said().contains("are not deleted").then_some(())
    })
    .await;
    let device = device.at(&process.base);
    let fresh = Sound::made(&device, &link).await;
    fresh.store(&device, "sound/0", b"said now").await;
    let long_ago = format!(
        "UPDATE watch_sounds SET newest_at = newest_at - {DAY} WHERE expires_at > {passed}"
    );
    place.execute(&long_ago).await;
    let refused = fresh.end(&device).await;
    assert_eq!(refused.status(), 409);
    assert!(refused.text().await.unwrap().contains("not sure what time"));
    left(&place, (2, 2, 2)).await;
    answer(&place, &["trust-clock"]);
    left(&place, (1, 1, 1)).await;
    eventually("a clock that is trusted here", async || {
        (fresh.end(&device).await.status() == 204).then_some(())
    })
    .await;
    left(&place, (0, 0, 0)).await;
}
