//! Giving and redeeming by forms alone: what the recipient reads is never lost.

use reqwest::Method;
use serde_json::json;

use crate::device::{Device, GOOD_CARD, page_data};
use crate::shared_server::SharedServer;

/// Buys a gift with this message on the hosted page and answers the path of its link.
async fn give(buyer: &Device, message: &str) -> String {
    let fields = [
        ("buyerEmail", "buyer@example.com"),
        ("recipientEmail", "recipient@example.com"),
        ("personalMessage", message),
    ];
    let response = buyer.submit("/gift/buy", &fields).await;
    assert_eq!(response.status(), 303, "{}", response.text().await.unwrap());
    let hosted = response.headers()["location"].to_str().unwrap().to_owned();
    let card = [
        ("action", "pay"),
        ("email", "buyer@example.com"),
        ("number", GOOD_CARD),
    ];
    let paid = buyer.submit(&hosted, &card).await;
    let back = paid.headers()["location"].to_str().unwrap().to_owned();
    let data = page_data(&buyer.get(&back).await.text().await.unwrap());
    let link = data["giftLink"].as_str().unwrap();
    link.strip_prefix(&buyer.base).unwrap().to_owned()
}

#[tokio::test]
async fn a_mistyped_address_keeps_the_message_and_the_input() {
    let server = SharedServer::get().await;
    let link = give(&server.device(), "Take care").await;
    let recipient = server.device();
    for typed in ["", "recipient", "recipient@example"] {
        let again = recipient
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
async fn a_mistyped_address_for_an_unavailable_gift_shows_that_it_is_unavailable() {
    let server = SharedServer::get().await;
    let link = give(&server.device(), "Take care").await;
    let code = link.rsplit('/').next().unwrap();
    assert_eq!(
        server
            .device()
            .activate(code, "recipient@example.com")
            .await,
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
            .submit(&format!("{link}/activate"), &[("email", "recipient")])
            .await;
        assert_eq!(again.status(), status);
        let data = page_data(&again.text().await.unwrap());
        let is_used = status == 410;
        assert_eq!(
            data,
            json!({
                "name": "unavailable",
                "isUsed": is_used,
                "isTemporary": false,
                "reason": sentence,
            })
        );
    }
}

/// A browser counts a line break once in `maxlength` and sends two characters for it.
#[tokio::test]
async fn a_line_break_in_a_form_counts_as_one_character() {
    let server = SharedServer::get().await;
    let buyer = server.device();
    let full = vec!["a"; 240].join("\r\n");
    let link = give(&buyer, &full).await;
    let seen = page_data(&server.device().get(&link).await.text().await.unwrap());
    assert_eq!(seen["gift"]["personalMessage"], full.replace("\r\n", "\n"));
    let fields = [
        ("buyerEmail", "buyer@example.com"),
        ("recipientEmail", "recipient@example.com"),
        ("personalMessage", &format!("{full}\r\na")),
    ];
    let response = buyer.submit("/gift/buy", &fields).await;
    assert_eq!(response.status(), 422);
    let data = page_data(&response.text().await.unwrap());
    assert_eq!(
        (&data["error"], &data["details"]["buyerEmail"]),
        (
            &json!("Please write a message of at most 480 characters."),
            &json!("buyer@example.com")
        )
    );
}

#[tokio::test]
async fn the_gifts_page_is_compressed_unless_what_was_typed_stands_beside_the_message() {
    let server = SharedServer::get().await;
    let link = give(&server.device(), "Take care").await;
    let recipient = server.device();
    recipient.get(&link).await;
    let plain = recipient.get(&link).await;
    assert_eq!(plain.headers()["vary"], "Accept-Encoding");
    let plain = plain.bytes().await.unwrap();
    let packed = |method: Method, path: &str| {
        let request = recipient.request(method, path);
        request.header("accept-encoding", "gzip, deflate, br, zstd")
    };
    let page = packed(Method::GET, &link).send().await.unwrap();
    assert_eq!(page.headers()["content-encoding"], "gzip");
    let length = page.headers()["content-length"].clone();
    let body = page.bytes().await.unwrap();
    assert!(
        body.len() * 5 < plain.len() * 2,
        "{} of {} bytes",
        body.len(),
        plain.len()
    );
    let mut unpacked = Vec::new();
    let mut decoder = flate2::read::GzDecoder::new(body.as_ref());
    std::io::Read::read_to_end(&mut decoder, &mut unpacked).unwrap();
    assert_eq!(unpacked, plain);

    let head = packed(Method::HEAD, &link).send().await.unwrap();
    assert_eq!(head.headers()["content-encoding"], "gzip");
    assert_eq!(head.headers()["content-length"], length);

    let again = packed(Method::POST, &format!("{link}/activate"));
    let again = again.form(&[("email", "recipient")]).send().await.unwrap();
    assert_eq!(again.status(), 422);
    assert!(!again.headers().contains_key("content-encoding"));
    assert!(again.text().await.unwrap().contains("Take care"));
}
