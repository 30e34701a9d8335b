//! Giving and redeeming by forms alone: what the friend reads is never lost.

use serde_json::json;

use crate::device::{Device, GOOD_CARD, page_data};
use crate::server::TestServer;

/// Buys a gift with this message on the hosted page and answers the path of its link.
async fn give(giver: &Device, message: &str) -> String {
    let fields = [
        ("buyerEmail", "giver@example.com"),
        ("recipientEmail", "friend@example.com"),
        ("personalMessage", message),
    ];
    let response = giver.submit("/gift/buy", &fields).await;
    assert_eq!(response.status(), 303, "{}", response.text().await.unwrap());
    let hosted = response.headers()["location"].to_str().unwrap().to_owned();
    let card = [
        ("action", "pay"),
        ("email", "giver@example.com"),
        ("number", GOOD_CARD),
    ];
    let paid = giver.submit(&hosted, &card).await;
    let back = paid.headers()["location"].to_str().unwrap().to_owned();
    let data = page_data(&giver.get(&back).await.text().await.unwrap());
    let link = data["giftLink"].as_str().unwrap();
    link.strip_prefix(&giver.base).unwrap().to_owned()
}

#[tokio::test]
async fn a_wrong_address_loses_neither_the_message_nor_what_was_typed() {
    let server = TestServer::start().await;
    let link = give(&server.device(), "Take care").await;
    let friend = server.device();
    for typed in ["", "friend", "friend@example"] {
        let again = friend
            .submit(&format!("{link}/activate"), &[("email", typed)])
            .await;
        assert_eq!(again.status(), 422, "{typed:?}");
        let html = again.text().await.unwrap();
        assert!(
            html.contains("<p class=") && html.contains("Take care"),
            "{html}"
        );
        assert_eq!(
            page_data(&html),
            json!({
                "name": "available", "gift": { "recipientEmail": typed, "personalMessage": "Take care" },
                "error": "Please enter a valid email address",
            })
        );
    }
}

#[tokio::test]
async fn a_wrong_address_for_a_gift_that_is_gone_says_that_it_is_gone() {
    let server = TestServer::start().await;
    let link = give(&server.device(), "Take care").await;
    let code = link.rsplit('/').next().unwrap();
    assert_eq!(
        server.device().activate(code, "friend@example.com").await,
        200
    );
    for (link, status, sentence) in [
        (link.as_str(), 410, "Gift link expired or used"),
        (
            "/gift/aaaaaaaaaaaaaaaaaaaaaaaaaa",
            404,
            "Gift link not found",
        ),
    ] {
        let again = server
            .device()
            .submit(&format!("{link}/activate"), &[("email", "friend")])
            .await;
        assert_eq!(again.status(), status);
        let data = page_data(&again.text().await.unwrap());
        assert_eq!(data, json!({ "name": "unavailable", "reason": sentence }));
    }
}

/// A browser counts a line break once in `maxlength` and sends two characters for it.
#[tokio::test]
async fn a_line_break_of_a_form_counts_once() {
    let server = TestServer::start().await;
    let giver = server.device();
    let full = vec!["a"; 240].join("\r\n");
    let link = give(&giver, &full).await;
    let seen = page_data(&server.device().get(&link).await.text().await.unwrap());
    assert_eq!(seen["gift"]["personalMessage"], full.replace("\r\n", "\n"));
    let fields = [
        ("buyerEmail", "giver@example.com"),
        ("recipientEmail", "friend@example.com"),
        ("personalMessage", &format!("{full}\r\na")),
    ];
    let response = giver.submit("/gift/buy", &fields).await;
    assert_eq!(response.status(), 422);
    let data = page_data(&response.text().await.unwrap());
    assert_eq!(
        (&data["error"], &data["details"]["buyerEmail"]),
        (
            &json!("Please write a message of at most 480 characters."),
            &json!("giver@example.com")
        )
    );
}
