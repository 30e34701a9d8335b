//! Answers the requests that wait at the same time together, so that they share one transaction or one statement.
//!
//! The first request begins a task, and those that come until its batch is answered share the next one. So a request that comes alone waits
//! for nobody, and the more requests come, the less each of them costs. Every request is answered from what was read or written after it came.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::error::Error;
use crate::telemetry::statements;

/// The most requests in one batch. With more they resume at once and make others wait: with 128 a prebuilt page took twice as long
/// during a flood of gifts' pages (scripts/bench.d/findings.md), and these were not faster.
const MAX_BATCH: usize = 32;
/// How long a batch may take: a little longer than PostgreSQL lets a statement take, after the wait for a connection. A connection whose
/// other end is silent would otherwise hold all that come later.
const BATCH_TIMEOUT: Duration = Duration::from_secs(12);

/// What loads the values of a batch.
pub(super) trait Loader: Clone + Send + Sync + 'static {
    /// What a request asks for.
    type Key: Clone + Debug + Send + 'static;
    /// What it gets.
    type Value: Debug + Send + 'static;
    /// The most requests in one batch.
    const MAX_BATCH: usize = MAX_BATCH;
    /// Whether a request whose caller has given up is left out. One that counts or writes is not.
    const SKIPS_GONE: bool = false;

    /// The values in the order of the keys. An error is that of all of them, and then nothing was written.
    fn load(
        &self,
        keys: Vec<Self::Key>,
    ) -> impl Future<Output = Result<Vec<Self::Value>, Error>> + Send;
}

/// The requests that wait. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct BatchLoader<L: Loader> {
    loader: L,
    timeout: Duration,
    queue: Arc<Mutex<Queue<L>>>,
}

#[derive(Debug)]
struct Queue<L: Loader> {
    requests: Vec<Request<L>>,
    /// Whether a task takes them.
    has_task: bool,
}

#[derive(Debug)]
struct Request<L: Loader> {
    key: L::Key,
    reply: Reply<L::Value>,
}

/// Takes the value, and how many statements its batch sent.
type Reply<A> = oneshot::Sender<Result<(A, u32), Error>>;

impl<L: Loader> BatchLoader<L> {
    /// Nobody waits yet.
    pub(super) fn new(loader: L) -> Self {
        let queue = Queue {
            requests: Vec::new(),
            has_task: false,
        };
        Self {
            loader,
            timeout: BATCH_TIMEOUT,
            queue: Arc::new(Mutex::new(queue)),
        }
    }

    /// Loads with the others of the moment. The key is loaded even if its caller gives up meanwhile, unless the loader skips it.
    pub(super) async fn load(&self, key: L::Key) -> Result<L::Value, Error> {
        let (reply, answered) = oneshot::channel();
        let is_first = {
            let mut queue = self.queue();
            queue.requests.push(Request { key, reply });
            !std::mem::replace(&mut queue.has_task, true)
        };
        if is_first {
            tokio::spawn(self.clone().run());
        }
        let (value, sent) = answered.await.unwrap_or(Err(Error::Busy))?;
        statements::add(sent);
        Ok(value)
    }

    /// Answers until nobody waits.
    async fn run(self) {
        let task = Task(&self);
        while let Some(requests) = task.next() {
            let (keys, replies) = requests
                .into_iter()
                .map(|Request { key, reply }| (key, reply))
                .unzip();
            let answering = timeout(self.timeout, self.load_all(keys));
            let (values, sent) = statements::counted(answering).await;
            match values.unwrap_or(Err(Error::Timeout)) {
                Ok(values) => reply_all(replies, values, sent),
                Err(error) => fail_all(replies, error),
            }
        }
    }

    /// Answers a batch: retries it once where the database was busy, as after a deadlock, and each request alone where one of them may be the cause
    /// of the failure. Where the database stays busy or is gone, all requests fail.
    async fn load_all(&self, keys: Vec<L::Key>) -> Result<Vec<Result<L::Value, Error>>, Error> {
        let mut answered = self.loader.load(keys.clone()).await;
        if matches!(answered, Err(Error::Busy)) {
            answered = self.loader.load(keys.clone()).await;
        }
        match answered {
            Ok(values) => Ok(values.into_iter().map(Ok).collect()),
            Err(Error::Internal(_)) if 1 < keys.len() => Ok(self.each_alone(keys).await),
            Err(error) => Err(error),
        }
    }

    async fn each_alone(&self, keys: Vec<L::Key>) -> Vec<Result<L::Value, Error>> {
        let mut values = Vec::with_capacity(keys.len());
        for key in keys {
            let answered = self.loader.load(vec![key]).await;
            values.push(answered.and_then(|mut one| one.pop().ok_or(Error::Busy)));
        }
        values
    }

    fn queue(&self) -> MutexGuard<'_, Queue<L>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The task that takes the requests. If it panics, the next request begins another one.
struct Task<'a, L: Loader>(&'a BatchLoader<L>);

impl<L: Loader> Task<'_, L> {
    /// The next requests; `None` where nobody waits, and then the next request begins a task.
    fn next(&self) -> Option<Vec<Request<L>>> {
        let mut queue = self.0.queue();
        if L::SKIPS_GONE {
            queue.requests.retain(|one| !one.reply.is_closed());
        }
        let most = queue.requests.len().min(L::MAX_BATCH);
        queue.has_task = 0 < most;
        (0 < most).then(|| queue.requests.drain(..most).collect())
    }
}

impl<L: Loader> Drop for Task<'_, L> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut queue = self.0.queue();
            queue.has_task = false;
            queue.requests.clear();
        }
    }
}

fn reply_all<A>(replies: Vec<Reply<A>>, values: Vec<Result<A, Error>>, sent: u32) {
    for (reply, value) in replies.into_iter().zip(values) {
        // The caller may have given up.
        let _ = reply.send(value.map(|value| (value, sent)));
    }
}

/// Only the first request gets the cause, which is logged once.
fn fail_all<A>(replies: Vec<Reply<A>>, error: Error) {
    let mut cause = Some(error);
    for reply in replies {
        let _ = reply.send(Err(cause.take().unwrap_or(Error::Busy)));
    }
}

/// The same values for a statement, the last one repeated up to a power of two: statements of few lengths have to be prepared.
pub(super) fn padded(mut values: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    if let Some(last) = values.last().cloned() {
        values.resize(values.len().next_power_of_two(), last);
    }
    values
}

#[cfg(test)]
mod tests;
