//! Mails with links that would come when the link works no more.

use crate::server::{Place, eventually};

#[tokio::test]
async fn a_mail_whose_link_works_no_more_is_not_sent_when_the_mail_server_is_back() {
    let place = Place::new().await;
    let mut process = place.start(&[("MAIL_URL", "smtp://127.0.0.1:9")]).await;
    let device = process.device();
    device.buy("ann@example.com").await;
    device
        .submit("/your-data", &[("email", "ann@example.com")])
        .await;
    let tried = "SELECT COUNT(*) FROM outbox_emails WHERE 0 < attempts AND locked_until = 0";
    eventually("both tries", async || {
        (place.number(tried).await == 2).then_some(())
    })
    .await;
    process.kill();
    let later = "UPDATE outbox_emails SET next_attempt_at = 0, created_at = created_at - 3600000";
    place.execute(later).await;
    let _process = place.start(&[]).await;
    let ended = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'dead' AND to_ct IS NULL AND params_ct IS NULL";
    eventually("the end of the link's", async || {
        (place.number(ended).await == 1).then_some(())
    })
    .await;
    assert!(
        place.mail().await.contains("Order total"),
        "that of the order is sent"
    );
    assert_eq!(place.mails().len(), 1);
}
