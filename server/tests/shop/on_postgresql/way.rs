//! A way to the database that can go silent, or end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use crate::server::Place;

/// A way on which connections, or only those that listen for news, can go silent without an end, as behind a firewall that forgets them.
pub(super) struct Way {
    address: SocketAddr,
    /// How many connections there have been.
    count: Arc<AtomicUsize>,
    /// Those that listen and are among so many of the first are silent.
    silent: Arc<AtomicUsize>,
    /// The same for those that do not listen.
    all_silent: Arc<AtomicUsize>,
    accepting: JoinHandle<()>,
}

/// One connection on the way.
#[derive(Clone)]
struct Passed {
    number: usize,
    listens: Arc<AtomicBool>,
    silent: Arc<AtomicUsize>,
    all_silent: Arc<AtomicUsize>,
}

impl Way {
    /// To the database of this place. Also its URL over the way.
    pub(super) async fn to(place: &Place) -> (Self, String) {
        let (start, database) = place.database_url.rsplit_once('@').unwrap();
        let (host, name) = database.split_once('/').unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (count, silent, all_silent) = (Arc::default(), Arc::default(), Arc::default());
        let accepting = tokio::spawn(accept(
            listener,
            host.to_owned(),
            Arc::clone(&count),
            (Arc::clone(&silent), Arc::clone(&all_silent)),
        ));
        let way = Self {
            address,
            count,
            silent,
            all_silent,
            accepting,
        };
        // Without encryption the way sees who listens.
        let url = format!("{start}@{}/{name}?sslmode=disable", way.address);
        (way, url)
    }

    /// From now on nothing comes over the connections that listen now.
    pub(super) fn silence(&self) {
        let count = self.count.load(Ordering::Relaxed);
        self.silent.store(count, Ordering::Relaxed);
    }

    /// From now on nothing comes over the connections that there are now.
    pub(super) fn silence_all(&self) {
        let count = self.count.load(Ordering::Relaxed);
        self.all_silent.store(count, Ordering::Relaxed);
    }

    /// Closes every connection and takes no further one.
    pub(super) fn end(self) {
        self.accepting.abort();
    }
}

async fn accept(
    listener: TcpListener,
    database: String,
    count: Arc<AtomicUsize>,
    (silent, all_silent): (Arc<AtomicUsize>, Arc<AtomicUsize>),
) {
    // Dropped when this task is aborted, which ends them.
    let mut passing = JoinSet::new();
    loop {
        let (near, _) = listener.accept().await.unwrap();
        let far = TcpStream::connect(&database).await.unwrap();
        let passed = Passed {
            number: count.fetch_add(1, Ordering::Relaxed),
            listens: Arc::default(),
            silent: Arc::clone(&silent),
            all_silent: Arc::clone(&all_silent),
        };
        let (near, far) = (near.into_split(), far.into_split());
        passing.spawn(passed.clone().pass(near.0, far.1));
        passing.spawn(passed.pass(far.0, near.1));
    }
}

impl Passed {
    async fn pass(self, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut bytes = vec![0; 16 << 10];
        loop {
            let count = from.read(&mut bytes).await.unwrap_or(0);
            let read = &bytes[..count];
            if read.windows(6).any(|word| word == b"LISTEN") {
                self.listens.store(true, Ordering::Relaxed);
            }
            match (self.is_silent(), count) {
                // Nobody hears of the end either.
                (true, 0) => return std::future::pending().await,
                (true, _) => {}
                (false, 0) => return,
                (false, _) => {
                    if to.write_all(read).await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    fn is_silent(&self) -> bool {
        let is_among = |first: &AtomicUsize| self.number < first.load(Ordering::Relaxed);
        let listens = self.listens.load(Ordering::Relaxed);
        listens && is_among(&self.silent) || is_among(&self.all_silent)
    }
}
