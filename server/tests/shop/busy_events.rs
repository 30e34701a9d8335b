//! Events of the payment provider that come many at once, or while the database is locked.

use sea_orm::{ConnectionTrait as _, TransactionTrait as _};

use crate::provider::{Provider, SECRET, event, post_event, send_event, sign};
use crate::server::eventually;

#[tokio::test]
async fn repeated_and_concurrent_events_pay_an_order_once() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    let body = event("payment_intent.succeeded", "evt_again", &payment.intent);
    let mut tasks = Vec::new();
    for number in 0..20 {
        let (device, id) = (device.clone(), payment.intent.clone());
        // Half of them are the same event again, half are others about the same payment.
        let body = if number % 2 == 0 {
            body.clone()
        } else {
            event("payment_intent.succeeded", &format!("evt_{number}"), &id)
        };
        tasks.push(tokio::spawn(async move {
            post_event(&device, &body, &sign(&body, SECRET, 0)).await
        }));
    }
    for task in tasks {
        assert_eq!(task.await.unwrap(), 200);
    }
    assert!(device.has_access().await);
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM purchases WHERE status = 'paid'")
            .await,
        1
    );
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM outbox_emails")
            .await,
        1
    );
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM webhook_events")
            .await,
        11
    );
    server.place.mail().await;
    // A second mail about this order would come before that of a later one.
    let other = server.device();
    let later = other.start_payment("bob@example.com").await;
    provider.pay(&later.intent);
    let status = send_event(&other, "payment_intent.succeeded", "evt_later", &later).await;
    assert_eq!(status, 200);
    eventually("the later mail", async || {
        let mails = server.place.mails();
        let is_there = mails.iter().any(|mail| mail.contains("bob@example.com"));
        is_there.then_some(())
    })
    .await;
    assert_eq!(server.place.mails().len(), 2);
}

#[tokio::test]
async fn an_event_that_comes_while_its_order_is_locked_is_refused_as_busy_and_pays_when_sent_again()
{
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    let database = server.place.database().await;
    let lock = database.begin().await.unwrap();
    let touch = "UPDATE purchases SET status = status";
    lock.execute_unprepared(touch).await.unwrap();
    let body = event("payment_intent.succeeded", "evt_1", &payment.intent);
    let signature = sign(&body, SECRET, 0);
    assert_eq!(post_event(&device, &body, &signature).await, 503);
    lock.rollback().await.unwrap();
    let known = "SELECT COUNT(*) FROM webhook_events";
    assert_eq!(server.place.number(known).await, 0);
    assert_eq!(post_event(&device, &body, &signature).await, 200);
    let paid = "SELECT COUNT(*) FROM purchases WHERE status = 'paid'";
    assert_eq!(server.place.number(paid).await, 1);
}
