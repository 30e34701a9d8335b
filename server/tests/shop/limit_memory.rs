//! What counting costs when everybody comes from somewhere else.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::Method;

use crate::server::TestServer;

const FIRST: u32 = 2_000;
const MORE: u32 = 6_000;
/// One KiB a caller. What grows meanwhile are the caches of the database, which have an end of their own.
const SLACK: u64 = MORE as u64;

/// Asks once from each of the IPv6 networks whose numbers are in the range, each of 48 bits, sixteen at a time.
async fn ask_from(server: &TestServer, networks: std::ops::Range<u32>) {
    let next = Arc::new(AtomicU32::new(networks.start));
    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let (device, next, end) = (server.device(), Arc::clone(&next), networks.end);
            tokio::spawn(async move {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if end <= number {
                        return;
                    }
                    let caller = format!("2001:{:x}:{:x}::1", number >> 16, number & 0xffff);
                    let request = device.request(Method::GET, "/payment-success");
                    let request = request.header("x-forwarded-for", caller);
                    let answer = request.send().await.unwrap();
                    assert_eq!(answer.status(), 200);
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
}

#[tokio::test]
async fn counting_many_callers_takes_no_memory() {
    let server = TestServer::with(&[("RATE_LIMITS", "on"), ("TRUSTED_PROXIES", "1")]).await;
    ask_from(&server, 0..FIRST).await;
    let before = server.process.memory();
    ask_from(&server, FIRST..FIRST + MORE).await;
    let after = server.process.memory();
    assert!(
        after < before + SLACK,
        "{before} KiB became {after} KiB with {MORE} callers"
    );
    let counted = "SELECT COUNT(*) FROM rate_buckets";
    assert!(i64::from(FIRST + MORE) <= server.place.number(counted).await);
}
