//! Which threads of the real process the system prefers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::server::{TestServer, eventually};

/// The niceness of the threads with each name, as proc(5) gives it.
fn niceness(process: &Path) -> BTreeMap<String, Vec<i32>> {
    let mut found = BTreeMap::<String, Vec<i32>>::new();
    for task in fs::read_dir(process.join("task")).unwrap() {
        // A thread may have ended meanwhile.
        let Ok(stat) = fs::read_to_string(task.unwrap().path().join("stat")) else {
            continue;
        };
        let (start, rest) = stat.rsplit_once(") ").unwrap();
        let (_, name) = start.split_once('(').unwrap();
        let niceness = rest.split(' ').nth(16).unwrap();
        let same = found.entry(name.to_owned()).or_default();
        same.push(niceness.parse().unwrap());
    }
    found
}

#[tokio::test]
async fn connections_go_before_handlers_and_renders() {
    let server = TestServer::start().await;
    let expected = [("connections", 0), ("render", 2), ("tokio-rt-worker", 2)];
    // A thread has its name before its priority.
    eventually("the priorities", async || {
        let found = niceness(&server.process.proc());
        let has = |(name, value): (&str, i32)| {
            let threads = found.get(name);
            threads.is_some_and(|threads| threads.iter().all(|&niceness| niceness == value))
        };
        expected.into_iter().all(has).then_some(())
    })
    .await;
}
