//! Counts the requests that arrive at the same time in one transaction.
//!
//! A transaction for each request would be the ceiling of everything that is limited: SQLite takes one at a time. So the first request
//! begins one, and those that come until it is committed share the next. No request is answered before the commit, so the limits hold across
//! processes, and each request counts against all of its limits or against none, as if it came alone.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::super::database::Database;
use super::counters::{self, Counted};
use crate::domain::clock::Millis;
use crate::error::Error;
use crate::telemetry::statements;

/// The most requests in one transaction.
const MOST: usize = 128;

/// The index of the counter that refuses a request, and when its window ends; `None` where the request was counted.
pub(super) type Verdict = Option<(usize, Millis)>;

/// The requests that wait to be counted. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Batches {
    db: Database,
    waiting: Arc<Mutex<Waiting>>,
}

#[derive(Debug, Default)]
struct Waiting {
    requests: Vec<Request>,
    /// Whether a task takes them.
    is_taken: bool,
}

#[derive(Debug)]
struct Request {
    counted: Vec<Counted>,
    answer: oneshot::Sender<Result<Answer, Error>>,
}

#[derive(Debug)]
struct Answer {
    counted: Vec<Counted>,
    verdict: Verdict,
    /// How many statements the transaction was.
    statements: u32,
}

impl Batches {
    /// In this database.
    pub(super) fn new(db: Database) -> Self {
        let waiting = Arc::default();
        Self { db, waiting }
    }

    /// Counts one request, and returns its counters with the verdict. A request whose caller gives up meanwhile is counted too.
    pub(super) async fn count(
        &self,
        counted: Vec<Counted>,
    ) -> Result<(Vec<Counted>, Verdict), Error> {
        let (answer, answered) = oneshot::channel();
        let is_first = {
            let mut waiting = self.waiting();
            waiting.requests.push(Request { counted, answer });
            !std::mem::replace(&mut waiting.is_taken, true)
        };
        if is_first {
            tokio::spawn(self.clone().run());
        }
        let answer = answered.await.unwrap_or(Err(Error::Busy))?;
        statements::add(answer.statements);
        Ok((answer.counted, answer.verdict))
    }

    /// Counts until nobody waits.
    async fn run(self) {
        let task = Task(&self);
        while let Some(requests) = task.next() {
            let counted: Vec<_> = requests.iter().map(|one| one.counted.as_slice()).collect();
            let (verdicts, statements) = statements::counted(count_all(&self.db, &counted)).await;
            match verdicts {
                Ok(verdicts) => answer_all(requests, verdicts, statements),
                Err(error) => fail_all(requests, error),
            }
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The task that takes the requests. If it panics, the next request begins another one.
struct Task<'a>(&'a Batches);

impl Task<'_> {
    /// The next requests; `None` where nobody waits, and then the next request begins a task.
    fn next(&self) -> Option<Vec<Request>> {
        let mut waiting = self.0.waiting();
        let most = waiting.requests.len().min(MOST);
        waiting.is_taken = 0 < most;
        (0 < most).then(|| waiting.requests.drain(..most).collect())
    }
}

impl Drop for Task<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut waiting = self.0.waiting();
            waiting.is_taken = false;
            waiting.requests.clear();
        }
    }
}

fn answer_all(requests: Vec<Request>, verdicts: Vec<Verdict>, statements: u32) {
    for (Request { counted, answer }, verdict) in requests.into_iter().zip(verdicts) {
        // The caller may have given up.
        let _ = answer.send(Ok(Answer {
            counted,
            verdict,
            statements,
        }));
    }
}

/// Only the first request gets the cause, which is logged once.
fn fail_all(requests: Vec<Request>, error: Error) {
    let is_internal = matches!(error, Error::Internal(_));
    let other = || {
        if is_internal {
            Error::Internal(anyhow::anyhow!("requests could not be counted"))
        } else {
            Error::Busy
        }
    };
    let mut cause = Some(error);
    for Request { answer, .. } in requests {
        let _ = answer.send(Err(cause.take().unwrap_or_else(other)));
    }
}

/// Counts all of these requests in their order, in one transaction.
async fn count_all(db: &Database, requests: &[&[Counted]]) -> Result<Vec<Verdict>, Error> {
    let sums = counters::sum(requests.iter().copied().flatten());
    let transaction = db.begin_counting().await?;
    let counts = counters::add(&transaction, &sums).await?;
    let mut reached: HashMap<&[u8], (i64, Millis)> = HashMap::new();
    for (key, model) in &counts {
        let added = sums.get(key).map_or(0, counters::Addition::count);
        reached.insert(key, (model.count - added, model.expires_at));
    }
    let mut surplus: BTreeMap<&[u8], i64> = BTreeMap::new();
    let mut verdicts = Vec::with_capacity(requests.len());
    for &counted in requests {
        let full = counted.iter().enumerate().find_map(|(index, one)| {
            let (count, ends) = reached.get(one.key.as_slice())?;
            (i64::from(one.limit.quota) <= *count).then_some((index, *ends))
        });
        for one in counted {
            if full.is_some() {
                *surplus.entry(&one.key).or_default() += 1;
            } else if let Some((count, _)) = reached.get_mut(one.key.as_slice()) {
                *count += 1;
            }
        }
        verdicts.push(full);
    }
    if surplus.is_empty() {
        transaction.commit().await?;
    } else if verdicts.iter().all(Option::is_some) {
        transaction.rollback().await?;
    } else {
        counters::take_back(&transaction, &surplus).await?;
        transaction.commit().await?;
    }
    Ok(verdicts)
}

#[cfg(test)]
mod tests {
    use entity::rate_bucket;
    use sea_orm::{ConnectionTrait as _, EntityTrait as _, PaginatorTrait as _};

    use super::super::policy;
    use super::*;
    use crate::services::database::DatabaseOptions;

    /// A row that refers to nothing, which is an error at the COMMIT and not before.
    const BREAK_COMMITS: &str = "CREATE TABLE present (id INTEGER PRIMARY KEY);
        CREATE TABLE missing (id INTEGER REFERENCES present (id) DEFERRABLE INITIALLY DEFERRED);
        CREATE TRIGGER break_commits AFTER INSERT ON rate_buckets BEGIN INSERT INTO missing VALUES (1); END";

    async fn execute(db: &Database, sql: &str) {
        let transaction = db.begin().await.unwrap();
        transaction.execute_unprepared(sql).await.unwrap();
        transaction.commit().await.unwrap();
    }

    async fn stored(db: &Database) -> u64 {
        rate_bucket::Entity::find().count(db.read()).await.unwrap()
    }

    #[tokio::test]
    async fn when_a_commit_fails_every_request_of_the_batch_fails_and_the_next_batch_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("app.sqlite").display());
        let db = Database::open(&url, DatabaseOptions::default())
            .await
            .unwrap();
        let batches = Batches::new(db.clone());
        let ask = || {
            let limit = &policy::VERIFY.limits[0];
            let key = b"key".to_vec();
            batches.count(vec![Counted { limit, key }])
        };
        execute(&db, BREAK_COMMITS).await;
        // On one thread all of them wait before the first transaction begins.
        let (one, two, three) = tokio::join!(ask(), ask(), ask());
        let answers = [one, two, three];
        let failures: Vec<_> = answers
            .iter()
            .filter_map(|answer| answer.as_ref().err())
            .collect();
        assert_eq!(failures.len(), 3, "{answers:?}");
        let causes = failures
            .iter()
            .filter(|error| error.for_log().contains("FOREIGN KEY"));
        assert_eq!(causes.count(), 1, "the cause is logged once: {failures:?}");
        assert_eq!(stored(&db).await, 0);

        execute(&db, "DROP TRIGGER break_commits").await;
        let (one, two) = tokio::join!(ask(), ask());
        assert!(matches!((one, two), (Ok((_, None)), Ok((_, None)))));
        let counted = rate_bucket::Entity::find().one(db.read()).await.unwrap();
        assert_eq!(counted.unwrap().count, 2, "those that failed count nowhere");
    }
}
