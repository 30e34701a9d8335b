//! Many who want one gift.

use serde_json::json;

use crate::device::Device;
use crate::server::TestServer;

#[tokio::test]
async fn of_concurrent_redemptions_exactly_one_succeeds() {
    let server = TestServer::start().await;
    let buyer = server.device();
    for round in 0..ROUNDS {
        let (_, code) = buyer
            .buy_gift(&format!("recipient{round}@example.com"))
            .await;
        let recipients: Vec<Device> = (0..50).map(|_| server.device()).collect();
        let tries = recipients
            .iter()
            .cloned()
            .enumerate()
            .map(|(number, recipient)| {
                let code = code.clone();
                tokio::spawn(async move {
                    recipient
                        .activate(&code, &format!("recipient{number}@example.com"))
                        .await
                })
            });
        let tries: Vec<_> = tries.collect();
        let mut winners = Vec::new();
        for (number, attempt) in tries.into_iter().enumerate() {
            match attempt.await.unwrap() {
                200 => winners.push(number),
                status => assert_eq!(status, 410),
            }
        }
        assert_eq!(winners.len(), 1, "round {round}");
        assert_eq!(
            recipients[winners[0]]
                .activate(&code, "again@example.com")
                .await,
            200
        );
        assert!(recipients[winners[0]].has_access().await);
    }
    let redeemed = server
        .place
        .number("SELECT COUNT(*) FROM purchases WHERE kind = 'gift_redemption'")
        .await;
    assert_eq!(redeemed, i64::from(ROUNDS));
}

/// `scripts/checks/gift-race.py` does a hundred.
const ROUNDS: u32 = 10;

#[tokio::test]
async fn concurrent_repetitions_of_one_device_all_succeed_and_redeem_once() {
    let server = TestServer::start().await;
    let (_, code) = server.device().buy_gift("recipient@example.com").await;
    let recipient = server.device();
    recipient
        .post("/api/contacts", &json!({ "phoneNumber": "000" }))
        .await;
    let tries: Vec<_> = (0..20)
        .map(|_| {
            let (recipient, code) = (recipient.clone(), code.clone());
            tokio::spawn(async move { recipient.activate(&code, "recipient@example.com").await })
        })
        .collect();
    for attempt in tries {
        assert_eq!(attempt.await.unwrap(), 200);
    }
    assert_eq!(
        server
            .place
            .number("SELECT COUNT(*) FROM purchases WHERE kind = 'gift_redemption'")
            .await,
        1
    );
}
