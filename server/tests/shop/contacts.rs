//! The sealed copy of a device's contacts.

use reqwest::Method;
use serde_json::{Value, json};

use crate::server::TestServer;
use crate::shared_server::SharedServer;

fn contact(phone: &str) -> Value {
    json!({ "name": "Ann", "phoneNumber": phone, "isPrimary": true })
}

#[tokio::test]
async fn a_device_reads_and_changes_its_contact() {
    let server = SharedServer::get().await;
    let device = server.device();
    assert_eq!(device.json("/api/contacts/primary").await, Value::Null);
    let response = device
        .post("/api/contacts", &contact(" +61 400 000 001 "))
        .await;
    assert_eq!(response.status(), 201);
    let saved: Value = response.json().await.unwrap();
    assert_eq!(saved["phoneNumber"], "+61 400 000 001");
    assert_eq!(device.json("/api/contacts/primary").await, saved);
    let path = format!("/api/contacts/{}", saved["id"].as_str().unwrap());
    let response = device.patch(&path, &json!({ "name": "  " })).await;
    assert_eq!(response.status(), 200);
    let changed = device.json("/api/contacts/primary").await;
    assert_eq!(
        (&changed["name"], &changed["phoneNumber"]),
        (&json!("Emergency Contact"), &saved["phoneNumber"])
    );
}

#[tokio::test]
async fn another_device_can_neither_read_nor_change_a_contact() {
    let server = SharedServer::get().await;
    let (owner, stranger) = (server.device(), server.device());
    let saved: Value = owner
        .post("/api/contacts", &contact("+61400000001"))
        .await
        .json()
        .await
        .unwrap();
    let id = saved["id"].as_str().unwrap();
    stranger
        .post("/api/contacts", &contact("+61400000002"))
        .await;
    assert_eq!(
        server.device().json("/api/contacts/primary").await,
        Value::Null
    );
    assert_eq!(
        stranger.json("/api/contacts/primary").await["phoneNumber"],
        "+61400000002"
    );
    let others = [
        id.to_owned(),
        format!("{}0", &id[..id.len() - 1]),
        "-1".to_owned(),
        "9223372036854775808".to_owned(),
        "%00".to_owned(),
    ];
    for foreign in others {
        for who in [&stranger, &server.device()] {
            let response = who
                .patch(
                    &format!("/api/contacts/{foreign}"),
                    &contact("+61400000009"),
                )
                .await;
            assert_eq!(response.status(), 404, "{foreign}");
            assert_eq!(response.text().await.unwrap(), "Contact not found.");
        }
    }
    assert_eq!(owner.json("/api/contacts/primary").await, saved);
}

#[tokio::test]
async fn saving_contacts_again_replaces_them_and_a_third_is_refused() {
    let server = TestServer::start().await;
    for base in [0, 1] {
        let device = server.device();
        for round in 0..3 {
            for (order, is_primary) in [(base, true), (base + 1, false)] {
                let body = json!({ "name": "A", "phoneNumber": format!("00{order}"), "isPrimary": is_primary, "contactOrder": order });
                let status = device.post("/api/contacts", &body).await.status();
                assert_eq!(status, if round == 0 { 201 } else { 200 });
            }
        }
        assert_eq!(
            device.json("/api/contacts/primary").await["phoneNumber"],
            format!("00{base}")
        );
    }
    assert_eq!(
        server.place.number("SELECT COUNT(*) FROM contacts").await,
        4
    );
    let third = json!({ "phoneNumber": "000", "contactOrder": 3 });
    let response = server.device().post("/api/contacts", &third).await;
    assert_eq!(response.status(), 409);
    assert_eq!(
        response.text().await.unwrap(),
        "You can save up to 2 emergency contacts."
    );
}

#[tokio::test]
async fn at_most_one_contact_is_primary() {
    let server = TestServer::start().await;
    let device = server.device();
    let first: Value = device
        .post(
            "/api/contacts",
            &json!({ "phoneNumber": "001", "isPrimary": true, "contactOrder": 0 }),
        )
        .await
        .json()
        .await
        .unwrap();
    let second: Value = device
        .post(
            "/api/contacts",
            &json!({ "phoneNumber": "002", "isPrimary": false, "contactOrder": 2.0 }),
        )
        .await
        .json()
        .await
        .unwrap();
    let path = |contact: &Value| format!("/api/contacts/{}", contact["id"].as_str().unwrap());
    device
        .patch(&path(&second), &json!({ "isPrimary": true }))
        .await;
    assert_eq!(
        device.json("/api/contacts/primary").await["phoneNumber"],
        "002"
    );
    device
        .patch(&path(&first), &json!({ "isPrimary": true }))
        .await;
    assert_eq!(
        device.json("/api/contacts/primary").await["phoneNumber"],
        "001"
    );
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM contacts WHERE is_primary")
            .await,
        1
    );
}

#[tokio::test]
async fn an_invalid_request_gets_one_sentence_and_stores_nothing() {
    let server = TestServer::start().await;
    let device = server.device();
    let long = "1".repeat(17 << 10);
    let cases = [
        (
            device
                .request(Method::POST, "/api/contacts")
                .json(&json!({ "phoneNumber": "  " })),
            400,
            "Please enter a valid phone number.",
        ),
        (
            device
                .request(Method::POST, "/api/contacts")
                .json(&json!({})),
            400,
            "Please enter a valid phone number.",
        ),
        (
            device
                .request(Method::POST, "/api/contacts")
                .json(&json!(["A", "000"])),
            400,
            "The request cannot be read.",
        ),
        (
            device
                .request(Method::POST, "/api/contacts")
                .json(&json!({ "phoneNumber": 0 })),
            400,
            "The request cannot be read.",
        ),
        (
            device.request(Method::POST, "/api/contacts").body("{}"),
            415,
            "The request has a type that cannot be read.",
        ),
        (
            device
                .request(Method::POST, "/api/contacts")
                .form(&[("phoneNumber", "000")]),
            415,
            "The request has a type that cannot be read.",
        ),
        (
            device
                .request(Method::POST, "/api/contacts")
                .json(&json!({ "phoneNumber": long })),
            413,
            "The request is too large.",
        ),
        (
            device.request(Method::DELETE, "/api/contacts"),
            405,
            "This address cannot be used in that way.",
        ),
        (
            device
                .request(Method::POST, "/api/contacts")
                .header("sec-fetch-site", "cross-site")
                .json(&json!({ "phoneNumber": "000" })),
            403,
            "Please open the page again and retry.",
        ),
        (
            device
                .request(Method::POST, "/api/contacts")
                .header("origin", "https://evil.example")
                .json(&json!({ "phoneNumber": "000" })),
            403,
            "Please open the page again and retry.",
        ),
    ];
    for (request, status, sentence) in cases {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), status, "{sentence}");
        assert_eq!(
            response.headers()["content-type"],
            "text/plain; charset=utf-8"
        );
        assert!(response.headers().contains_key("x-error-code"));
        assert!(!response.headers().contains_key("set-cookie"));
        assert_eq!(response.text().await.unwrap(), sentence);
    }
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM device_sessions")
            .await,
        0
    );
}
