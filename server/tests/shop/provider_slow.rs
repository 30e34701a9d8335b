//! A payment provider that takes its time for each answer.

use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;

use crate::provider::{Provider, SECRET, event, post_event, sign};

/// Long enough that the last buyers wait for places, and short enough that a busy machine answers them within the four
/// seconds that a buyer waits.
const SLOWNESS: Duration = Duration::from_millis(400);

#[tokio::test]
async fn more_buyers_than_places_can_pay_while_events_come() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let paid = server.device().start_payment("eve@example.com").await;
    provider.state.lock().unwrap().slowness = SLOWNESS;
    let mut answers = JoinSet::new();
    for number in 0..14 {
        let (device, id) = (server.device(), format!("evt_{number}"));
        let body = event("payment_intent.succeeded", &id, &paid.intent);
        answers.spawn(async move { post_event(&device, &body, &sign(&body, SECRET, 0)).await });
    }
    for number in 0..28 {
        let device = server.device();
        let body = json!({ "email": format!("a{number}@example.com") });
        answers.spawn(async move {
            let answer = device.post("/api/create-payment-intent", &body).await;
            answer.status().as_u16()
        });
    }
    let answers = answers.join_all().await;
    let failed = answers.iter().filter(|status| **status != 200);
    assert_eq!(failed.count(), 0, "{answers:?}");
}
