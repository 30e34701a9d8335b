//! Giving and redeeming.

use std::collections::HashSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::device::page_data;
use crate::server::TestServer;

#[tokio::test]
async fn a_friend_redeems_what_the_giver_paid() {
    let server = TestServer::start().await;
    let (giver, friend) = (server.device(), server.device());
    let (_, code) = giver.give("friend@example.com").await;
    assert!(
        !giver.has_access().await,
        "a giver holds the gift's link, not the gift"
    );
    let access = giver.json("/api/access").await;
    assert_eq!(
        (
            &access["giftCode"],
            &access["recipientEmail"],
            &access["purchaseDate"]
        ),
        (&json!(code), &json!("friend@example.com"), &Value::Null)
    );
    let seen = friend
        .json(&format!("/api/gift-links/{}", code.to_uppercase()))
        .await;
    assert_eq!(
        seen,
        json!({ "recipientEmail": "friend@example.com", "personalMessage": "Take care" })
    );
    let response = friend
        .post(
            &format!("/api/gift-links/{code}/activate"),
            &json!({ "email": "friend@example.org" }),
        )
        .await;
    assert_eq!(response.status(), 200);
    assert_eq!(
        response.json::<Value>().await.unwrap(),
        json!({ "success": true })
    );
    let access = friend.json("/api/access").await;
    assert_eq!(access["access"], true);
    assert_eq!(
        (&access["isGift"], &access["giftCode"], &access["email"]),
        (&json!(true), &json!(code), &json!("friend@example.org"))
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
    assert!(mail.contains("giver@example.com"));
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM outbox_emails")
            .await,
        1,
        "the friend gets no mail"
    );
}

#[tokio::test]
async fn a_gift_that_is_not_paid_does_not_exist() {
    let server = TestServer::start().await;
    let giver = server.device();
    let body = json!({ "buyerEmail": "a@example.com", "recipientEmail": "b@example.com" });
    giver
        .begin_at("/api/create-gift-payment-intent", &body)
        .await;
    let page = giver
        .get("/download-success?gift=true")
        .await
        .text()
        .await
        .unwrap();
    assert_eq!(page_data(&page)["giftLink"], Value::Null);
    for code in ["aaaaaaaaaaaaaaaaaaaaaaaaaa", "short", "AAAAAAAAAAAAA"] {
        let response = giver.get(&format!("/api/gift-links/{code}")).await;
        assert_eq!(
            (
                response.status().as_u16(),
                response.text().await.unwrap().as_str()
            ),
            (404, "Gift link not found"),
            "{code}"
        );
        assert_eq!(giver.activate(code, "b@example.com").await, 404);
    }
}

#[tokio::test]
async fn both_addresses_are_needed() {
    let server = TestServer::start().await;
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

/// Mail scanners and previews follow links before the friend does.
#[tokio::test]
async fn looking_changes_nothing() {
    let server = TestServer::start().await;
    let (_, code) = server.device().give("friend@example.com").await;
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
        server.device().activate(&code, "friend@example.com").await,
        200
    );
}

/// The first answer may have been lost on the way.
#[tokio::test]
async fn the_same_device_is_answered_again_like_the_first_time() {
    let server = TestServer::start().await;
    let (_, code) = server.device().give("friend@example.com").await;
    let friend = server.device();
    let path = format!("/api/gift-links/{code}/activate");
    for email in ["friend@example.com", "friend@example.com", "b@example.org"] {
        let response = friend.post(&path, &json!({ "email": email })).await;
        assert_eq!(response.status(), 200);
        assert!(response.headers().contains_key("set-cookie"));
        let body: Value = response.json().await.unwrap();
        assert_eq!(body, json!({ "success": true }));
    }
    let form = friend
        .submit(
            &format!("/gift/{code}/activate"),
            &[("email", "b@example.org")],
        )
        .await;
    assert_eq!(form.status(), 303);
    let access = friend.json("/api/access").await;
    assert_eq!(access["email"], "friend@example.com", "the first one holds");
    let redeemed = "SELECT COUNT(*) FROM purchases WHERE kind = 'gift_redemption'";
    assert_eq!(server.place.number(redeemed).await, 1);
}

#[tokio::test]
async fn codes_are_long_and_never_alike() {
    let server = TestServer::start().await;
    let giver = server.device();
    let mut codes = HashSet::new();
    for number in 0..20 {
        let (_, code) = giver.give(&format!("friend{number}@example.com")).await;
        assert_eq!(code.len(), 26);
        codes.insert(code[..8].to_owned());
    }
    assert_eq!(codes.len(), 20, "no time and no counter at the start");
}

/// The winner's first answer is lost with its cookie: the page gave the device one before.
#[tokio::test]
async fn who_opened_the_page_is_known_again_when_the_answer_is_lost() {
    let server = TestServer::start().await;
    let (_, code) = server.device().give("friend@example.com").await;
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
        let body = json!({ "email": "friend@example.com" });
        let response = request.json(&body).send().await.unwrap();
        assert_eq!(response.status(), 200);
        let kept = response.headers()["set-cookie"].to_str().unwrap();
        assert!(kept.ends_with("; Max-Age=34560000"), "{kept}");
    }
    let over = server.device().get(&format!("/gift/{code}")).await;
    assert!(!over.headers().contains_key("set-cookie"));
}
