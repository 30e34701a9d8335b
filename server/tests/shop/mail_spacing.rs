//! Links by mail: somebody who knows an address keeps nobody from one.

use serde_json::json;

use crate::device::Device;
use crate::server::{TestServer, eventually};
use crate::verification::verify;

const BEHIND_A_PROXY: &[(&str, &str)] = &[("VERIFY_POLICY", "proof"), ("TRUSTED_PROXIES", "1")];
const PROOFS: &str = "SELECT COUNT(*) FROM outbox_emails WHERE template = 'proof'";
const DATA: &str = "SELECT COUNT(*) FROM outbox_emails WHERE template = 'data'";
const ANN: &[(&str, &str)] = &[("email", "ann@example.com")];

/// A device of the stranger with this number, each in a network of its own.
fn stranger(server: &TestServer, number: u8) -> Device {
    Device::in_network(&server.process.base, &format!("10.1.{number}.1"))
}

/// Waits until every request for a link was answered.
async fn answered(server: &TestServer) {
    let open = "SELECT COUNT(*) FROM verification_requests WHERE processed_at IS NULL";
    eventually("the answers", async || {
        (server.place.number(open).await == 0).then_some(())
    })
    .await;
}

/// The links of today work no more, as after an hour.
async fn an_hour_later(server: &TestServer) {
    let hour = 3_600_000;
    for table in ["proof_tokens", "data_links"] {
        let sql = format!("UPDATE {table} SET expires_at = expires_at - {hour}");
        server.place.execute(&sql).await;
    }
}

#[tokio::test]
async fn who_knows_an_address_keeps_its_owner_from_neither_a_new_phone_nor_from_her_data() {
    let server = TestServer::with(BEHIND_A_PROXY).await;
    server.device().buy("ann@example.com").await;
    for number in 0..6 {
        let stranger = stranger(&server, number);
        verify(&stranger, "verify-email", "ann@example.com").await;
        stranger.submit("/your-data", ANN).await;
    }
    answered(&server).await;
    assert_eq!(server.place.number(PROOFS).await, 3);
    assert_eq!(server.place.number(DATA).await, 3);
    an_hour_later(&server).await;
    let phone = Device::in_network(&server.process.base, "10.2.0.1");
    verify(&phone, "verify-email", "ann@example.com").await;
    phone.submit("/your-data", ANN).await;
    answered(&server).await;
    assert_eq!(server.place.number(PROOFS).await, 4);
    assert_eq!(server.place.number(DATA).await, 4);
}

#[tokio::test]
async fn a_network_that_asks_again_while_its_link_works_gets_no_second_mail() {
    let server = TestServer::with(BEHIND_A_PROXY).await;
    server.device().buy("ann@example.com").await;
    for _ in 0..3 {
        verify(&stranger(&server, 1), "verify-email", "ann@example.com").await;
    }
    answered(&server).await;
    assert_eq!(server.place.number(PROOFS).await, 1);
}

#[tokio::test]
async fn a_device_that_bought_gets_a_link_to_its_data_beside_those_that_strangers_asked_for() {
    let server = TestServer::with(BEHIND_A_PROXY).await;
    let buyer = server.device();
    buyer.buy("ann@example.com").await;
    for number in 0..4 {
        stranger(&server, number).submit("/your-data", ANN).await;
    }
    answered(&server).await;
    assert_eq!(server.place.number(DATA).await, 3);
    for _ in 0..2 {
        buyer.submit("/your-data", ANN).await;
    }
    answered(&server).await;
    assert_eq!(server.place.number(DATA).await, 4);
}

#[tokio::test]
async fn a_device_that_bought_is_answered_on_a_network_whose_limit_strangers_have_used_up() {
    let server = TestServer::with(&[("VERIFY_POLICY", "proof"), ("RATE_LIMITS", "on")]).await;
    let buyer = server.device();
    buyer.buy("ann@example.com").await;
    let question = json!({ "email": "ann@example.com" });
    let ask = async |device: &Device| device.post("/api/verify-email", &question).await.status();
    while ask(&server.device()).await != 429 {}
    assert_eq!(ask(&buyer).await, 200);
    let page = buyer.submit("/your-data", ANN).await;
    assert_eq!(page.status(), 200);
    assert_eq!(ask(&server.device()).await, 429, "a stranger is not");
}
