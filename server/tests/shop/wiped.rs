//! Personal data that nobody needs any more is wiped.

use migration::{Migrator, MigratorTrait as _};
use reqwest::Method;
use sea_orm::{ConnectionTrait as _, DbBackend};
use serde_json::json;

use crate::older_tables::take_back;
use crate::provider::{Provider, send_event};
use crate::server::{Place, TestServer, eventually};

/// How many addresses of recipients and personal messages the database holds.
async fn kept(place: &Place) -> i64 {
    place
        .number(
            "SELECT (SELECT COUNT(*) FROM purchases
                WHERE recipient_email_ct IS NOT NULL OR recipient_email_hash IS NOT NULL)
                + (SELECT COUNT(*) FROM gift_links WHERE personal_message_ct IS NOT NULL)",
        )
        .await
}

#[tokio::test]
async fn a_redeemed_gift_keeps_neither_the_message_nor_the_recipients_address() {
    let server = TestServer::start().await;
    let (buyer, recipient) = (server.device(), server.device());
    let (_, code) = buyer.buy_gift("recipient@example.com").await;
    assert_eq!(kept(&server.place).await, 2);
    assert_eq!(
        recipient.activate(&code, "recipient@example.com").await,
        200
    );
    assert_eq!(kept(&server.place).await, 0);
    // The device that redeemed it may repeat its request, and its page says so.
    assert_eq!(
        recipient.activate(&code, "recipient@example.com").await,
        200
    );
    assert_eq!(recipient.get(&format!("/gift/{code}")).await.status(), 200);
    assert_eq!(
        server.device().activate(&code, "other@example.com").await,
        410
    );
}

#[tokio::test]
async fn a_gift_that_is_revoked_or_can_no_longer_be_paid_keeps_neither() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let gift = json!({ "buyerEmail": "a@example.com", "recipientEmail": "b@example.com", "personalMessage": "Hi" });
    let path = "/api/create-gift-payment-intent";
    let payment = device.start_payment_at(path, &gift).await;
    provider.set(&payment.intent, &json!({ "status": "canceled" }));
    send_event(&device, "payment_intent.canceled", "evt_1", &payment).await;
    assert_eq!(kept(&server.place).await, 0, "it was canceled");
    let payment = device.start_payment_at(path, &gift).await;
    assert_eq!(kept(&server.place).await, 2);
    provider.pay(&payment.intent);
    send_event(&device, "payment_intent.succeeded", "evt_2", &payment).await;
    assert_eq!(kept(&server.place).await, 2, "it can be redeemed");
    provider.set(
        &payment.intent,
        &json!({ "latest_charge": { "refunded": true } }),
    );
    send_event(&device, "charge.refunded", "evt_3", &payment).await;
    assert_eq!(kept(&server.place).await, 0, "it was refunded");
}

#[tokio::test]
async fn a_gift_whose_dispute_was_won_can_be_redeemed_without_its_message() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let gift = json!({ "buyerEmail": "a@example.com", "recipientEmail": "b@example.com", "personalMessage": "Hi" });
    let payment = device
        .start_payment_at("/api/create-gift-payment-intent", &gift)
        .await;
    provider.pay(&payment.intent);
    for (number, status) in ["needs_response", "won"].into_iter().enumerate() {
        provider.dispute(&payment.intent, status);
        let id = format!("evt_{number}");
        send_event(&device, "charge.dispute.updated", &id, &payment).await;
    }
    let code = device.json("/api/access").await["giftCode"].clone();
    let code = code.as_str().unwrap().to_owned();
    let recipient = server.device();
    let shown = recipient.json(&format!("/api/gift-links/{code}")).await;
    assert_eq!(
        shown,
        json!({ "recipientEmail": "", "personalMessage": null })
    );
    assert_eq!(recipient.get(&format!("/gift/{code}")).await.status(), 200);
    assert_eq!(recipient.activate(&code, "b@example.com").await, 200);
}

#[tokio::test]
async fn a_device_that_is_forgotten_leaves_no_id_behind() {
    let server = TestServer::start().await;
    let (buyer, device) = (server.device(), server.device());
    let (_, code) = buyer.buy_gift("recipient@example.com").await;
    device.buy("ann@example.com").await;
    device
        .post("/api/contacts", &json!({ "phoneNumber": "000" }))
        .await;
    assert_eq!(device.activate(&code, "recipient@example.com").await, 200);
    let named = "SELECT (SELECT COUNT(*) FROM device_sessions)
        + (SELECT COUNT(*) FROM purchases WHERE device_session_id IS NOT NULL)
        + (SELECT COUNT(*) FROM device_entitlements) + (SELECT COUNT(*) FROM contacts)";
    let before = server.place.number(named).await;
    let response = device.request(Method::DELETE, "/api/device").send().await;
    assert_eq!(response.unwrap().status(), 204);
    // The device, the order and the redemption that it began, its access to both, and its contact.
    assert_eq!(before - server.place.number(named).await, 6);
    let other = "SELECT COUNT(*) FROM purchases WHERE device_session_id NOT IN (SELECT id FROM device_sessions)";
    assert_eq!(server.place.number(other).await, 0);
    // There is no other column that holds a device.
    let database = server.place.database().await;
    let columns = match database.get_database_backend() {
        DbBackend::Sqlite => {
            "SELECT COUNT(*) FROM sqlite_schema, pragma_table_info(sqlite_schema.name) AS part WHERE part.name LIKE '%device%'"
        }
        _ => {
            "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = 'public' AND column_name LIKE '%device%'"
        }
    };
    assert_eq!(server.place.number(columns).await, 3);
}

#[tokio::test]
async fn an_update_of_the_tables_wipes_what_ended_gifts_hold() {
    let TestServer { place, mut process } = TestServer::start().await;
    let (buyer, recipient) = (process.device(), process.device());
    let (_, code) = buyer.buy_gift("recipient@example.com").await;
    assert_eq!(recipient.activate(&code, "r@example.com").await, 200);
    process.device().buy_gift("other@example.com").await;
    process.kill();
    let database = place.database().await;
    take_back(&database, "wipe_what_gifts_need_no_more").await;
    let filled = match database.get_database_backend() {
        DbBackend::Sqlite => "x'01'",
        _ => "'\\x01'::bytea",
    };
    for fill in [
        format!("UPDATE gift_links SET personal_message_ct = {filled} WHERE status = 'activated'"),
        format!(
            "UPDATE purchases SET recipient_email_hash = {filled}, recipient_email_ct = {filled}
            WHERE kind = 'gift' AND recipient_email_ct IS NULL"
        ),
    ] {
        database.execute_unprepared(&fill).await.unwrap();
    }
    assert_eq!(kept(&place).await, 4);
    Migrator::up(&database, None).await.unwrap();
    assert_eq!(
        kept(&place).await,
        2,
        "the gift that can be redeemed keeps both"
    );
    database.close().await.unwrap();
}

#[tokio::test]
async fn an_old_order_that_the_provider_does_not_know_is_deleted() {
    let provider = Provider::start().await;
    let TestServer { place, mut process } = provider.server(&[]).await;
    for address in ["old@example.com", "new@example.com"] {
        process.device().start_payment(address).await;
    }
    process.kill();
    provider.state.lock().unwrap().objects.clear();
    place
        .execute("UPDATE purchases SET next_check_at = 0")
        .await;
    place
        .execute("UPDATE purchases SET created_at = 0 WHERE id = (SELECT id FROM purchases ORDER BY created_at, id LIMIT 1)")
        .await;
    let _process = place.start(&provider.settings(&[])).await;
    eventually("the check of both", async || {
        let unchecked = "SELECT COUNT(*) FROM purchases WHERE next_check_at = 0";
        let left = "SELECT COUNT(*) FROM purchases";
        (place.number(unchecked).await == 0 && place.number(left).await == 1).then_some(())
    })
    .await;
    let left = "SELECT COUNT(*) FROM purchases WHERE created_at > 0";
    assert_eq!(place.number(left).await, 1, "a young one may become known");
}

#[tokio::test]
async fn unpaid_orders_of_the_other_mode_are_deleted_after_a_week() {
    let TestServer { place, mut process } = TestServer::start().await;
    process.device().buy("paid@example.com").await;
    process.device().start_payment("old@example.com").await;
    process.device().start_payment("new@example.com").await;
    process.kill();
    place.execute("UPDATE purchases SET livemode = TRUE").await;
    let old = "UPDATE purchases SET next_check_at = 0 WHERE status = 'paid' OR id = (SELECT id FROM purchases WHERE status = 'pending' ORDER BY created_at, id LIMIT 1)";
    place.execute(old).await;
    let _process = place.start(&[]).await;
    let pending = "SELECT COUNT(*) FROM purchases WHERE status = 'pending'";
    eventually("the end of the old order", async || {
        (place.number(pending).await == 1).then_some(())
    })
    .await;
    let paid = "SELECT COUNT(*) FROM purchases WHERE status = 'paid'";
    assert_eq!(place.number(paid).await, 1, "a payment is never deleted");
}
