//! Servers that are killed while people pay.

use std::collections::HashSet;
use std::time::Duration;

use tokio::time::sleep;

use crate::deliberate::kills;
use crate::device::{Device, GOOD_CARD, StartedPayment};
use crate::mails::id;
use crate::server::{Place, Process, eventually};

/// Unless somebody wants more of them.
const ROUNDS: usize = 10;

#[tokio::test]
async fn of_all_kills_around_payments_none_loses_a_purchase_or_a_mail_or_counts_one_twice() {
    let place = Place::new().await;
    let mut process = place.start(&[]).await;
    let (mut paid, mut unpaid) = (Vec::new(), Vec::new());
    for round in 0..kills(ROUNDS) {
        let device = process.device();
        let email = format!("buyer{round}@example.com");
        let payment = device.start_payment(&email).await;
        let answered = pay_and_kill(&device, &payment, &mut process).await;
        process = place.start(&[]).await;
        let is_paid = match answered {
            Some(is_paid) => is_paid,
            None => is_paid_now(&device.at(&process.base), &payment).await,
        };
        let devices = if is_paid { &mut paid } else { &mut unpaid };
        devices.push(device);
        if place.is_sqlite() {
            let is_intact = "SELECT (SELECT integrity_check FROM pragma_integrity_check) = 'ok'";
            assert_eq!(place.number(is_intact).await, 1, "after round {round}");
        }
    }
    for device in &paid {
        device.at(&process.base).wait_for_access().await;
    }
    // An event of a payment before this one, if there were any, would have come by now.
    process.device().buy("last@example.com").await;
    for device in &unpaid {
        assert!(!device.at(&process.base).has_access().await, "unpaid");
    }
    let sold = paid.len() + 1;
    for counted in [
        "SELECT COUNT(*) FROM purchases WHERE status = 'paid'",
        "SELECT COUNT(*) FROM outbox_emails",
    ] {
        let count = place.number(counted).await;
        assert_eq!(usize::try_from(count), Ok(sold), "{counted}");
    }
    // A mail whose sending was cut off waits two minutes for its lease to end; here nobody holds one any more.
    process.terminate();
    assert_eq!(process.ended().await, 0);
    let due =
        "UPDATE outbox_emails SET next_attempt_at = 0, locked_until = 1 WHERE status <> 'sent'";
    place.execute(due).await;
    let _process = place.start(&[]).await;
    eventually("every mail", async || {
        let unsent = "SELECT COUNT(*) FROM outbox_emails WHERE status <> 'sent'";
        (place.number(unsent).await == 0).then_some(())
    })
    .await;
    // One that was cut off may be there twice, with the same id.
    let ids: HashSet<String> = place.mails().iter().map(|mail| id(mail)).collect();
    assert_eq!(ids.len(), sold);
}

/// Pays while the process is killed at any moment. Whether the payment succeeded; `None` where the answer was cut off.
async fn pay_and_kill(
    device: &Device,
    payment: &StartedPayment,
    process: &mut Process,
) -> Option<bool> {
    let kill = async {
        sleep(Duration::from_millis(rand::random_range(0..200))).await;
        process.kill();
    };
    let (answer, ()) = tokio::join!(device.try_confirm(payment, GOOD_CARD), kill);
    Some(answer.ok()?["status"] == "succeeded")
}

/// What the provider says of a payment whose answer was cut off: it may have happened all the same.
async fn is_paid_now(device: &Device, payment: &StartedPayment) -> bool {
    let StartedPayment { intent, secret } = payment;
    let path = format!("/_sandbox/stripe/v1/payment_intents/{intent}?client_secret={secret}");
    device.json(&path).await["status"] == "succeeded"
}
