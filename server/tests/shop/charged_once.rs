//! Nobody pays twice for the same thing: one open payment per order, found again and settled wherever its buyer asks.

use reqwest::Response;
use serde_json::{Value, json};

use crate::device::{Device, StartedPayment, page_data};
use crate::provider::{Provider, SECRET, event, post_event, send_event, sign};
use crate::server::TestServer;
use crate::shared_doubles;
use crate::shared_server::SharedServer;

const INTENT: &str = "/api/create-payment-intent";
const GIFT_INTENT: &str = "/api/create-gift-payment-intent";

fn gift() -> Value {
    json!({ "buyerEmail": "ann@example.com", "recipientEmail": "bob@example.com" })
}

const GIFT_FIELDS: &[(&str, &str)] = &[
    ("buyerEmail", "ann@example.com"),
    ("recipientEmail", "bob@example.com"),
];

const BUY: &[(&str, &str)] = &[("from", "checkout"), ("email", "ann@example.com")];

/// A device that has its cookie, and no order for itself.
pub(crate) async fn known_device(server: &TestServer) -> Device {
    let device = server.device();
    let body = json!({ "phoneNumber": "000" });
    assert_eq!(device.post("/api/contacts", &body).await.status(), 201);
    device
}

async fn start(device: &Device) -> Response {
    let body = json!({ "email": "ann@example.com" });
    device.post(INTENT, &body).await
}

async fn assert_owned(response: Response) {
    assert_eq!(response.status(), 409);
    assert_eq!(response.text().await.unwrap(), "You already own this.");
}

/// The object of the hosted page to which a form led.
pub(crate) fn session_of(response: &Response) -> String {
    assert_eq!(response.status(), 303);
    let hosted = response.headers()["location"].to_str().unwrap();
    hosted.rsplit('/').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_payment_is_settled_where_its_buyer_asks_again_before_the_event() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    assert_owned(start(&device).await).await;
    assert_eq!(provider.creations().len(), 1);
    assert!(device.has_access().await);
    let status = send_event(&device, "payment_intent.succeeded", "evt_1", &payment).await;
    assert_eq!(status, 200);
    let mails = "SELECT COUNT(*) FROM outbox_emails";
    assert_eq!(server.place.number(mails).await, 1);
}

#[tokio::test]
async fn an_owner_is_told_so_at_every_door_and_can_still_give() {
    let server = TestServer::start().await;
    let device = server.device();
    device.buy("ann@example.com").await;
    assert_owned(start(&device).await).await;
    let other = json!({ "email": "other@example.com" });
    assert_owned(device.post(INTENT, &other).await).await;
    for from in ["checkout", "subscribe"] {
        let fields = [("from", from), ("email", "ann@example.com")];
        let page = device.submit("/buy", &fields).await;
        assert_eq!(page.status(), 409);
        let data = page_data(&page.text().await.unwrap());
        assert_eq!(data, json!({ "name": "owned" }), "{from}");
    }
    let orders = "SELECT COUNT(*) FROM purchases";
    assert_eq!(server.place.number(orders).await, 1);
    assert_eq!(device.post(GIFT_INTENT, &gift()).await.status(), 200);
}

#[tokio::test]
async fn a_recipient_who_redeemed_a_gift_is_an_owner() {
    let server = SharedServer::get().await;
    let (_, code) = server.device().buy_gift("bob@example.com").await;
    let recipient = server.device();
    assert_eq!(recipient.activate(&code, "bob@example.com").await, 200);
    assert_owned(start(&recipient).await).await;
}

#[tokio::test]
async fn whose_purchase_was_refunded_may_buy_again() {
    let (provider, server) = shared_doubles::provider().await;
    let device = server.device();
    let payment = device.start_payment("ann@example.com").await;
    provider.pay(&payment.intent);
    assert_owned(start(&device).await).await;
    let charge = json!({ "latest_charge": { "id": "ch_1", "refunded": true } });
    provider.set(&payment.intent, &charge);
    send_event(&device, "charge.refunded", "evt_1", &payment).await;
    assert_eq!(start(&device).await.status(), 200);
}

#[tokio::test]
async fn two_tabs_at_once_share_one_payment() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    for round in 1..=6 {
        let device = known_device(&server).await;
        let (one, two) = tokio::join!(
            device.start_payment("ann@example.com"),
            device.start_payment("ann@example.com")
        );
        assert_eq!(one.intent, two.intent);
        assert_eq!(provider.payable(), round);
    }
}

#[tokio::test]
async fn two_gift_forms_at_once_share_one_payment() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = known_device(&server).await;
    let order = gift();
    let (one, two) = tokio::join!(
        device.start_payment_at(GIFT_INTENT, &order),
        device.start_payment_at(GIFT_INTENT, &order)
    );
    assert_eq!(one.intent, two.intent);
    let again = device.submit("/gift/buy", GIFT_FIELDS).await;
    session_of(&again);
    assert_eq!(provider.payable(), 1);
}

#[tokio::test]
async fn the_page_and_the_hosted_page_are_never_payable_at_the_same_time() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = known_device(&server).await;
    device.start_payment("ann@example.com").await;
    let session = session_of(&device.submit("/buy", BUY).await);
    assert_eq!(provider.payable(), 1);
    let again = session_of(&device.submit("/buy", BUY).await);
    assert_eq!(again, session, "an open session is found again");
    device.start_payment("ann@example.com").await;
    device.start_payment("other@example.com").await;
    assert_eq!(provider.payable(), 1);
}

#[tokio::test]
async fn both_doors_at_once_leave_at_most_one_open() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    for round in 1..=6 {
        let device = known_device(&server).await;
        let (page, form) = tokio::join!(start(&device), device.submit("/buy", BUY));
        let answers = [page.status().as_u16(), form.status().as_u16()];
        assert!(
            answers.contains(&200) || answers.contains(&303),
            "{answers:?}"
        );
        assert!(provider.payable() <= round, "{answers:?}");
    }
}

#[tokio::test]
async fn a_hosted_payment_is_settled_where_its_buyer_asks_again_before_the_event() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    for is_form in [true, false] {
        let device = server.device();
        let session = session_of(&device.submit("/buy", BUY).await);
        provider.pay_hosted(&session, "ann@example.com");
        let again = if is_form {
            device.submit("/buy", BUY).await
        } else {
            start(&device).await
        };
        assert_eq!(again.status(), 409);
        assert!(device.has_access().await);
    }
}

#[tokio::test]
async fn a_gift_that_is_paid_leads_to_its_link_and_another_one_can_be_bought() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    for is_form in [true, false] {
        let device = server.device();
        let payment = device.start_payment_at(GIFT_INTENT, &gift()).await;
        provider.pay(&payment.intent);
        if is_form {
            let paid = device.submit("/gift/buy", GIFT_FIELDS).await;
            assert_eq!(paid.status(), 303);
            let location = paid.headers()["location"].to_str().unwrap();
            assert_eq!(location, "/download-success?gift=true");
            let page = device.get(location).await.text().await.unwrap();
            assert_eq!(page_data(&page)["name"], "gift");
        } else {
            let paid = device.post(GIFT_INTENT, &gift()).await;
            assert_eq!(paid.status(), 409);
        }
        let another = device.start_payment_at(GIFT_INTENT, &gift()).await;
        assert_ne!(another.intent, payment.intent);
    }
}

#[tokio::test]
async fn a_payment_that_was_canceled_or_is_unknown_is_replaced() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let first = device.start_payment("ann@example.com").await;
    provider.set(&first.intent, &json!({ "status": "canceled" }));
    let second = device.start_payment("ann@example.com").await;
    assert_ne!(second.intent, first.intent);
    let forget = "UPDATE purchases SET payment_intent_id = 'pi_none' WHERE status = 'pending'";
    server.place.execute(forget).await;
    let third = device.start_payment("ann@example.com").await;
    assert_ne!(third.intent, second.intent);
}

#[tokio::test]
async fn an_event_and_a_second_tab_at_once_charge_once() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    for round in 0..6 {
        let device = server.device();
        let payment: StartedPayment = device.start_payment("ann@example.com").await;
        provider.pay(&payment.intent);
        let id = format!("evt_{round}");
        let body = event("payment_intent.succeeded", &id, &payment.intent);
        let signature = sign(&body, SECRET, 0);
        let (status, again) = tokio::join!(post_event(&device, &body, &signature), start(&device));
        assert_eq!((status, again.status().as_u16()), (200, 409));
        assert_eq!(provider.payable(), 0);
    }
}
