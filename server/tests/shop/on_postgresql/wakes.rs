//! News that PostgreSQL tells other processes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::server::{TestServer, eventually};
use crate::sounds::{Sound, names};
use crate::watches::Link;

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn what_one_process_stores_wakes_a_request_that_waits_at_another() {
    let server = TestServer::on_postgresql(&[]).await;
    let other = server.place.start(&[]).await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    // The first answer says that the other process hears of news by now.
    let mut after = json!(-1);
    for seq in 0..5 {
        let (waiting, reader) = (link.clone(), other.device());
        let query = format!("wait=25&after={after}");
        let news = tokio::spawn(async move { waiting.news(&reader, &query).await });
        assert_eq!(link.down(&device, seq, "help", false).await, 201);
        let news = timeout(Duration::from_secs(24), news).await;
        let news = news.expect("before the wait is over").unwrap();
        assert_eq!(news["items"].as_array().unwrap().len(), 1);
        after = news["after"].clone();
    }
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn a_piece_that_one_process_stores_wakes_a_reader_that_waits_at_another() {
    let server = TestServer::on_postgresql(&[]).await;
    let other = server.place.start(&[]).await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let sound = Sound::made(&device, &link).await;
    let mut after = json!(-1);
    for seq in 0..5 {
        let (waiting, reader) = (sound.clone(), other.device());
        let query = format!("wait=25&after={after}");
        let news = tokio::spawn(async move { waiting.pieces(&reader, &query).await });
        sound.store(&device, &format!("sound/{seq}"), b"next").await;
        let news = timeout(Duration::from_secs(24), news).await;
        let news = news.expect("before the wait is over").unwrap();
        assert_eq!(names(&news), [format!("sound/{seq} 4")]);
        after = news["after"].clone();
    }
}

/// A way to the database on which connections that listen for news can go silent without an end, as behind a firewall that forgets them.
struct Way {
    address: SocketAddr,
    /// How many connections there have been.
    count: Arc<AtomicUsize>,
    /// Those that listen and are among so many of the first are silent.
    silent: Arc<AtomicUsize>,
}

/// One connection on the way.
#[derive(Clone)]
struct Passed {
    number: usize,
    listens: Arc<AtomicBool>,
    silent: Arc<AtomicUsize>,
}

impl Way {
    /// `database` is its host and port.
    async fn to(database: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let way = Self {
            address: listener.local_addr().unwrap(),
            count: Arc::default(),
            silent: Arc::default(),
        };
        let (count, silent) = (Arc::clone(&way.count), Arc::clone(&way.silent));
        tokio::spawn(async move {
            loop {
                let (near, _) = listener.accept().await.unwrap();
                let far = TcpStream::connect(&database).await.unwrap();
                let passed = Passed {
                    number: count.fetch_add(1, Ordering::Relaxed),
                    listens: Arc::default(),
                    silent: Arc::clone(&silent),
                };
                let (near, far) = (near.into_split(), far.into_split());
                tokio::spawn(passed.clone().pass(near.0, far.1));
                tokio::spawn(passed.pass(far.0, near.1));
            }
        });
        way
    }

    /// From now on nothing comes over the connections that listen now.
    fn silence(&self) {
        let count = self.count.load(Ordering::Relaxed);
        self.silent.store(count, Ordering::Relaxed);
    }
}

impl Passed {
    async fn pass(self, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut bytes = vec![0; 16 << 10];
        loop {
            let count = from.read(&mut bytes).await.unwrap_or(0);
            if count == 0 {
                return;
            }
            let read = &bytes[..count];
            if read.windows(6).any(|word| word == b"LISTEN") {
                self.listens.store(true, Ordering::Relaxed);
            }
            let is_silent = self.listens.load(Ordering::Relaxed)
                && self.number < self.silent.load(Ordering::Relaxed);
            if !is_silent && to.write_all(read).await.is_err() {
                return;
            }
        }
    }
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn a_connection_that_hears_nothing_any_more_is_replaced_before_a_wait_is_over() {
    let server = TestServer::on_postgresql(&[]).await;
    let (start, database) = server.place.database_url.rsplit_once('@').unwrap();
    let (host, name) = database.split_once('/').unwrap();
    let way = Way::to(host.to_owned()).await;
    // Without encryption the way sees who listens.
    let url = format!("{start}@{}/{name}?sslmode=disable", way.address);
    // With limits, it counts a request before the request waits.
    let settings = [("DATABASE_URL", url.as_str()), ("RATE_LIMITS", "on")];
    let other = server.place.start(&settings).await;
    let device = server.device();
    let link = Link::claimed(&device, &Value::Null).await;
    let news = async |seq: i64, after: &Value| {
        let (waiting, reader) = (link.clone(), other.device());
        let query = format!("wait=25&after={after}");
        let news = tokio::spawn(async move { waiting.news(&reader, &query).await });
        eventually("the request", async || {
            let asked = "SELECT COALESCE(MAX(count), 0) FROM rate_buckets";
            (server.place.number(asked).await == seq + 1).then_some(())
        })
        .await;
        assert_eq!(link.down(&device, seq, "help", false).await, 201);
        let news = timeout(Duration::from_secs(24), news).await;
        news.expect("before the wait is over").unwrap()["after"].clone()
    };
    let mut after = news(0, &json!(-1)).await;
    way.silence();
    for seq in 1..4 {
        after = news(seq, &after).await;
    }
    assert!(other.said().contains("is silent"), "{}", other.said());
}
