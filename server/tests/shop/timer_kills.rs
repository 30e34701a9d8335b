//! Servers that are killed around the moments at which timers are due.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use crate::deliberate::kills;
use crate::device::Device;
use crate::push_service::{PushService, subscription};
use crate::server::{Place, Process, eventually};
use crate::watch_timers::Timer;
use crate::watches::{Link, texts, token};

/// Unless somebody wants more of them.
const ROUNDS: usize = 6;
/// Armed in each round.
const TIMERS: usize = 5;

#[tokio::test]
async fn of_all_kills_around_timers_none_loses_one_and_a_phone_shows_one_notification_for_each() {
    let service = PushService::start().await;
    let settings = [("PUSH_HOSTS", service.setting.as_str())];
    let place = Place::new().await;
    let mut processes = [place.start(&settings).await, place.start(&settings).await];
    let mut links = Vec::new();
    for round in 0..kills(ROUNDS) {
        let names = (0..TIMERS).map(|index| format!("{round}-{index}"));
        links.extend(armed(&processes[0].device(), names).await);
        // Both processes or one, shortly before the timers are due or after.
        let both = round % 2 == 1;
        let killed = if both { 0..2 } else { one_of_two() };
        kill_soon(&mut processes[killed.clone()]).await;
        for process in &mut processes[killed] {
            *process = place.start(&settings).await;
        }
    }
    assert_fired_once(&place, &processes[0].device(), &service, &links).await;
}

fn one_of_two() -> Range<usize> {
    if rand::random() { 0..1 } else { 1..2 }
}

/// Links whose phones have these names, each with a timer that is due in a second.
pub(crate) async fn armed(device: &Device, names: impl Iterator<Item = String>) -> Vec<Link> {
    let mut links = Vec::new();
    for name in names {
        let link = Link::claimed(device, &subscription(&name)).await;
        let stop = token();
        let timer = Timer {
            within: 1,
            ..Timer::of(&stop)
        };
        assert_eq!(timer.arm(device, &link).await.0, 200);
        links.push(link);
    }
    links
}

/// Kills each of these at a moment of its own, half a second before timers of a second are due or after.
pub(crate) async fn kill_soon(processes: &mut [Process]) {
    let mut kills: Vec<_> = processes
        .iter_mut()
        .map(|process| (rand::random_range(500..1600), process))
        .collect();
    kills.sort_by_key(|(moment, _)| *moment);
    let mut passed = 0;
    for (moment, process) in kills {
        sleep(Duration::from_millis(moment - passed)).await;
        process.kill();
        passed = moment;
    }
}

/// Waits until every timer has fired and is pushed. A push that was cut off waits for the end of its lease, 30 seconds.
pub(crate) async fn settle(place: &Place) {
    for left in [
        "SELECT COUNT(*) FROM watch_timers WHERE state = 'armed'",
        "SELECT COUNT(*) FROM watch_pushes",
    ] {
        eventually("an end of what is due", async || {
            (place.number(left).await == 0).then_some(())
        })
        .await;
    }
}

/// Each timer's item is there once, its phone shows one notification, and its sender is told so.
pub(crate) async fn assert_fired_once(
    place: &Place,
    device: &Device,
    service: &PushService,
    links: &[Link],
) {
    settle(place).await;
    for link in links {
        assert_eq!(texts(&link.news(device, "").await), ["overdue"]);
        let owned = link.answers(device, "").await["link"]["owned"].clone();
        assert_eq!(owned["pushedSeq"], json!(5), "the item's number");
    }
    // A push that is sent again after a kill has the same topic, by which a phone replaces the first.
    let mut topics: HashMap<String, HashSet<Vec<u8>>> = HashMap::new();
    for message in service.received() {
        let topic = message.headers["topic"].as_bytes().to_vec();
        topics.entry(message.path).or_default().insert(topic);
    }
    assert_eq!(topics.len(), links.len());
    assert!(topics.values().all(|of_phone| of_phone.len() == 1));
}
