//! Timers and pushes of ten processes that share a database.

use std::collections::BTreeMap;

use crate::push_service::{PushService, subscription};
use crate::server::{Place, Process};
use crate::timer_kills::{armed, assert_fired_once, kill_soon, settle};
use crate::watches::{Link, texts};

/// Timers, and items beside them, of each kind.
const LINKS: usize = 20;

fn names(kind: &str) -> impl Iterator<Item = String> {
    (0..LINKS).map(move |index| format!("{kind}-{index}"))
}

/// Ten processes, of which the first creates the tables. Together they leave connections for other tests.
async fn ten_processes(place: &Place, service: &PushService) -> Vec<Process> {
    let settings = [
        ("PUSH_HOSTS", service.setting.as_str()),
        ("DATABASE_CONNECTIONS", "3"),
    ];
    let mut processes = vec![place.start(&settings).await];
    processes.extend((1..10).map(|_| place.spawn(&settings)));
    for process in &mut processes[1..] {
        process.wait_until_ready().await;
    }
    processes
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn ten_processes_fire_each_timer_and_push_each_item_once_and_where_nine_are_killed_no_timer_is_lost()
 {
    let service = PushService::start().await;
    let place = Place::on_postgresql().await;
    let mut processes = ten_processes(&place, &service).await;
    assert_each_once(&place, &processes, &service).await;
    service.forget();
    let last = processes.pop().unwrap();
    let mut links = Vec::new();
    for (number, three) in processes.chunks_mut(3).enumerate() {
        links.extend(armed(&last.device(), names(&format!("killed-{number}"))).await);
        kill_soon(three).await;
    }
    assert_fired_once(&place, &last.device(), &service, &links).await;
}

/// Timers fire once and are pushed exactly once, like items, each of which one of these processes was given.
async fn assert_each_once(place: &Place, processes: &[Process], service: &PushService) {
    let mut timed = Vec::new();
    for (process, name) in processes.iter().cycle().zip(names("timed")) {
        timed.extend(armed(&process.device(), std::iter::once(name)).await);
    }
    for (process, name) in processes.iter().cycle().zip(names("sent")) {
        let device = process.device();
        let link = Link::claimed(&device, &subscription(&name)).await;
        assert_eq!(link.down(&device, 0, "alarm", true).await, 201);
    }
    settle(place).await;
    let mut pushes: BTreeMap<String, usize> = BTreeMap::new();
    for message in service.received() {
        *pushes.entry(message.path).or_default() += 1;
    }
    let once = names("timed").chain(names("sent"));
    let once: BTreeMap<String, usize> = once.map(|name| (format!("/{name}"), 1)).collect();
    assert_eq!(pushes, once);
    for link in timed {
        let items = link.news(&processes[0].device(), "").await;
        assert_eq!(texts(&items), ["overdue"]);
    }
}
