//! What the log and the metrics say when something fails that somebody has to mend.

use serde_json::json;

use crate::provider::{Behaviour, Provider, SECRET, event, post_event, sign};
use crate::server::{Process, TestServer, eventually};

pub(crate) const METRICS: (&str, &str) = ("METRICS_BIND", "127.0.0.1:0");

/// How often an alarm was counted.
pub(crate) async fn counted(process: &Process, kind: &str) -> u64 {
    let said = process.said();
    let rest = said.split("Metrics on ").nth(1).unwrap();
    let url = rest.split_whitespace().next().unwrap();
    let metrics = reqwest::get(url).await.unwrap().text().await.unwrap();
    let name = format!("alarms_total{{kind=\"{kind}\"}} ");
    let line = metrics.lines().find_map(|line| line.strip_prefix(&name));
    line.unwrap_or_else(|| panic!("no {name} in {metrics}"))
        .parse()
        .unwrap()
}

/// The lines of the log with this text.
pub(crate) fn lines(process: &Process, text: &str) -> Vec<String> {
    let said = process.said();
    let found = said.lines().filter(|line| line.contains(text));
    found.map(str::to_owned).collect()
}

#[tokio::test]
async fn a_revoked_key_is_logged_once_a_minute_with_the_order_and_counted_each_time() {
    let provider = Provider::start().await;
    let server = provider.server(&[METRICS]).await;
    assert_eq!(counted(&server.process, "payment_key").await, 0);
    provider.behave(Behaviour::Error(401));
    for _ in 0..3 {
        let body = json!({ "email": "ann@example.com" });
        let answer = server
            .device()
            .post("/api/create-payment-intent", &body)
            .await;
        assert_eq!(answer.status(), 502);
    }
    let said = lines(&server.process, "refuses STRIPE_SECRET_KEY");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("WARN") && said[0].contains("401") && said[0].contains("about="));
    assert_eq!(counted(&server.process, "payment_key").await, 3);
}

#[tokio::test]
async fn forged_events_and_a_wrong_clock_are_told_apart_and_cannot_flood_the_log() {
    let provider = Provider::start().await;
    let server = provider.server(&[METRICS]).await;
    let (device, body) = (
        server.device(),
        event("payment_intent.succeeded", "evt_1", "pi_1"),
    );
    for _ in 0..50 {
        let forged = sign(&body, "whsec_of_somebody_else", 0);
        assert_eq!(post_event(&device, &body, &forged).await, 400);
    }
    assert_eq!(
        post_event(&device, &body, &sign(&body, SECRET, 3600)).await,
        400
    );
    let forged = lines(
        &server.process,
        "STRIPE_WEBHOOK_SECRETS may lack its secret",
    );
    let late = lines(&server.process, "clock may be off");
    assert_eq!(
        (forged.len(), late.len()),
        (1, 1),
        "{}",
        server.process.said()
    );
    assert_eq!(counted(&server.process, "webhook_signature").await, 50);
    assert_eq!(counted(&server.process, "clock").await, 1);
}

#[tokio::test]
async fn a_payment_that_does_not_match_is_logged_with_both_ids() {
    let provider = Provider::start().await;
    let server = provider.server(&[METRICS]).await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    let half = json!({ "status": "succeeded", "amount": 499 });
    provider.set(&payment.intent, &half);
    let body = event("payment_intent.succeeded", "evt_1", &payment.intent);
    post_event(&device, &body, &sign(&body, SECRET, 0)).await;
    let said = lines(&server.process, "does not match its order");
    assert_eq!(said.len(), 1, "{}", server.process.said());
    assert!(
        said[0].contains(&payment.intent) && said[0].contains("order="),
        "{said:?}"
    );
    assert_eq!(counted(&server.process, "payment_mismatch").await, 1);
    assert!(!device.has_access().await);
}

#[tokio::test]
async fn a_mail_server_that_takes_nothing_is_logged_with_the_mails_id_and_counted() {
    let server = TestServer::with(&[METRICS, ("MAIL_URL", "smtp://127.0.0.1:1")]).await;
    server.device().buy("ann@example.com").await;
    eventually("the failure is counted", async || {
        (counted(&server.process, "mail").await == 1).then_some(())
    })
    .await;
    let said = lines(&server.process, "A mail was not sent");
    assert!(
        said[0].contains("WARN") && said[0].contains("mail="),
        "{said:?}"
    );
    assert!(!server.process.said().contains("ann@example.com"));
}
