//! News that PostgreSQL tells other processes.

use std::time::Duration;

use serde_json::Value;

use crate::server::TestServer;
use crate::watches::Link;

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn what_one_process_stores_wakes_a_request_that_waits_at_another() {
    let server = TestServer::on_postgresql(&[]).await;
    let other = server.place.start(&[]).await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    // The first answer says that the other process hears of news by now.
    for seq in 0..5 {
        let (waiting, reader) = (link.clone(), other.device());
        let query = format!("wait=25&after={seq}");
        let news = tokio::spawn(async move { waiting.news(&reader, &query).await });
        assert_eq!(link.down(&device, seq, "help", false).await, 201);
        let news = tokio::time::timeout(Duration::from_secs(20), news).await;
        let news = news.expect("before the wait is over").unwrap();
        assert_eq!(news["items"].as_array().unwrap().len(), 1);
    }
}
