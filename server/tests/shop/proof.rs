//! Verifying an address where it must be proved.

use std::collections::BTreeSet;

use reqwest::Response;
use serde_json::json;

use crate::device::{Device, page_data};
use crate::server::{TestServer, eventually};
use crate::verification::verify;

const PROOF: &[(&str, &str)] = &[("VERIFY_POLICY", "proof")];

#[tokio::test]
async fn a_device_that_bought_is_answered_at_once() {
    let server = TestServer::with(PROOF).await;
    let buyer = server.device();
    buyer.buy("ann@example.com").await;
    let answer = verify(&buyer, "verify-purchase", "Ann@example.com").await;
    assert_eq!(
        (&answer["verified"], &answer["verificationCount"]),
        (&json!(true), &json!(1))
    );
    assert_eq!(
        verify(&buyer, "verify-email", "bob@example.com").await["verified"],
        false
    );
}

#[tokio::test]
async fn a_one_time_link_gives_one_device_access() {
    let server = TestServer::with(PROOF).await;
    server.device().buy("ann@example.com").await;
    server.place.mail().await;
    let other = server.device();
    let page = other
        .submit("/redownload", &[("email", "ann@example.com")])
        .await;
    assert_eq!(
        page_data(&page.text().await.unwrap()),
        json!({ "name": "sent" })
    );
    let token = link_token(&server).await;
    let path = format!("/redownload/confirm?token={token}");
    for _ in 0..3 {
        let ready = page_data(&other.get(&path).await.text().await.unwrap());
        assert_eq!(
            ready,
            json!({ "name": "ready", "token": token }),
            "looking does not use it up"
        );
    }
    let done = other
        .submit("/redownload/confirm", &[("token", &token)])
        .await;
    assert_eq!(
        (
            done.status().as_u16(),
            done.headers()["location"].to_str().unwrap()
        ),
        (303, "/redownload?confirmed=1")
    );
    let data = page_data(
        &other
            .get("/redownload?confirmed=1")
            .await
            .text()
            .await
            .unwrap(),
    );
    assert_eq!(
        (&data["name"], &data["email"]),
        (&json!("verified"), &json!("ann@example.com"))
    );
    assert!(other.has_access().await);
    let answered_again = other
        .submit("/redownload/confirm", &[("token", &token)])
        .await;
    assert_eq!(
        answered_again.status(),
        303,
        "the first answer may have been lost"
    );
    let again = server.device();
    for response in [
        again
            .submit("/redownload/confirm", &[("token", &token)])
            .await,
        again.get(&path).await,
    ] {
        assert_eq!(response.status(), 410);
        assert_eq!(page_data(&response.text().await.unwrap())["name"], "gone");
    }
    assert!(!again.has_access().await);
}

#[tokio::test]
async fn a_device_that_cannot_open_the_link_pastes_it() {
    let server = TestServer::with(PROOF).await;
    server.device().buy("ann@example.com").await;
    server.place.mail().await;
    let app = server.device();
    app.submit("/verify", &[("email", "ann@example.com")]).await;
    let token = link_token(&server).await;
    let cut = format!("{}/redownload/confirm?token={}", app.base, &token[..20]);
    let refused = app.submit("/redownload/confirm", &[("token", &cut)]).await;
    assert_eq!(refused.status(), 410);
    let whole = format!(" {}/redownload/confirm?token={token}\n", app.base);
    let done = app
        .submit("/redownload/confirm", &[("token", &whole)])
        .await;
    assert_eq!(done.headers()["location"], "/redownload?confirmed=1");
    assert!(app.has_access().await);
}

#[tokio::test]
async fn an_address_gets_at_most_three_mails_as_long_as_a_link_works() {
    let server = TestServer::with(&[("VERIFY_POLICY", "proof"), ("TRUSTED_PROXIES", "1")]).await;
    server.device().buy("ann@example.com").await;
    for number in 0..12 {
        // Each network twice.
        let network = format!("10.1.{}.1", number / 2);
        let device = Device::in_network(&server.process.base, &network);
        verify(&device, "verify-email", "ann@example.com").await;
        verify(&device, "verify-email", "bob@example.com").await;
    }
    let open = "SELECT COUNT(*) FROM verification_requests WHERE processed_at IS NULL";
    eventually("answers", async || {
        (server.place.number(open).await == 0).then_some(())
    })
    .await;
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM outbox_emails WHERE template = 'proof'")
            .await,
        3
    );
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM verification_requests WHERE email_ct IS NOT NULL")
            .await,
        0
    );
}

/// Neither words, nor headers, nor their number tell a buyer's address from any other.
#[tokio::test]
async fn every_address_gets_the_same_response() {
    let server = TestServer::with(PROOF).await;
    server.device().buy("ann@example.com").await;
    for call in ["verify-email", "verify-purchase"] {
        let mut answers = BTreeSet::new();
        for email in [
            "ann@example.com",
            "bob@example.com",
            "Ann@Example.com",
            "a.n.n@example.com",
            "ann+x@example.com",
        ] {
            let response = server
                .device()
                .post(&format!("/api/{call}"), &json!({ "email": email }))
                .await;
            answers.insert(everything(response).await);
        }
        assert_eq!(answers.len(), 1, "{answers:?}");
    }
    let mut answers = BTreeSet::new();
    for email in ["ann@example.com", "bob@example.com"] {
        let response = server
            .device()
            .post("/api/create-payment-intent", &json!({ "email": email }))
            .await;
        answers.insert((
            response.status().as_u16(),
            response.headers().len(),
            response.text().await.unwrap().len(),
        ));
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
}

async fn everything(response: Response) -> String {
    let mut headers = response.headers().clone();
    headers.remove("date");
    format!(
        "{} {headers:?} {}",
        response.status(),
        response.text().await.unwrap()
    )
}

pub(crate) async fn link_token(server: &TestServer) -> String {
    eventually("a link", async || {
        let mails = server
            .place
            .mails()
            .join("\n")
            .replace("=\r\n", "")
            .replace("=\n", "");
        let rest = mails
            .split("token=")
            .nth(1)?
            .trim_start_matches("3D")
            .to_owned();
        Some(
            rest.chars()
                .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
                .collect(),
        )
    })
    .await
}
