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

/// The most requests in one batch. With more they come back at once and let others wait: with 128 a page that everybody gets took twice as
/// long in a flood of gifts' pages (scripts/bench.d/README.md), and these were not faster.
const MAX_BATCH: usize = 32;
/// How long a batch may take: a little longer than PostgreSQL lets a statement take, after the wait for a connection. A connection whose
/// other end is silent would otherwise hold all that come later.
const TIMEOUT: Duration = Duration::from_secs(12);

/// What answers a batch.
pub(super) trait Loader: Clone + Send + Sync + 'static {
    /// What a request asks.
    type Question: Clone + Debug + Send + 'static;
    /// What it gets.
    type Answer: Debug + Send + 'static;

    /// The answers in the order of the questions. An error is that of all of them, and then nothing was written.
    fn answer(
        &self,
        questions: Vec<Self::Question>,
    ) -> impl Future<Output = Result<Vec<Self::Answer>, Error>> + Send;
}

/// The requests that wait. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct BatchLoader<L: Loader> {
    loader: L,
    timeout: Duration,
    waiting: Arc<Mutex<Waiting<L>>>,
}

#[derive(Debug)]
struct Waiting<L: Loader> {
    requests: Vec<Request<L>>,
    /// Whether a task takes them.
    is_taken: bool,
}

#[derive(Debug)]
struct Request<L: Loader> {
    question: L::Question,
    reply: Reply<L::Answer>,
}

/// Takes the answer, and how many statements its batch sent.
type Reply<A> = oneshot::Sender<Result<(A, u32), Error>>;

impl<L: Loader> BatchLoader<L> {
    /// Nobody waits yet.
    pub(super) fn new(loader: L) -> Self {
        let waiting = Waiting {
            requests: Vec::new(),
            is_taken: false,
        };
        Self {
            loader,
            timeout: TIMEOUT,
            waiting: Arc::new(Mutex::new(waiting)),
        }
    }

    /// Asks with the others of the moment. The question is answered even if its caller gives up meanwhile.
    pub(super) async fn ask(&self, question: L::Question) -> Result<L::Answer, Error> {
        let (reply, answered) = oneshot::channel();
        let is_first = {
            let mut waiting = self.waiting();
            waiting.requests.push(Request { question, reply });
            !std::mem::replace(&mut waiting.is_taken, true)
        };
        if is_first {
            tokio::spawn(self.clone().run());
        }
        let (answer, sent) = answered.await.unwrap_or(Err(Error::Busy))?;
        statements::add(sent);
        Ok(answer)
    }

    /// Answers until nobody waits.
    async fn run(self) {
        let task = Task(&self);
        while let Some(requests) = task.next() {
            let (questions, replies) = requests
                .into_iter()
                .map(|Request { question, reply }| (question, reply))
                .unzip();
            let answering = timeout(self.timeout, self.answer(questions));
            let (answers, sent) = statements::counted(answering).await;
            match answers.unwrap_or(Err(Error::Timeout)) {
                Ok(answers) => reply_all(replies, answers, sent),
                Err(error) => fail_all(replies, error),
            }
        }
    }

    /// Answers a batch: once more where the database was busy, as after a deadlock, and each request alone where one of them may be what the batch
    /// fails of. Where the database stays busy or is gone, it is so for all.
    async fn answer(
        &self,
        questions: Vec<L::Question>,
    ) -> Result<Vec<Result<L::Answer, Error>>, Error> {
        let mut answered = self.loader.answer(questions.clone()).await;
        if matches!(answered, Err(Error::Busy)) {
            answered = self.loader.answer(questions.clone()).await;
        }
        match answered {
            Ok(answers) => Ok(answers.into_iter().map(Ok).collect()),
            Err(Error::Internal(_)) if 1 < questions.len() => Ok(self.each_alone(questions).await),
            Err(error) => Err(error),
        }
    }

    async fn each_alone(&self, questions: Vec<L::Question>) -> Vec<Result<L::Answer, Error>> {
        let mut answers = Vec::with_capacity(questions.len());
        for question in questions {
            let answered = self.loader.answer(vec![question]).await;
            answers.push(answered.and_then(|mut one| one.pop().ok_or(Error::Busy)));
        }
        answers
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<L>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The task that takes the requests. If it panics, the next request begins another one.
struct Task<'a, L: Loader>(&'a BatchLoader<L>);

impl<L: Loader> Task<'_, L> {
    /// The next requests; `None` where nobody waits, and then the next request begins a task.
    fn next(&self) -> Option<Vec<Request<L>>> {
        let mut waiting = self.0.waiting();
        let most = waiting.requests.len().min(MAX_BATCH);
        waiting.is_taken = 0 < most;
        (0 < most).then(|| waiting.requests.drain(..most).collect())
    }
}

impl<L: Loader> Drop for Task<'_, L> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut waiting = self.0.waiting();
            waiting.is_taken = false;
            waiting.requests.clear();
        }
    }
}

fn reply_all<A>(replies: Vec<Reply<A>>, answers: Vec<Result<A, Error>>, sent: u32) {
    for (reply, answer) in replies.into_iter().zip(answers) {
        // The caller may have given up.
        let _ = reply.send(answer.map(|answer| (answer, sent)));
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
