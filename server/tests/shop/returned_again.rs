//! Pages after a payment that are loaded again, when their address no longer says which payment it was.

use serde_json::{Value, json};

use crate::charged_once::{known_device, session_of};
use crate::device::{Device, StartedPayment, page_data};
use crate::provider::{Behaviour, Provider};
use crate::server::eventually;
use crate::shared_doubles;

/// What the address of a gift's page is once its first script has removed the secrets.
const GIFT_AGAIN: &str = "/download-success?gift=true";

async fn shown(device: &Device, path: &str) -> Value {
    page_data(&device.get(path).await.text().await.unwrap())
}

/// Begins to pay for a gift, or finds the payment that this device has begun.
async fn start_gift(device: &Device, recipient: &str) -> StartedPayment {
    let order = json!({ "buyerEmail": "ann@example.com", "recipientEmail": recipient });
    let path = "/api/create-gift-payment-intent";
    device.start_payment_at(path, &order).await
}

/// Buys a gift, and answers what its page shows.
async fn give(provider: &Provider, device: &Device, recipient: &str) -> Value {
    let payment = start_gift(device, recipient).await;
    provider.pay(&payment.intent);
    let page = shown(device, &payment.gift_return()).await;
    assert_eq!(page["recipientEmail"], recipient);
    page
}

/// Returns from a payment that the bank refused.
async fn return_refused(device: &Device, payment: &StartedPayment) {
    let page = shown(device, &payment.gift_return()).await;
    assert_eq!(page, json!({ "name": "unpaid" }));
}

async fn assert_unconfirmed(device: &Device) {
    let again = shown(device, GIFT_AGAIN).await;
    assert_eq!(again, json!({ "name": "unconfirmed" }));
    let access = device.json("/api/access").await;
    assert_eq!(access["giftCode"], Value::Null, "{access}");
}

#[tokio::test]
async fn a_gift_that_the_bank_refused_is_not_shown_as_the_one_before_it() {
    let (provider, server) = shared_doubles::provider().await;
    let device = server.device();
    let bob = give(provider, &device, "bob@example.com").await;
    assert_eq!(shown(&device, GIFT_AGAIN).await, bob);
    let refused = start_gift(&device, "cleo@example.com").await;
    return_refused(&device, &refused).await;
    assert_unconfirmed(&device).await;
    provider.pay(&refused.intent);
    let cleo = shown(&device, &refused.gift_return()).await;
    assert_eq!(cleo["recipientEmail"], "cleo@example.com");
    assert_eq!(shown(&device, GIFT_AGAIN).await, cleo);
}

#[tokio::test]
async fn while_the_provider_does_not_answer_an_earlier_gift_is_not_shown_for_the_one_that_is_awaited()
 {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    give(&provider, &device, "bob@example.com").await;
    let fields = [
        ("buyerEmail", "ann@example.com"),
        ("recipientEmail", "dan@example.com"),
    ];
    let session = session_of(&device.submit("/gift/buy", &fields).await);
    let embedded = start_gift(&device, "cleo@example.com").await;
    provider.behave(Behaviour::Error(503));
    for path in [
        embedded.gift_return(),
        format!("{GIFT_AGAIN}&session_id={session}"),
    ] {
        assert_eq!(shown(&device, &path).await["name"], "unconfirmed");
        assert_unconfirmed(&device).await;
    }
    provider.behave(Behaviour::Normal);
    provider.pay(&embedded.intent);
    provider.pay_hosted(&session, "ann@example.com");
    eventually("the gift that was awaited", async || {
        // The provider is not asked twice within seconds.
        let long_ago = "UPDATE purchases SET checked_at = 0";
        server.place.execute(long_ago).await;
        let again = shown(&device, GIFT_AGAIN).await;
        (again["name"] == "gift").then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_gift_refused_in_one_tab_is_not_shown_as_the_one_that_another_tab_paid() {
    let (provider, server) = shared_doubles::provider().await;
    let device = server.device();
    let first_tab = start_gift(&device, "bob@example.com").await;
    let cleo = give(provider, &device, "cleo@example.com").await;
    assert_eq!(
        shown(&device, GIFT_AGAIN).await,
        cleo,
        "an order that was only opened before, as with a mistyped address, changes nothing"
    );
    return_refused(&device, &first_tab).await;
    assert_unconfirmed(&device).await;
}

#[tokio::test]
async fn a_refused_gift_that_is_tried_again_after_another_one_is_not_shown_as_that_one() {
    let (provider, server) = shared_doubles::provider().await;
    let device = server.device();
    let refused = start_gift(&device, "bob@example.com").await;
    return_refused(&device, &refused).await;
    give(provider, &device, "cleo@example.com").await;
    let again = start_gift(&device, "bob@example.com").await;
    assert_eq!(again.intent, refused.intent);
    assert_unconfirmed(&device).await;
}

#[tokio::test]
async fn an_order_that_can_no_longer_be_paid_hides_no_gift() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let bob = give(&provider, &device, "bob@example.com").await;
    for end in [
        "UPDATE purchases SET created_at = created_at - 90000000 WHERE status = 'pending'",
        "UPDATE purchases SET status = 'canceled' WHERE status = 'pending'",
    ] {
        let refused = start_gift(&device, "cleo@example.com").await;
        return_refused(&device, &refused).await;
        assert_unconfirmed(&device).await;
        server.place.execute(end).await;
        assert_eq!(shown(&device, GIFT_AGAIN).await, bob, "{end}");
    }
}

#[tokio::test]
async fn another_devices_gift_that_is_not_paid_hides_nothing() {
    let (provider, server) = shared_doubles::provider().await;
    let (device, other) = (server.device(), server.device());
    let refused = start_gift(&other, "cleo@example.com").await;
    let bob = give(provider, &device, "bob@example.com").await;
    return_refused(&device, &refused).await;
    return_refused(&other, &refused).await;
    assert_eq!(shown(&device, GIFT_AGAIN).await, bob);
}

#[tokio::test]
async fn a_refused_payment_for_oneself_is_not_shown_as_paid_where_a_gift_gave_access_meanwhile() {
    let (provider, server) = shared_doubles::provider().await;
    let device = known_device(server.0).await;
    let payment = device.start_payment("ann@example.com").await;
    let gift = give(provider, &server.device(), "ann@example.com").await;
    let link = gift["giftLink"].as_str().unwrap();
    let code = link.rsplit('/').next().unwrap();
    assert_eq!(device.activate(code, "ann@example.com").await, 200);
    let back = format!(
        "payment_intent={}&payment_intent_client_secret={}",
        payment.intent, payment.secret
    );
    for (path, again) in [
        ("/payment-success", json!({ "name": "issue" })),
        ("/paypal-success", json!({ "name": "issue" })),
        ("/download-success", json!({ "name": "unconfirmed" })),
    ] {
        let refused = shown(&device, &format!("{path}?{back}")).await;
        assert_eq!(refused["name"], "unpaid");
        assert_eq!(shown(&device, path).await, again);
    }
    assert!(device.has_access().await, "the gift gives it");
    provider.pay(&payment.intent);
    let paid = shown(&device, &format!("/payment-success?{back}")).await;
    assert_eq!(paid["name"], "verified");
    assert_eq!(shown(&device, "/payment-success").await, paid);
}
