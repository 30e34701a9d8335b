//! Buying without JavaScript, at the hosted page.

use serde_json::json;

use crate::device::{DECLINED_CARD, Device, GOOD_CARD, page_data};
use crate::provider::{Provider, SECRET, event, post_event, sign};
use crate::server::{TestServer, eventually};
use crate::shared_server::SharedServer;

#[tokio::test]
async fn the_hosted_page_sells_without_javascript() {
    const ANN: &str = "ann@hosted.example";
    let server = SharedServer::get().await;
    for (from, email) in [("subscribe", ""), ("checkout", ANN)] {
        let device = server.device();
        let response = device
            .submit("/buy", &[("from", from), ("email", email)])
            .await;
        assert_eq!(response.status(), 303);
        let hosted = response.headers()["location"].to_str().unwrap().to_owned();
        let page = device.get(&hosted).await.text().await.unwrap();
        assert!(
            page.contains("no money moves") && page.contains(&format!(r#"value="{email}""#)),
            "{page}"
        );
        let declined = device
            .submit(
                &hosted,
                &[("action", "pay"), ("email", ANN), ("number", DECLINED_CARD)],
            )
            .await;
        assert_eq!(declined.status(), 422);
        assert!(!device.has_access().await);
        let paid = device
            .submit(
                &hosted,
                &[("action", "pay"), ("email", ANN), ("number", GOOD_CARD)],
            )
            .await;
        let back = paid.headers()["location"].to_str().unwrap().to_owned();
        assert!(
            back.contains("/payment-success?session_id=cs_test_"),
            "{back}"
        );
        let data = page_data(&device.get(&back).await.text().await.unwrap());
        assert_eq!(data, json!({ "name": "verified", "email": ANN }));
        assert!(device.has_access().await);
        let stranger = server.device();
        let seen = page_data(&stranger.get(&back).await.text().await.unwrap());
        assert_eq!(seen, json!({ "name": "issue" }));
        assert!(!stranger.has_access().await);
    }
    eventually("both mails", async || {
        (server.mails_to(ANN).len() == 2).then_some(())
    })
    .await;
}

#[tokio::test]
async fn leaving_the_hosted_page_buys_nothing() {
    let server = SharedServer::get().await;
    let device = server.device();
    let response = device.submit("/buy", &[("from", "subscribe")]).await;
    let hosted = response.headers()["location"].to_str().unwrap().to_owned();
    let left = device.submit(&hosted, &[("action", "cancel")]).await;
    assert!(
        left.headers()["location"]
            .to_str()
            .unwrap()
            .ends_with("/subscribe")
    );
    let bad = device
        .submit("/buy", &[("from", "checkout"), ("email", "nobody")])
        .await;
    assert_eq!(bad.status(), 422);
    let data = page_data(&bad.text().await.unwrap());
    assert_eq!(
        data,
        json!({ "name": "form", "email": "nobody", "error": "Please enter a valid email address" })
    );
    assert!(!device.has_access().await);
}

#[tokio::test]
async fn a_gift_is_bought_and_redeemed_without_javascript() {
    let server = SharedServer::get().await;
    let (buyer, recipient) = (server.device(), server.device());
    let bad = buyer
        .submit(
            "/gift/buy",
            &[("buyerEmail", "a@example.com"), ("recipientEmail", "")],
        )
        .await;
    assert_eq!(bad.status(), 422);
    assert_eq!(
        page_data(&bad.text().await.unwrap())["error"],
        "Please enter both email addresses."
    );
    let fields = [
        ("buyerEmail", "a@example.com"),
        ("recipientEmail", "b@example.com"),
        ("personalMessage", "</script><b>"),
    ];
    let hosted = buyer.submit("/gift/buy", &fields).await.headers()["location"]
        .to_str()
        .unwrap()
        .to_owned();
    let paid = buyer
        .submit(
            &hosted,
            &[
                ("action", "pay"),
                ("email", "a@example.com"),
                ("number", GOOD_CARD),
            ],
        )
        .await;
    let back = paid.headers()["location"].to_str().unwrap().to_owned();
    let data = page_data(&buyer.get(&back).await.text().await.unwrap());
    assert_eq!(
        (&data["name"], &data["recipientEmail"]),
        (&json!("gift"), &json!("b@example.com"))
    );
    let link = data["giftLink"].as_str().unwrap();
    assert!(link.starts_with(server.base()));
    let seen = page_data(&recipient.get(link).await.text().await.unwrap());
    assert_eq!(
        (&seen["name"], &seen["gift"]),
        (
            &json!("available"),
            &json!({ "recipientEmail": "b@example.com", "personalMessage": "</script><b>" })
        )
    );
    let activate = format!("{link}/activate");
    let bad = recipient.submit(&activate, &[("email", " ")]).await;
    assert_eq!(bad.status(), 422);
    let done = recipient
        .submit(&activate, &[("email", "b@example.com")])
        .await;
    assert_eq!(
        (
            done.status().as_u16(),
            done.headers()["location"].to_str().unwrap()
        ),
        (303, "/app?gift=true&activated=true")
    );
    assert!(recipient.has_access().await);
    assert_eq!(
        page_data(&recipient.get(link).await.text().await.unwrap())["name"],
        "activated"
    );
    let late = server.device().get(link).await;
    assert_eq!(late.status(), 410);
    let data = page_data(&late.text().await.unwrap());
    assert_eq!(
        data,
        json!({
            "name": "unavailable",
            "isUsed": true,
            "isTemporary": false,
            "reason": "Gift link expired or used",
        })
    );
}

/// Begins to buy at the hosted page of a provider in the test's hand and pays there; answers session and intent.
pub(crate) async fn pay_at(provider: &Provider, device: &Device) -> (String, String) {
    let response = device.submit("/buy", &[("from", "subscribe")]).await;
    let hosted = response.headers()["location"].to_str().unwrap();
    let session = hosted.rsplit('/').next().unwrap().to_owned();
    let intent = provider.pay_hosted(&session, "ann@example.com");
    (session, intent)
}

const MAILS: &str = "SELECT COUNT(*) FROM outbox_emails";

#[tokio::test]
async fn an_address_from_the_hosted_page_is_stored_in_whatever_order_events_arrive() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    for (turn, is_intent_first) in [true, false].into_iter().enumerate() {
        let device = server.device();
        let (session, intent) = pay_at(&provider, &device).await;
        let mut news = [
            event("payment_intent.succeeded", &format!("evt_i{turn}"), &intent),
            event(
                "checkout.session.completed",
                &format!("evt_s{turn}"),
                &session,
            ),
        ];
        if !is_intent_first {
            news.reverse();
        }
        for body in &news {
            assert_eq!(post_event(&device, body, &sign(body, SECRET, 0)).await, 200);
            assert!(device.has_access().await);
        }
        let back = format!("/payment-success?session_id={session}");
        let data = page_data(&device.get(&back).await.text().await.unwrap());
        let seen = json!({ "name": "verified", "email": "ann@example.com" });
        assert_eq!(data, seen);
        assert_eq!(
            server.place.number(MAILS).await,
            i64::try_from(turn).unwrap() + 1
        );
    }
}

#[tokio::test]
async fn the_return_page_fetches_an_address_that_no_event_had() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    let device = server.device();
    let (session, intent) = pay_at(&provider, &device).await;
    let body = event("payment_intent.succeeded", "evt_1", &intent);
    assert_eq!(
        post_event(&device, &body, &sign(&body, SECRET, 0)).await,
        200
    );
    assert_eq!(server.place.number(MAILS).await, 0);
    let back = format!("/payment-success?session_id={session}");
    let data = page_data(&device.get(&back).await.text().await.unwrap());
    assert_eq!(data["email"], "ann@example.com");
    assert_eq!(server.place.number(MAILS).await, 1);
}

#[tokio::test]
async fn a_refund_that_is_known_before_the_payment_gives_access_once_it_has_failed_without_an_event()
 {
    let provider = Provider::start().await;
    let TestServer { place, mut process } = provider.server(&[]).await;
    let device = process.device();
    let (session, intent) = pay_at(&provider, &device).await;
    provider.refund(&intent, &[(999, "succeeded")]);
    for (kind, object) in [
        ("payment_intent.succeeded", &intent),
        ("checkout.session.completed", &session),
    ] {
        let body = event(kind, &format!("evt {kind}"), object);
        assert_eq!(
            post_event(&device, &body, &sign(&body, SECRET, 0)).await,
            200
        );
        assert!(!device.has_access().await);
    }
    provider.refund(&intent, &[(999, "failed")]);
    process.kill();
    place
        .execute("UPDATE purchases SET next_check_at = 0")
        .await;
    let process = place.start(&provider.settings(&[])).await;
    let device = device.at(&process.base);
    eventually("the access", async || {
        device.has_access().await.then_some(())
    })
    .await;
}

#[tokio::test]
async fn the_hosted_page_accepts_cards_only() {
    let provider = Provider::start().await;
    let server = provider.server(&[]).await;
    server
        .device()
        .submit("/buy", &[("from", "subscribe")])
        .await;
    let (body, _) = provider.creations().pop().unwrap();
    let fields = body
        .split('&')
        .map(|field| field.replace("%5B", "[").replace("%5D", "]"));
    let methods: Vec<String> = fields
        .filter(|field| field.contains("method_types"))
        .collect();
    assert_eq!(methods, ["allowed_payment_method_types[0]=card"]);
}
