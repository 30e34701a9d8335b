//! A stop that nobody notices.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use reqwest::Client;
use tokio::task::JoinSet;

use crate::test_app::{TIMEOUT, until};
use crate::test_server::TestServer;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_fails_when_the_server_stops_under_load() {
    for signal in ["TERM", "INT"] {
        let mut server = TestServer::start(&[]);
        let (is_over, answered) = (
            Arc::new(AtomicBool::new(false)),
            Arc::new(AtomicU32::new(0)),
        );
        let mut visitors = JoinSet::new();
        for number in 0..16 {
            visitors.spawn(visit(
                server.url.clone(),
                number,
                Arc::clone(&is_over),
                Arc::clone(&answered),
            ));
        }
        until("100 answers", async || {
            100 <= answered.load(Ordering::Relaxed)
        })
        .await;
        let before = answered.load(Ordering::Relaxed);
        server.signal(signal);
        let end = tokio::task::block_in_place(|| server.wait(TIMEOUT));
        is_over.store(true, Ordering::Relaxed);
        for failures in visitors.join_all().await {
            assert_eq!(failures, Vec::<String>::new());
        }
        assert!(end.success(), "{end}");
        assert!(
            before < answered.load(Ordering::Relaxed),
            "requests must have been in progress"
        );
        assert!(server.log.lock().unwrap().contains("Stopped"));
    }
}

/// Asks again and again until the server is gone; returns what failed besides connecting.
async fn visit(
    url: String,
    number: u32,
    is_over: Arc<AtomicBool>,
    answered: Arc<AtomicU32>,
) -> Vec<String> {
    let client = Client::builder().pool_max_idle_per_host(1).build().unwrap();
    let mut failures = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let request = match number % 2 {
            0 => client.get(&url),
            _ => client
                .post(format!("{url}/buy"))
                .form(&[("email", "nobody")]),
        };
        match request.send().await {
            Ok(response) if matches!(response.status().as_u16(), 200 | 422) => {
                if let Err(error) = response.bytes().await {
                    failures.push(format!("{error:?}"));
                }
                answered.fetch_add(1, Ordering::Relaxed);
            }
            Ok(response) => failures.push(response.status().to_string()),
            Err(error) if error.is_connect() => break,
            Err(error) => failures.push(format!("{error:?}")),
        }
    }
    failures
}
