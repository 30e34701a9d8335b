//! News that PostgreSQL tells other processes.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use super::way::Way;
use crate::server::{TestServer, eventually};
use crate::sounds::{Sound, names};
use crate::watches::Link;

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn what_one_process_stores_wakes_a_request_that_waits_at_another() {
    let server = TestServer::on_postgresql(&[]).await;
    let other = server.place.start(&[]).await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    // The first answer says that the other process hears of news by now.
    let mut after = json!(-1);
    for seq in 0..5 {
        let (waiting, reader) = (link.clone(), other.device());
        let query = format!("wait=25&after={after}");
        let news = tokio::spawn(async move { waiting.news(&reader, &query).await });
        assert_eq!(link.down(&device, seq, "help", false).await, 201);
        let news = timeout(Duration::from_secs(24), news).await;
        let news = news.expect("before the wait is over").unwrap();
        assert_eq!(news["items"].as_array().unwrap().len(), 1);
        after = news["after"].clone();
    }
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn a_piece_that_one_process_stores_wakes_a_reader_that_waits_at_another() {
    let server = TestServer::on_postgresql(&[]).await;
    let other = server.place.start(&[]).await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let sound = Sound::made(&device, &link).await;
    let mut after = json!(-1);
    for seq in 0..5 {
        let (waiting, reader) = (sound.clone(), other.device());
        let query = format!("wait=25&after={after}");
        let news = tokio::spawn(async move { waiting.pieces(&reader, &query).await });
        sound.store(&device, &format!("sound/{seq}"), b"next").await;
        let news = timeout(Duration::from_secs(24), news).await;
        let news = news.expect("before the wait is over").unwrap();
        assert_eq!(names(&news), [format!("sound/{seq} 4")]);
        after = news["after"].clone();
    }
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn a_connection_that_hears_nothing_any_more_is_replaced_before_a_wait_is_over() {
    let server = TestServer::on_postgresql(&[]).await;
    let (way, url) = Way::to(&server.place).await;
    // With limits, it counts a request before the request waits.
    let settings = [("DATABASE_URL", url.as_str()), ("RATE_LIMITS", "on")];
    let other = server.place.start(&settings).await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let news = async |seq: i64, after: &Value| {
        let (waiting, reader) = (link.clone(), other.device());
        let query = format!("wait=25&after={after}");
        let news = tokio::spawn(async move { waiting.news(&reader, &query).await });
        eventually("the request", async || {
            let asked = "SELECT COALESCE(MAX(count), 0) FROM rate_buckets";
            (server.place.number(asked).await == seq + 1).then_some(())
        })
        .await;
        assert_eq!(link.down(&device, seq, "help", false).await, 201);
        let news = timeout(Duration::from_secs(24), news).await;
        news.expect("before the wait is over").unwrap()["after"].clone()
    };
    let mut after = news(0, &json!(-1)).await;
    way.silence();
    for seq in 1..4 {
        after = news(seq, &after).await;
    }
    assert!(other.said().contains("is silent"), "{}", other.said());
}
