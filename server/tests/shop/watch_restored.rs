//! Links of a server that was restored from a backup: it knows less than the phones have read.

use serde_json::{Value, json};
use server::domain::clock::{iso, now};

use crate::operator::{answer, operate};
use crate::push_service::{PushService, subscription};
use crate::server::{TestServer, eventually};
use crate::watch_timers::Timer;
use crate::watches::{Link, post, texts, token};

const MINUTE: i64 = 60_000;

#[tokio::test]
async fn both_sides_read_what_is_sent_after_a_restored_server_has_lost_items_that_they_had_read() {
    let server = TestServer::start().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    for seq in 1..=9 {
        assert_eq!(link.down(&device, seq, "lost", false).await, 201);
        assert_eq!(post(&device, &link.post, seq, "lost", false).await, 201);
    }
    let theirs = link.news(&device, "").await["after"].clone();
    let hers = link.answers(&device, "").await["after"].clone();
    // The state of the backup: nothing was sent yet but the first item of the claim.
    for sql in [
        "DELETE FROM watch_items WHERE seq > 0",
        "UPDATE watches SET positions = 1",
    ] {
        server.place.execute(sql).await;
    }
    assert_eq!(link.down(&device, 10, "alarm", false).await, 201);
    assert_eq!(post(&device, &link.post, 10, "seen", false).await, 201);
    let news = link.news(&device, &format!("after={theirs}")).await;
    assert_eq!(texts(&news), ["alarm"]);
    let answers = link.answers(&device, &format!("after={hers}")).await;
    assert_eq!(texts(&answers), ["seen"]);
    // Places go on from there, each item once.
    assert_eq!(link.down(&device, 11, "place", false).await, 201);
    let after = format!("after={}", news["after"]);
    assert_eq!(texts(&link.news(&device, &after).await), ["place"]);
}

#[tokio::test]
async fn places_of_items_only_grow_even_where_the_clock_goes_back() {
    let server = TestServer::start().await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    assert_eq!(link.down(&device, 1, "one", false).await, 201);
    // As if the clock had been a day fast until now.
    let fast = "UPDATE watches SET positions = positions + 86400000";
    server.place.execute(fast).await;
    let mut after = json!(-1);
    for (seq, text) in [(2, "two"), (3, "three")] {
        assert_eq!(link.down(&device, seq, text, false).await, 201);
        let news = link.news(&device, &format!("after={after}")).await;
        assert_eq!(texts(&news).last().unwrap(), text);
        assert!(after.as_i64() < news["after"].as_i64());
        after = news["after"].clone();
        assert!(texts(&link.news(&device, &format!("after={after}")).await).is_empty());
    }
}

#[tokio::test]
async fn after_a_restore_a_timer_fires_unless_the_lost_server_had_pushed_its_item() {
    let service = PushService::start().await;
    let settings = [("PUSH_HOSTS", service.setting.as_str())];
    let TestServer { place, mut process } = TestServer::with(&settings).await;
    let device = process.device();
    let stops = [token(), token(), token(), token(), token(), token()];
    let mut links = Vec::new();
    for (seq, stop) in (1..).zip(&stops) {
        // The fourth guardian has no push, the push service does not take those to the fifth one, and it never had one to the sixth.
        let push = if seq == 4 {
            Value::Null
        } else {
            subscription(&format!("{seq}"))
        };
        let link = Link::claimed(&device, &push).await;
        let timer = Timer {
            seq,
            ..Timer::of(stop)
        };
        assert_eq!(timer.arm(&device, &link).await.0, 200);
        links.push(link);
    }
    process.kill();
    // The backup is three hours old. The server ended an hour ago: the second timer was due after that, the third is due later, the others
    // were due before.
    let began = now();
    let before = |minutes: i64| began - minutes * MINUTE;
    for (state, seqs) in [
        ("pushed_seq = 0", "1, 2, 3, 4, 5"),
        ("pushed_seq = NULL", "6"),
        ("broken_at = 1", "5"),
    ] {
        let links = format!("SELECT watch_id FROM watch_timers WHERE item_seq IN ({seqs})");
        let sql = format!("UPDATE watches SET {state} WHERE id IN ({links})");
        place.execute(&sql).await;
    }
    for (sql, minutes) in [
        ("UPDATE server_clock SET seen_at = ", 180),
        ("UPDATE watch_timers SET due_at = ", 120),
    ] {
        place.execute(&format!("{sql}{}", before(minutes))).await;
    }
    for (seq, minutes) in [(2, 30), (3, -30)] {
        let at = before(minutes);
        let sql = format!("UPDATE watch_timers SET due_at = {at} WHERE item_seq = {seq}");
        place.execute(&sql).await;
    }

    for wrong in [iso(before(-10)), iso(before(200)), "yesterday".to_owned()] {
        let refused = operate(&place, &["restored", &wrong]);
        assert_eq!(refused.status.code(), Some(2), "{wrong}");
    }
    let said = answer(&place, &["restored", &iso(before(60))]);
    assert_eq!(said, json!({ "dropped": 1, "left": 5 }));

    let process = place.start(&settings).await;
    let device = device.at(&process.base);
    let fired = "SELECT COUNT(*) FROM watch_timers WHERE state = 'fired'";
    eventually("the alarms due later or not pushed", async || {
        (place.number(fired).await == 4).then_some(())
    })
    .await;
    for link in [&links[1], &links[3], &links[4], &links[5]] {
        let news = link.news(&device, "").await;
        assert_eq!(texts(&news).last().unwrap(), "overdue");
    }
    // A session that goes on is armed again with the token that it has, and fires.
    let again = Timer {
        generation: 2,
        seq: 6,
        within: 0,
        ..Timer::of(&stops[0])
    };
    assert!(!texts(&links[0].news(&device, "").await).contains(&"overdue".to_owned()));
    assert_eq!(again.arm(&device, &links[0]).await.0, 200);
    eventually("the alarm of the session that goes on", async || {
        (place.number(fired).await == 5).then_some(())
    })
    .await;
}
