//! A machine's clock that may be wrong. To a server that starts, a clock that is 401 days ahead looks like rows that are 401 days old.

use serde_json::Value;

use crate::operator::answer;
use crate::server::{Place, TestServer, eventually};
use crate::sounds::{Sound, names};
use crate::watch_timers::Timer;
use crate::watches::{Link, texts, token};

const DEVICES: &str = "SELECT COUNT(*) FROM device_sessions";
const FIRED: &str = "SELECT COUNT(*) FROM watch_timers WHERE state = 'fired'";

/// Everything was written so many days ago.
pub(crate) async fn pass(place: &Place, days: i64) {
    let time = days * 86_400_000;
    for (table, column) in [
        ("server_clock", "seen_at"),
        ("device_sessions", "seen_at"),
        ("watch_timers", "due_at"),
    ] {
        let sql = format!("UPDATE {table} SET {column} = {column} - {time}");
        place.execute(&sql).await;
    }
}

/// Waits until a number is as it should be.
async fn number(place: &Place, sql: &str, expected: i64) {
    eventually(sql, async || {
        (place.number(sql).await == expected).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_start_long_after_the_last_work_deletes_nothing_and_fires_no_old_timer_until_the_operator_says_so()
 {
    let TestServer { place, mut process } = TestServer::start().await;
    process.device().buy("ann@example.com").await;
    let device = process.device();
    let (old, new) = (token(), token());
    let link = Link::claimed(&device, &Value::Null).await;
    assert_eq!(Timer::of(&old).arm(&device, &link).await.0, 200);
    process.kill();
    pass(&place, 401).await;
    let kept = place.number(DEVICES).await;

    let process = place.start(&[]).await;
    eventually("the word of the job that deletes", async || {
        process.said().contains("are not deleted").then_some(())
    })
    .await;
    assert!(process.said().contains("clock is much later"));
    // What is armed now is measured by this process, and fires.
    let device = device.at(&process.base);
    let other = Link::claimed(&device, &Value::Null).await;
    let soon = Timer {
        within: 1,
        ..Timer::of(&new)
    };
    assert_eq!(soon.arm(&device, &other).await.0, 200);
    number(&place, FIRED, 1).await;
    assert_eq!(texts(&other.news(&device, "").await), ["overdue"]);
    assert_eq!(place.number(DEVICES).await, kept);

    let word = answer(&place, &["trust-clock"]);
    assert!(
        word["last_worked"].as_str() < word["time"].as_str(),
        "{word}"
    );
    number(&place, FIRED, 2).await;
    number(&place, DEVICES, 0).await;
    assert!(process.said().contains("trusted again"));
}

#[tokio::test]
async fn a_timer_of_a_clock_that_was_days_ahead_fires_once_it_is_right_and_one_of_the_longest_session_does_not()
 {
    let TestServer { place, mut process } = TestServer::start().await;
    let device = process.device();
    let (lost, longest) = (token(), token());
    let link = Link::claimed(&device, &Value::Null).await;
    let other = Link::claimed(&device, &Value::Null).await;
    assert_eq!(Timer::of(&lost).arm(&device, &link).await.0, 200);
    let day = Timer {
        within: 90_000,
        text: "later",
        ..Timer::of(&longest)
    };
    assert_eq!(day.arm(&device, &other).await.0, 200);
    process.kill();
    let mine = "(SELECT watch_id FROM watch_timers ORDER BY due_at LIMIT 1)";
    let ahead = "UPDATE watch_timers SET due_at = due_at + 8640000000 WHERE watch_id = ";
    place.execute(&format!("{ahead}{mine}")).await;
    let process = place.start(&[]).await;
    number(&place, FIRED, 1).await;
    let device = device.at(&process.base);
    assert_eq!(texts(&link.news(&device, "").await), ["overdue"]);
    let armed = "SELECT COUNT(*) FROM watch_timers WHERE state = 'armed'";
    assert_eq!(place.number(armed).await, 1);
}

#[tokio::test]
async fn the_operators_word_about_another_machines_clock_deletes_nothing() {
    let TestServer { place, mut process } = TestServer::start().await;
    process.device().buy("ann@example.com").await;
    process.kill();
    pass(&place, 401).await;
    let kept = place.number(DEVICES).await;
    let process = place.start(&[]).await;
    eventually("the doubt", async || {
        process.said().contains("are not deleted").then_some(())
    })
    .await;
    // By the other machine's clock the server has worked just now.
    place
        .execute("UPDATE server_clock SET trusted = trusted + 1")
        .await;
    eventually("what becomes of the word", async || {
        process.said().contains("does not hold").then_some(())
    })
    .await;
    assert!(!process.said().contains("trusted again"));
    assert_eq!(place.number(DEVICES).await, kept);
}

#[tokio::test]
async fn a_server_that_was_off_for_a_day_goes_on_by_itself() {
    let TestServer { place, mut process } = TestServer::start().await;
    let device = process.device();
    let link = Link::claimed(&device, &Value::Null).await;
    assert_eq!(Timer::of(&token()).arm(&device, &link).await.0, 200);
    process.kill();
    pass(&place, 1).await;
    let process = place.start(&[]).await;
    number(&place, FIRED, 1).await;
    assert!(!process.said().contains("clock"), "{}", process.said());
}

#[tokio::test]
async fn while_the_clock_is_in_doubt_every_link_works_and_what_was_sent_over_it_is_read() {
    let TestServer { place, mut process } = TestServer::start().await;
    let device = process.device();
    let link = Link::claimed(&device, &Value::Null).await;
    assert_eq!(link.down(&device, 1, "before", false).await, 201);
    let sound = Sound::made(&device, &link).await;
    sound.store(&device, "sound/0", b"before").await;
    process.kill();
    pass(&place, 401).await;
    for table in ["watches", "watch_items", "watch_sounds"] {
        // As by a clock that is 400 days ahead.
        let sql = format!("UPDATE {table} SET expires_at = expires_at - 34560000000");
        place.execute(&sql).await;
    }
    let process = place.start(&[]).await;
    let device = device.at(&process.base);
    assert_eq!(link.down(&device, 2, "alarm", true).await, 201);
    assert_eq!(texts(&link.news(&device, "").await), ["before", "alarm"]);
    sound.store(&device, "sound/1", b"after").await;
    let pieces = sound.pieces(&device, "").await;
    assert_eq!(names(&pieces), ["sound/0 6", "sound/1 5"]);
    assert!(process.said().contains("clock is much later"));
}

#[tokio::test]
async fn while_the_clock_is_in_doubt_no_mail_is_given_up_for_its_age() {
    let settings = [("MAIL_URL", "smtp://127.0.0.1:9")];
    let TestServer { place, mut process } = TestServer::with(&settings).await;
    process.device().buy("ann@example.com").await;
    process.kill();
    pass(&place, 401).await;
    place
        .execute(
            "UPDATE outbox_emails SET created_at = created_at - 34646400000, attempts = 5,
             next_attempt_at = 0, locked_until = 0",
        )
        .await;
    let process = place.start(&settings).await;
    let tried = "SELECT COUNT(*) FROM outbox_emails WHERE attempts = 6 AND locked_until = 0";
    number(&place, tried, 1).await;
    assert!(process.said().contains("clock is much later"));
    let kept = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending' AND to_ct IS NOT NULL";
    assert_eq!(place.number(kept).await, 1);
}

#[tokio::test]
async fn links_and_what_went_over_them_while_the_clock_was_ahead_are_kept_no_longer_than_others() {
    let TestServer { place, mut process } = TestServer::start().await;
    let device = process.device();
    let link = Link::claimed(&device, &Value::Null).await;
    assert_eq!(link.down(&device, 1, "before", true).await, 201);
    let (fresh, open) = (Link::claimed(&device, &Value::Null).await, Link::new());
    assert_eq!(open.create(&device).await, 201);
    process.kill();
    let days = |table: &str, which: &str| {
        format!(
            "SELECT MAX({table}.expires_at) / 86400000 - MAX(seen_at) / 86400000 FROM {table}, server_clock WHERE {which}"
        )
    };
    let open_days = days("watches", "state = 'open'");
    let claimed_days = days("watches", "state = 'claimed'");
    // The first item of the side that claims a link goes with the link.
    let hello = "expires_at < 9223372036854775807";
    let item_days = days("watch_items", hello);
    for (table, column, which) in [
        ("watches", "expires_at", "1 = 1"),
        ("watch_items", "expires_at", hello),
        ("watch_pushes", "created_at", "1 = 1"),
    ] {
        let ahead = 100 * 86_400_000_i64;
        let sql = format!("UPDATE {table} SET {column} = {column} + {ahead} WHERE {which}");
        place.execute(&sql).await;
    }
    assert!(100 < place.number(&open_days).await);
    let process = place.start(&[]).await;
    let pushes =
        "SELECT COUNT(*) FROM watch_pushes, server_clock WHERE created_at < seen_at + 86400000";
    number(&place, pushes, 1).await;
    for (sql, most) in [(&open_days, 1), (&claimed_days, 400), (&item_days, 3)] {
        let left = place.number(sql).await;
        assert!(
            (most - 1..=most + 1).contains(&left),
            "{left} days, not {most}"
        );
    }
    let device = device.at(&process.base);
    assert_eq!(texts(&link.news(&device, "").await), ["before"]);
    let kept = "SELECT COUNT(*) FROM watch_items WHERE expires_at = 9223372036854775807";
    assert_eq!(
        place.number(kept).await,
        1,
        "that of the link without items"
    );
    assert_eq!(fresh.down(&device, 1, "after", false).await, 201);
}
