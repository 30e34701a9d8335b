//! Giving and redeeming.

use std::collections::HashSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::page_data;
use crate::server::TestServer;
use crate::shared_server::SharedServer;

#[tokio::test]
async fn a_recipient_redeems_a_gift_and_its_buyer_gets_no_access() {
    let server = TestServer::start().await;
    let (buyer, recipient) = (server.device(), server.device());
    let (_, code) = buyer.buy_gift("recipient@example.com").await;
    assert!(
        !buyer.has_access().await,
        "a buyer holds the gift's link, not the gift"
    );
    let access = buyer.json("/api/access").await;
    assert_eq!(
        (
            &access["giftCode"],
            &access["recipientEmail"],
            &access["purchaseDate"]
        ),
        (&json!(code), &json!("recipient@example.com"), &Value::Null)
    );
    let seen = recipient
        .json(&format!("/api/gift-links/{}", code.to_uppercase()))
        .await;
    assert_eq!(
        seen,
        json!({ "recipientEmail": "recipient@example.com", "personalMessage": "Take care" })
    );
    let response = recipient
        .post(
            &format!("/api/gift-links/{code}/activate"),
            &json!({ "email": "recipient@example.org" }),
        )
        .await;
    assert_eq!(response.status(), 200);
    assert_eq!(
        response.json::<Value>().await.unwrap(),
        json!({ "success": true })
    );
    let access = recipient.json("/api/access").await;
    assert_eq!(access["access"], true);
    assert_eq!(
        (&access["isGift"], &access["giftCode"], &access["email"]),
        (&json!(true), &json!(code), &json!("recipient@example.org"))
    );
    let late = server.device();
    let response = late.get(&format!("/api/gift-links/{code}")).await;
    assert_eq!(
        (
            response.status().as_u16(),
            response.text().await.unwrap().as_str()
        ),
        (410, "Gift link expired or used")
    );
    assert_eq!(late.activate(&code, "late@example.com").await, 410);
    let mail = server.place.mail().await;
    assert!(mail.contains("buyer@example.com"));
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM outbox_emails")
            .await,
        1,
        "the recipient gets no mail"
    );
}

#[tokio::test]
async fn gifts_that_are_asked_for_at_once_are_each_shown_to_who_asked() {
    let server = SharedServer::get().await;
    let mut asked = vec![("a".repeat(26), 404, None)];
    for number in 0..6 {
        let address = format!("recipient{number}@example.com");
        let (_, code) = server.device().buy_gift(&address).await;
        if number == 0 {
            assert_eq!(server.device().activate(&code, &address).await, 200);
            asked.push((code, 410, None));
        } else {
            asked.push((code, 200, Some(address)));
        }
    }
    let all = asked.iter().cycle().take(asked.len() * 20).cloned();
    let answers: Vec<_> = all
        .map(|(code, status, address)| {
            let visitor = server.device();
            let path = format!("/api/gift-links/{code}");
            let answer = tokio::spawn(async move { visitor.get(&path).await });
            (answer, status, address)
        })
        .collect();
    for (answer, status, address) in answers {
        let answer = answer.await.unwrap();
        assert_eq!(answer.status(), status);
        if let Some(address) = address {
            let shown: Value = answer.json().await.unwrap();
            assert_eq!(shown["recipientEmail"], address);
        }
    }
}

#[tokio::test]
async fn a_gift_that_is_not_paid_does_not_exist() {
    let server = SharedServer::get().await;
    let buyer = server.device();
    let body = json!({ "buyerEmail": "a@example.com", "recipientEmail": "b@example.com" });
    buyer
        .start_payment_at("/api/create-gift-payment-intent", &body)
        .await;
    let page = buyer
        .get("/download-success?gift=true")
        .await
        .text()
        .await
        .unwrap();
    assert_eq!(page_data(&page)["giftLink"], Value::Null);
    for code in ["aaaaaaaaaaaaaaaaaaaaaaaaaa", "short", "AAAAAAAAAAAAA"] {
        let response = buyer.get(&format!("/api/gift-links/{code}")).await;
        assert_eq!(
            (
                response.status().as_u16(),
                response.text().await.unwrap().as_str()
            ),
            (404, "Gift link not found"),
            "{code}"
        );
        assert_eq!(buyer.activate(code, "b@example.com").await, 404);
    }
}

#[tokio::test]
async fn a_gift_needs_two_valid_addresses_and_a_message_of_at_most_480_characters() {
    let server = SharedServer::get().await;
    let device = server.device();
    for (body, sentence) in [
        (json!({}), "Please enter both email addresses."),
        (
            json!({ "buyerEmail": "a@example.com", "recipientEmail": " " }),
            "Please enter both email addresses.",
        ),
        (
            json!({ "buyerEmail": "a@example.com", "recipientEmail": "b" }),
            "Please enter a valid email address",
        ),
        (
            json!({ "buyerEmail": "a@example.com", "recipientEmail": "b@example.com", "personalMessage": "x".repeat(481) }),
            "Please write a message of at most 480 characters.",
        ),
    ] {
        let response = device.post("/api/create-gift-payment-intent", &body).await;
        assert_eq!(
            (
                response.status().as_u16(),
                response.text().await.unwrap().as_str()
            ),
            (400, sentence)
        );
    }
}

/// Mail scanners and previews follow links before the recipient does.
#[tokio::test]
async fn get_and_head_requests_change_nothing() {
    let server = TestServer::start().await;
    let (_, code) = server.device().buy_gift("recipient@example.com").await;
    server.place.mail().await;
    let rows = async || {
        let mut rows = Vec::new();
        for table in [
            "gift_links WHERE status = 'available' AND activated_at IS NULL",
            "gift_links",
            "purchases",
            "device_sessions",
            "device_entitlements",
            "outbox_emails",
            "rate_buckets",
        ] {
            let count = format!("SELECT COUNT(*) FROM {table}");
            rows.push(server.place.number(&count).await);
        }
        rows
    };
    let before = rows().await;
    let scanner = server.device();
    for path in [
        format!("/gift/{code}"),
        format!("/gift/{code}/"),
        format!("/gift/{code}/activate"),
        format!("/api/gift-links/{code}"),
        format!("/api/gift-links/{code}/activate"),
        format!("/gift-redeem/{code}"),
    ] {
        let is_form = path.ends_with("/activate");
        for method in [Method::GET, Method::HEAD] {
            let response = scanner.request(method, &path).send().await.unwrap();
            let status = response.status().as_u16();
            assert_eq!(status == 405, is_form, "{path}: {status}");
            assert!(status < 500, "{path}: {status}");
        }
    }
    assert_eq!(rows().await, before);
    let response = scanner.get(&format!("/gift-redeem/{code}")).await;
    assert_eq!(response.status(), 308);
    assert_eq!(
        response.headers()["location"].to_str().unwrap(),
        format!("/gift/{code}")
    );
    assert_eq!(
        server
            .device()
            .activate(&code, "recipient@example.com")
            .await,
        200
    );
}

/// The first answer may have been lost on the way.
#[tokio::test]
async fn a_repeated_redemption_by_the_same_device_succeeds() {
    let server = TestServer::start().await;
    let (_, code) = server.device().buy_gift("recipient@example.com").await;
    let recipient = server.device();
    let path = format!("/api/gift-links/{code}/activate");
    for email in [
        "recipient@example.com",
        "recipient@example.com",
        "b@example.org",
    ] {
        let response = recipient.post(&path, &json!({ "email": email })).await;
        assert_eq!(response.status(), 200);
        assert!(response.headers().contains_key("set-cookie"));
        let body: Value = response.json().await.unwrap();
        assert_eq!(body, json!({ "success": true }));
    }
    let form = recipient
        .submit(
            &format!("/gift/{code}/activate"),
            &[("email", "b@example.org")],
        )
        .await;
    assert_eq!(form.status(), 303);
    let access = recipient.json("/api/access").await;
    assert_eq!(
        access["email"], "recipient@example.com",
        "the first one holds"
    );
    let redeemed = "SELECT COUNT(*) FROM purchases WHERE kind = 'gift_redemption'";
    assert_eq!(server.place.number(redeemed).await, 1);
}

#[tokio::test]
async fn gift_codes_have_26_characters_and_different_beginnings() {
    let server = SharedServer::get().await;
    let buyer = server.device();
    let mut codes = HashSet::new();
    for number in 0..20 {
        let (_, code) = buyer
            .buy_gift(&format!("recipient{number}@example.com"))
            .await;
        assert_eq!(code.len(), 26);
        codes.insert(code[..8].to_owned());
    }
    assert_eq!(codes.len(), 20, "no time and no counter at the start");
}

/// The winner's first answer is lost with its cookie: the page gave the device one before.
#[tokio::test]
async fn the_cookie_of_the_gift_page_lets_a_device_repeat_a_lost_redemption() {
    let server = TestServer::start().await;
    let (_, code) = server.device().buy_gift("recipient@example.com").await;
    let page = server.device().get(&format!("/gift/{code}")).await;
    let cookie = page.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.ends_with("; Max-Age=3600"), "{cookie}");
    let known = "SELECT COUNT(*) FROM device_sessions WHERE id NOT IN (SELECT device_session_id FROM purchases)";
    assert_eq!(server.place.number(known).await, 0, "nothing is written");
    let path = format!("/api/gift-links/{code}/activate");
    for _ in 0..2 {
        // Each try comes from a device that knows no more than what the page said.
        let request = server.device().request(Method::POST, &path);
        let request = request.header("cookie", cookie.split(';').next().unwrap());
        let body = json!({ "email": "recipient@example.com" });
        let response = request.json(&body).send().await.unwrap();
        assert_eq!(response.status(), 200);
        let kept = response.headers()["set-cookie"].to_str().unwrap();
        assert!(kept.ends_with("; Max-Age=34560000"), "{kept}");
    }
    let over = server.device().get(&format!("/gift/{code}")).await;
    assert!(!over.headers().contains_key("set-cookie"));
}
