//! What is kept about an address, seen and erased by the person it is about.

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::{Device, page_data};
use crate::provider::Provider;
use crate::server::{Place, TestServer, eventually};
use crate::shared_server::SharedServer;

/// Asks for a link; returns the status and the page without what differs from request to request.
async fn ask(device: &Device, address: &str) -> (u16, Value) {
    let response = device.submit("/your-data", &[("email", address)]).await;
    let status = response.status().as_u16();
    (status, page_data(&response.text().await.unwrap()))
}

/// The token in the mail of a link.
pub(crate) async fn token(place: &Place) -> String {
    eventually("the mail", async || {
        place.mails().iter().find_map(|mail| {
            let text = mail.replace("=\r\n", "").replace("=3D", "=");
            let rest = text.split("/your-data?token=").nth(1)?;
            let is_token = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
            Some(
                rest.chars()
                    .take_while(|letter| is_token(*letter))
                    .collect(),
            )
        })
    })
    .await
}

async fn shown(device: &Device, token: &str) -> Value {
    let page = device.get(&format!("/your-data?token={token}")).await;
    assert_eq!(page.headers()["cache-control"], "no-store");
    page_data(&page.text().await.unwrap())
}

async fn press(device: &Device, path: &str, token: &str) -> (u16, String) {
    let response = device.submit(path, &[("token", token)]).await;
    (response.status().as_u16(), response.text().await.unwrap())
}

#[tokio::test]
async fn the_answer_is_the_same_for_every_address_and_only_a_known_one_gets_a_mail() {
    let server = TestServer::start().await;
    server.device().buy("ann@example.com").await;
    server.place.mail().await;
    let device = server.device();
    let unknown = ask(&device, "nobody@example.com").await;
    assert_eq!(unknown, (200, json!({ "name": "sent" })));
    assert_eq!(ask(&device, "Ann@Example.com").await, unknown);
    let token = token(&server.place).await;
    let open = "SELECT COUNT(*) FROM verification_requests WHERE processed_at IS NULL";
    eventually("both answers", async || {
        (server.place.number(open).await == 0).then_some(())
    })
    .await;
    assert_eq!(server.place.mails().len(), 2, "the receipt and the link");
    assert_eq!(shown(&device, &token).await["name"], "held");
    let (status, data) = ask(&device, "no address").await;
    assert_eq!((status, &data["name"]), (422, &json!("form")));
}

#[tokio::test]
async fn asking_shares_the_limits_of_verification() {
    let server = SharedServer::limited().await;
    let device = server.device_in(&SharedServer::network());
    for _ in 0..3 {
        assert_eq!(ask(&device, "ann@example.com").await.0, 200);
    }
    for _ in 0..2 {
        let question = json!({ "email": "ann@example.com" });
        device.post("/api/verify-email", &question).await;
    }
    assert_eq!(ask(&device, "ann@example.com").await.0, 429);
}

#[tokio::test]
async fn a_link_shows_what_is_kept_and_erases_it_once_and_for_all() {
    let server = TestServer::start().await;
    let (device, buyer, stranger) = (server.device(), server.device(), server.device());
    let payment = device.buy("ann@example.com").await;
    device
        .post("/api/contacts", &json!({ "phoneNumber": "000" }))
        .await;
    let (_, code) = buyer.buy_gift("ann@example.com").await;
    ask(&stranger, "ann@example.com").await;
    let token = token(&server.place).await;
    let data = shown(&stranger, &token).await;
    let orders = data["orders"].as_array().unwrap();
    assert_eq!(orders[0]["buyerEmail"], "ann@example.com");
    assert_eq!(orders[0]["payment"], payment.intent);
    // The recipient of a gift learns nothing about who bought it.
    assert_eq!(
        (
            &orders[1]["buyerEmail"],
            &orders[1]["payment"],
            &orders[1]["personalMessage"]
        ),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    let file = stranger
        .submit("/your-data/file", &[("token", &token)])
        .await;
    assert_eq!(
        file.headers()["content-disposition"],
        "attachment; filename=\"data.json\""
    );
    assert_eq!(file.headers()["cache-control"], "no-store");
    let file = file.text().await.unwrap();
    let held: Value = serde_json::from_str(&file).unwrap();
    assert_eq!(held["orders"][0]["buyer_email"], "ann@example.com");
    assert!(!file.contains("buyer@example.com"), "{file}");
    assert!(device.has_access().await, "looking changes nothing");
    let mails = server.place.mails().len();
    // A response that was lost: the second request gets the same answer.
    for _ in 0..2 {
        let (status, page) = press(&stranger, "/your-data/erase", &token).await;
        assert_eq!(
            (status, page_data(&page)),
            (200, json!({ "name": "erased" }))
        );
    }
    assert_eq!(shown(&stranger, &token).await, json!({ "name": "erased" }));
    assert!(!device.has_access().await);
    // Somebody else paid for the gift, which still works without what names its recipient.
    let gift = stranger.json(&format!("/api/gift-links/{code}")).await;
    assert!(
        !gift.to_string().contains("Take care") && !gift.to_string().contains("ann@"),
        "{gift}"
    );
    assert_eq!(stranger.activate(&code, "b@example.com").await, 200);
    let named = "SELECT (SELECT COUNT(*) FROM purchases WHERE buyer_email_ct IS NOT NULL AND kind = 'own_use')
        + (SELECT COUNT(*) FROM purchases WHERE recipient_email_hash IS NOT NULL)
        + (SELECT COUNT(*) FROM gift_links WHERE personal_message_ct IS NOT NULL)
        + (SELECT COUNT(*) FROM contacts) + (SELECT COUNT(*) FROM verification_requests)
        + (SELECT COUNT(*) FROM data_links WHERE email_hash IS NOT NULL)
        + (SELECT COUNT(*) FROM outbox_emails WHERE status <> 'sent')";
    assert_eq!(server.place.number(named).await, 0);
    let paid = "SELECT COUNT(*) FROM purchases WHERE kind = 'own_use' AND status = 'paid'";
    assert_eq!(
        server.place.number(paid).await,
        1,
        "the account of the payment stays"
    );
    // Nothing is kept any more, so that another question brings no mail.
    ask(&stranger, "ann@example.com").await;
    let open = "SELECT COUNT(*) FROM verification_requests WHERE processed_at IS NULL";
    eventually("the answer", async || {
        (server.place.number(open).await == 0).then_some(())
    })
    .await;
    assert_eq!(server.place.mails().len(), mails);
}

#[tokio::test]
async fn a_link_that_is_unknown_or_too_old_shows_and_erases_nothing() {
    let server = TestServer::start().await;
    let device = server.device();
    device.buy("ann@example.com").await;
    ask(&device, "ann@example.com").await;
    let token = token(&server.place).await;
    server
        .place
        .execute("UPDATE data_links SET expires_at = 1")
        .await;
    for token in [token.as_str(), "", "x"] {
        assert_eq!(shown(&device, token).await, json!({ "name": "gone" }));
        for path in ["/your-data/file", "/your-data/erase"] {
            let (status, page) = press(&device, path, token).await;
            assert_eq!(
                (status, page_data(&page)),
                (410, json!({ "name": "gone" })),
                "{path}"
            );
        }
    }
    let crossed = device.request(Method::POST, "/your-data/erase");
    let crossed = crossed.header("origin", "https://evil.example");
    assert_eq!(
        crossed
            .form(&[("token", &token)])
            .send()
            .await
            .unwrap()
            .status(),
        403
    );
    assert!(device.has_access().await);
}

#[tokio::test]
async fn a_payment_that_arrives_after_the_erasure_gives_what_was_paid_for_names_nobody_and_sends_no_mail()
 {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    ask(&device, "ann@example.com").await;
    let queued = "SELECT COUNT(*) FROM data_links";
    eventually("the link", async || {
        (server.place.number(queued).await == 1).then_some(())
    })
    .await;
    crate::operator::operate_with(
        &server.place,
        &provider.settings(&[]),
        &["erase", "ann@example.com"],
    );
    provider.pay(&payment.intent);
    let sent = crate::provider::send_event(&device, "payment_intent.succeeded", "evt_1", &payment);
    assert_eq!(sent.await, 200);
    let paid = "SELECT COUNT(*) FROM purchases WHERE status = 'paid' AND buyer_email_ct IS NULL";
    assert_eq!(server.place.number(paid).await, 1);
    let mails = "SELECT COUNT(*) FROM outbox_emails";
    assert_eq!(server.place.number(mails).await, 0);
    assert!(device.has_access().await);
}

#[tokio::test]
async fn a_gift_that_is_paid_after_its_buyer_and_its_recipient_have_erased_their_addresses_can_be_redeemed()
 {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let (buyer, recipient) = (server.device(), server.device());
    let body = json!({ "buyerEmail": "ann@example.com", "recipientEmail": "bob@example.com", "personalMessage": "Hi" });
    let path = "/api/create-gift-payment-intent";
    let payment = buyer.start_payment_at(path, &body).await;
    let settings = provider.settings(&[]);
    for address in ["bob@example.com", "ann@example.com"] {
        let erased = crate::operator::operate_with(&server.place, &settings, &["erase", address]);
        assert!(erased.status.success());
    }
    let kept = "SELECT COUNT(*) FROM purchases WHERE recipient_email_ct IS NOT NULL OR buyer_email_ct IS NOT NULL";
    assert_eq!(server.place.number(kept).await, 0);
    provider.pay(&payment.intent);
    let code = buyer.shown_code(&payment).await;
    assert_eq!(recipient.activate(&code, "cat@example.com").await, 200);
    assert!(recipient.has_access().await);
}

#[tokio::test]
async fn the_buyer_of_a_gift_is_not_told_when_it_was_redeemed() {
    let server = TestServer::start().await;
    let (buyer, recipient) = (server.device(), server.device());
    let (_, code) = buyer.buy_gift("friend@example.com").await;
    server.place.mail().await;
    ask(&buyer, "buyer@example.com").await;
    let token = token(&server.place).await;
    let file = async || press(&buyer, "/your-data/file", &token).await.1;
    let before = file().await;
    assert!(before.contains("buyer@example.com"), "{before}");
    assert_eq!(recipient.activate(&code, "own@example.com").await, 200);
    let after = file().await;
    let page = shown(&buyer, &token).await.to_string();
    assert!(page.contains("buyer@example.com"), "{page}");
    for text in [&before, &after, &page] {
        for word in ["redeemed", "activated", "available", "own@example.com"] {
            assert!(!text.contains(word), "{word}: {text}");
        }
    }
    let times = |text: &str| -> Vec<String> {
        let words = text.split('"').filter(|word| word.ends_with('Z'));
        words.map(str::to_owned).collect()
    };
    assert_eq!(times(&before), times(&after));
    // The operator finds out where a gift does not work.
    let found = crate::operator::operate(&server.place, &["find", "own@example.com"]);
    assert!(String::from_utf8_lossy(&found.stdout).contains("gift_redemption"));
}
