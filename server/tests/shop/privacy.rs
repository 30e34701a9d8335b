//! What may not be found in any file of the server.

use std::path::Path;

use serde_json::json;

use crate::server::{TestServer, eventually};

/// A whole run at the most talkative log level, then every byte that it left behind is searched.
#[tokio::test]
async fn no_file_of_the_server_holds_personal_data_in_clear() {
    let server = TestServer::with(&[
        ("LOG_LEVEL", "trace"),
        ("LOG", "trace"),
        ("VERIFY_POLICY", "proof"),
    ])
    .await;
    let (device, recipient) = (server.device(), server.device());
    let payment = device.buy("canary.buyer@example.com").await;
    let cookie_holder = server.device();
    let response = cookie_holder
        .post(
            "/api/contacts",
            &json!({ "name": "Canaryname", "phoneNumber": "+61400111222" }),
        )
        .await;
    let cookie = response.headers()["set-cookie"]
        .to_str()
        .unwrap()
        .split(['=', ';'])
        .nth(1)
        .unwrap()
        .to_owned();
    let (_, code) = device.buy_gift("canary.recipient@example.com").await;
    recipient.get(&format!("/gift/{code}")).await;
    recipient
        .activate(&code, "canary.redeemer@example.com")
        .await;
    recipient
        .post(
            "/api/verify-email",
            &json!({ "email": "canary.asker@example.com" }),
        )
        .await;
    recipient
        .post(
            "/api/verify-email",
            &json!({ "email": "canary.buyer@example.com" }),
        )
        .await;
    recipient
        .get("/download-success/canary.url@example.com?recipient=canary.query@example.com")
        .await;
    recipient
        .post("/api/verify-email", &json!({ "email": "canary.bad" }))
        .await;
    device
        .submit(
            "/buy",
            &[("from", "checkout"), ("email", "canary.form@example.com")],
        )
        .await;
    let sent = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'sent'";
    eventually("three mails", async || {
        (server.place.number(sent).await == 3).then_some(())
    })
    .await;
    let needles = [
        "canary",
        "Canaryname",
        "400111222",
        "Take care",
        &code,
        &payment.secret,
        &cookie,
    ];
    let mut files = 0;
    let needles = needles.map(str::as_bytes);
    search(server.place.folder.path(), &needles, &mut files);
    assert!(2 <= files);
    if let Some((user, _)) = server
        .place
        .database_url
        .split_once("://")
        .filter(|(kind, _)| *kind == "postgres")
    {
        assert!(!user.is_empty());
        for table in [
            "purchases",
            "gift_links",
            "contacts",
            "outbox_emails",
            "verification_requests",
        ] {
            let found = format!(
                "SELECT COUNT(*) FROM {table} AS t WHERE lower(t::text) LIKE '%canary%' OR encode(convert_to(t::text, 'UTF8'), 'escape') LIKE '%63616e617279%'"
            );
            assert_eq!(server.place.number(&found).await, 0, "{table}");
        }
    }
}

/// Searches every file of a folder for bytes that may not be there.
pub(crate) fn search(folder: &Path, needles: &[&[u8]], files: &mut u32) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            // The folder stands for the mail server: mails carry addresses.
            if path.file_name().unwrap() != "mail" {
                search(&path, needles, files);
            }
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        for needle in needles {
            let found = bytes.windows(needle.len()).any(|window| window == *needle);
            let needle = String::from_utf8_lossy(needle);
            assert!(!found, "{needle} in {}", path.display());
        }
        *files += 1;
    }
}
