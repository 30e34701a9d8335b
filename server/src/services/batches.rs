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
const MOST: usize = 32;
/// How long a batch may take: a little longer than PostgreSQL lets a statement take, after the wait for a connection. A connection whose
/// other end is silent would otherwise hold all that come later.
const PATIENCE: Duration = Duration::from_secs(12);

/// What answers a batch.
pub(super) trait Answers: Clone + Send + Sync + 'static {
    /// What a request asks.
    type Question: Debug + Send + 'static;
    /// What it gets.
    type Answer: Debug + Send + 'static;

    /// The answers in the order of the questions. An error is that of all of them.
    fn answer(
        &self,
        questions: Vec<Self::Question>,
    ) -> impl Future<Output = Result<Vec<Self::Answer>, Error>> + Send;
}

/// The requests that wait. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Batches<B: Answers> {
    answers: B,
    patience: Duration,
    waiting: Arc<Mutex<Waiting<B>>>,
}

#[derive(Debug)]
struct Waiting<B: Answers> {
    requests: Vec<Request<B>>,
    /// Whether a task takes them.
    is_taken: bool,
}

#[derive(Debug)]
struct Request<B: Answers> {
    question: B::Question,
    reply: Reply<B::Answer>,
}

/// Takes the answer, and how many statements its batch sent.
type Reply<A> = oneshot::Sender<Result<(A, u32), Error>>;

impl<B: Answers> Batches<B> {
    /// Nobody waits yet.
    pub(super) fn new(answers: B) -> Self {
        let waiting = Waiting {
            requests: Vec::new(),
            is_taken: false,
        };
        Self {
            answers,
            patience: PATIENCE,
            waiting: Arc::new(Mutex::new(waiting)),
        }
    }

    /// Asks with the others of the moment. The question is answered even if its caller gives up meanwhile.
    pub(super) async fn ask(&self, question: B::Question) -> Result<B::Answer, Error> {
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
            let answering = timeout(self.patience, self.answers.answer(questions));
            let (answers, sent) = statements::counted(answering).await;
            match answers.unwrap_or(Err(Error::Timeout)) {
                Ok(answers) => reply_all(replies, answers, sent),
                Err(error) => fail_all(replies, error),
            }
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<B>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The task that takes the requests. If it panics, the next request begins another one.
struct Task<'a, B: Answers>(&'a Batches<B>);

impl<B: Answers> Task<'_, B> {
    /// The next requests; `None` where nobody waits, and then the next request begins a task.
    fn next(&self) -> Option<Vec<Request<B>>> {
        let mut waiting = self.0.waiting();
        let most = waiting.requests.len().min(MOST);
        waiting.is_taken = 0 < most;
        (0 < most).then(|| waiting.requests.drain(..most).collect())
    }
}

impl<B: Answers> Drop for Task<'_, B> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut waiting = self.0.waiting();
            waiting.is_taken = false;
            waiting.requests.clear();
        }
    }
}

fn reply_all<A>(replies: Vec<Reply<A>>, answers: Vec<A>, sent: u32) {
    for (reply, answer) in replies.into_iter().zip(answers) {
        // The caller may have given up.
        let _ = reply.send(Ok((answer, sent)));
    }
}

/// Only the first request gets the cause, which is logged once.
fn fail_all<A>(replies: Vec<Reply<A>>, error: Error) {
    let is_internal = matches!(error, Error::Internal(_));
    let other = || {
        if is_internal {
            Error::Internal(anyhow::anyhow!(
                "another request of the same batch has the cause"
            ))
        } else {
            Error::Busy
        }
    };
    let mut cause = Some(error);
    for reply in replies {
        let _ = reply.send(Err(cause.take().unwrap_or_else(other)));
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
mod tests {
    use tokio::sync::Semaphore;
    use tokio::task::JoinHandle;

    use super::*;

    /// Doubles numbers, once it is let; notes what came together.
    #[derive(Debug, Clone)]
    struct Doubles {
        let_go: Arc<Semaphore>,
        batches: Arc<Mutex<Vec<Vec<u32>>>>,
    }

    impl Answers for Doubles {
        type Question = u32;
        type Answer = u32;

        async fn answer(&self, questions: Vec<u32>) -> Result<Vec<u32>, Error> {
            self.let_go.acquire().await.unwrap().forget();
            self.batches.lock().unwrap().push(questions.clone());
            assert!(!questions.contains(&0), "zero");
            Ok(questions.iter().map(|number| number * 2).collect())
        }
    }

    fn doubles() -> (Batches<Doubles>, Doubles) {
        let answers = Doubles {
            let_go: Arc::new(Semaphore::new(0)),
            batches: Arc::default(),
        };
        (Batches::new(answers.clone()), answers)
    }

    /// Asks in a task of its own.
    fn spawn(batches: &Batches<Doubles>, number: u32) -> JoinHandle<Result<u32, Error>> {
        let batches = batches.clone();
        tokio::spawn(async move { batches.ask(number).await })
    }

    #[tokio::test]
    async fn those_that_come_during_a_batch_share_the_next_and_each_gets_its_own_answer() {
        let (batches, answers) = doubles();
        let first = spawn(&batches, 1);
        tokio::task::yield_now().await;
        let others: Vec<_> = (2..=150).map(|number| spawn(&batches, number)).collect();
        tokio::task::yield_now().await;
        answers.let_go.add_permits(100);
        assert_eq!(first.await.unwrap().unwrap(), 2);
        for (other, number) in others.into_iter().zip(2..) {
            assert_eq!(other.await.unwrap().unwrap(), number * 2);
        }
        let sizes = answers.batches.lock().unwrap();
        let sizes: Vec<_> = sizes.iter().map(Vec::len).collect();
        assert_eq!(sizes, [1, 32, 32, 32, 32, 21]);
    }

    #[tokio::test]
    async fn a_batch_that_panics_fails_its_own_requests_and_the_next_is_answered() {
        let (batches, answers) = doubles();
        answers.let_go.add_permits(100);
        let (one, two) = tokio::join!(batches.ask(0), batches.ask(1));
        assert!(matches!((one, two), (Err(Error::Busy), Err(Error::Busy))));
        assert_eq!(batches.ask(4).await.unwrap(), 8);
    }

    #[tokio::test]
    async fn a_batch_that_does_not_end_fails_in_time_and_the_next_is_answered() {
        let (mut batches, answers) = doubles();
        batches.patience = Duration::from_millis(50);
        assert!(matches!(batches.ask(1).await, Err(Error::Timeout)));
        answers.let_go.add_permits(100);
        assert_eq!(batches.ask(2).await.unwrap(), 4);
    }

    #[tokio::test]
    async fn a_question_whose_caller_gave_up_is_answered_and_hinders_nobody() {
        let (batches, answers) = doubles();
        let gone = spawn(&batches, 5);
        tokio::task::yield_now().await;
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
        answers.let_go.add_permits(100);
        assert_eq!(batches.ask(6).await.unwrap(), 12);
        let asked: Vec<_> = answers.batches.lock().unwrap().concat();
        assert_eq!(asked, [5, 6]);
    }
}
