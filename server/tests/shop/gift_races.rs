//! Many who want one gift.

use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::deliberate::kills;
use crate::device::Device;
use crate::server::{Process, TestServer};

const DEVICES: usize = 50;
/// In every fifth round the server is killed while devices wait for their answers.
const KILL_EVERY: usize = 5;
/// Unless somebody wants more of them, or none of these came between two answers.
const KILLS: usize = 4;
const MOST_KILLS: usize = 20;

#[tokio::test]
async fn of_fifty_who_redeem_a_gift_at_once_exactly_one_succeeds_also_where_the_server_is_killed() {
    let TestServer { place, mut process } = TestServer::start().await;
    let buyer = process.device();
    let (wanted, mut kills_amid, mut round) = (kills(KILLS), 0, 0);
    while round < wanted * KILL_EVERY || (kills_amid == 0 && round < MOST_KILLS * KILL_EVERY) {
        round += 1;
        let friend = format!("friend{round}@example.com");
        let (_, code) = buyer.at(&process.base).buy_gift(&friend).await;
        let devices: Vec<Device> = (0..DEVICES).map(|_| process.device()).collect();
        if !round.is_multiple_of(KILL_EVERY) {
            one_succeeds(&devices, &code, round).await;
            continue;
        }
        // As people do: from then on the server knows them again, also where it was killed before the answer.
        for device in &devices {
            assert_eq!(device.get(&format!("/gift/{code}")).await.status(), 200);
        }
        let by_time = (round / KILL_EVERY).is_multiple_of(2);
        let statuses = race_and_kill(&devices, &code, &mut process, by_time).await;
        process = place.start(&[]).await;
        let again = hold_it_afterwards(&devices, &code, &process).await;
        assert_eq!(again.len(), 1, "round {round}");
        // Who was told so has the gift; where nobody was told, one gets it now.
        let told = of_status(&statuses, Some(200));
        assert!(told.is_empty() || told == again, "round {round}: {told:?}");
        let unanswered = of_status(&statuses, None).len();
        kills_amid += usize::from((1..DEVICES).contains(&unanswered));
    }
    assert!(0 < kills_amid, "some came between two answers");
    for counted in [
        "SELECT COUNT(*) FROM purchases WHERE kind = 'gift_redemption'",
        "SELECT COUNT(*) FROM device_entitlements WHERE source = 'gift'",
    ] {
        let count = place.number(counted).await;
        assert_eq!(usize::try_from(count), Ok(round), "{counted}");
    }
}

async fn one_succeeds(devices: &[Device], code: &str, round: usize) {
    let statuses = race(devices, code, || ()).await;
    let winners = of_status(&statuses, Some(200));
    let late = of_status(&statuses, Some(410));
    assert_eq!((winners.len(), late.len()), (1, DEVICES - 1), "{round}");
    let winner = &devices[winners[0]];
    assert_eq!(winner.activate(code, "again@example.com").await, 200);
    assert!(winner.has_access().await);
}

/// The devices that hold the gift when each has asked once more, with access.
async fn hold_it_afterwards(devices: &[Device], code: &str, process: &Process) -> Vec<usize> {
    let mut holders = Vec::new();
    for (number, device) in devices.iter().enumerate() {
        let device = device.at(&process.base);
        if device.activate(code, &friend(number)).await == 200 {
            assert!(device.has_access().await);
            holders.push(number);
        }
    }
    holders
}

fn friend(number: usize) -> String {
    format!("friend{number}@example.com")
}

fn of_status(statuses: &[Option<u16>], wanted: Option<u16>) -> Vec<usize> {
    let numbers = 0..statuses.len();
    numbers
        .filter(|number| statuses[*number] == wanted)
        .collect()
}

/// All redeem at once. What each is answered, `None` where the server was killed before; `answered` is called after each.
async fn race(devices: &[Device], code: &str, mut answered: impl FnMut()) -> Vec<Option<u16>> {
    let mut tries = JoinSet::new();
    for (number, device) in devices.iter().cloned().enumerate() {
        let code = code.to_owned();
        tries.spawn(async move { (number, device.try_activate(&code, &friend(number)).await) });
    }
    let mut statuses = vec![None; devices.len()];
    while let Some(tried) = tries.join_next().await {
        let (number, status) = tried.unwrap();
        statuses[number] = status.ok();
        answered();
    }
    statuses
}

/// The same while the server is killed: at a moment that is often before the first answer, so that the one of the winner is lost, or
/// after some answers.
async fn race_and_kill(
    devices: &[Device],
    code: &str,
    process: &mut Process,
    by_time: bool,
) -> Vec<Option<u16>> {
    if by_time {
        let kill = async {
            sleep(Duration::from_millis(rand::random_range(5..60))).await;
            process.kill();
        };
        return tokio::join!(race(devices, code, || ()), kill).0;
    }
    let (mut count, last) = (0, rand::random_range(1..=DEVICES / 2));
    let answered = || {
        count += 1;
        if count == last {
            process.kill();
        }
    };
    race(devices, code, answered).await
}

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
