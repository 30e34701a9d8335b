//! Mails go out once, whatever happens in between.

use std::time::Duration;

use tokio::time::sleep;

use crate::device::GOOD_CARD;
use crate::server::{Place, TestServer, eventually};

const WAITING: &str = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending'";

#[tokio::test]
async fn a_mail_is_sent_once_the_mail_server_works_and_is_then_wiped() {
    let place = Place::new().await;
    // Nobody listens on this port.
    let mut process = place.start(&[("MAIL_URL", "smtp://127.0.0.1:9")]).await;
    let device = process.device();
    device.buy("ann@example.com").await;
    let tried = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending' AND attempts = 1 AND locked_until = 0";
    eventually("a try", async || {
        (place.number(tried).await == 1).then_some(())
    })
    .await;
    assert!(place.mails().is_empty());
    process.kill();
    place
        .execute("UPDATE outbox_emails SET next_attempt_at = 0")
        .await;
    let _process = place.start(&[]).await;
    place.mail().await;
    let wiped = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'sent' AND to_ct IS NULL AND params_ct IS NULL";
    eventually("the wiping", async || {
        (place.number(wiped).await == 1).then_some(())
    })
    .await;
}

#[tokio::test]
async fn two_processes_send_every_mail_once() {
    let server = TestServer::with(&[("MAIL_URL", "smtp://127.0.0.1:9")]).await;
    for number in 0..30 {
        let device = server.device();
        let payment = device
            .start_payment(&format!("ann{number}@example.com"))
            .await;
        device.confirm(&payment, GOOD_CARD).await;
    }
    let queued = "SELECT COUNT(*) FROM outbox_emails";
    eventually("the mails", async || {
        (server.place.number(queued).await == 30).then_some(())
    })
    .await;
    let TestServer { place, mut process } = server;
    process.kill();
    place
        .execute("UPDATE outbox_emails SET next_attempt_at = 0, locked_until = 0")
        .await;
    let (_one, _two) = tokio::join!(place.start(&[]), place.start(&[]));
    eventually("all mails", async || {
        (place.number(WAITING).await == 0).then_some(())
    })
    .await;
    assert_eq!(place.mails().len(), 30);
}

#[tokio::test]
async fn a_mail_whose_sending_was_cut_off_is_sent_again_with_the_same_id() {
    let server = TestServer::start().await;
    server.device().buy("ann@example.com").await;
    let first = server.place.mail().await;
    let sent = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'sent'";
    eventually("the note", async || {
        (server.place.number(sent).await == 1).then_some(())
    })
    .await;
    let id = first
        .lines()
        .find(|line| line.to_lowercase().starts_with("message-id:"))
        .unwrap();
    assert!(id.ends_with("@localhost.localdomain>"), "{id}");
    sleep(Duration::from_millis(10)).await;
    assert_eq!(server.place.mails().len(), 1);
}

#[tokio::test]
async fn kills_after_payments_lose_no_payment_and_queue_no_mail_twice() {
    let place = Place::new().await;
    let mut process = place.start(&[]).await;
    let mut devices = Vec::new();
    for round in 0..8 {
        let device = process.device();
        let payment = device
            .start_payment(&format!("ann{round}@example.com"))
            .await;
        let pay = device.confirm(&payment, GOOD_CARD);
        let pause = Duration::from_millis(u64::from(rand::random::<u8>()));
        // The payment itself is answered; what follows from it is cut off anywhere.
        assert_eq!(pay.await["status"], "succeeded");
        sleep(pause).await;
        process.kill();
        process = place.start(&[]).await;
        devices.push(device);
    }
    for device in &devices {
        device.at(&process.base).wait_for_access().await;
    }
    eventually("all mails", async || {
        (place.number("SELECT COUNT(*) FROM outbox_emails").await == 8 && place.number("SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending' AND locked_until = 0").await == 0).then_some(())
    })
    .await;
    assert_eq!(
        place
            .number("SELECT COUNT(*) FROM purchases WHERE status = 'paid'")
            .await,
        8
    );
}
