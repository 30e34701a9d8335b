//! Many who want one gift.

use serde_json::json;

use crate::device::Device;
use crate::server::TestServer;

#[tokio::test]
async fn of_many_friends_at_once_one_wins() {
    let server = TestServer::start().await;
    let giver = server.device();
    for round in 0..ROUNDS {
        let (_, code) = giver.give(&format!("friend{round}@example.com")).await;
        let friends: Vec<Device> = (0..50).map(|_| server.device()).collect();
        let tries = friends.iter().cloned().enumerate().map(|(number, friend)| {
            let code = code.clone();
            tokio::spawn(async move {
                friend
                    .activate(&code, &format!("friend{number}@example.com"))
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
            friends[winners[0]]
                .activate(&code, "again@example.com")
                .await,
            200
        );
        assert!(friends[winners[0]].has_access().await);
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
async fn one_device_that_asks_many_times_at_once_wins_every_time() {
    let server = TestServer::start().await;
    let (_, code) = server.device().give("friend@example.com").await;
    let friend = server.device();
    friend
        .post("/api/contacts", &json!({ "phoneNumber": "000" }))
        .await;
    let tries: Vec<_> = (0..20)
        .map(|_| {
            let (friend, code) = (friend.clone(), code.clone());
            tokio::spawn(async move { friend.activate(&code, "friend@example.com").await })
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
