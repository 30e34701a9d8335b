//! Links of a server that was restored from a backup: it knows less than the phones have read.

use serde_json::{Value, json};

use crate::server::TestServer;
use crate::watches::{Link, post, texts};

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
