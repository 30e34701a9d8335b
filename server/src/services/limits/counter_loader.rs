//! Counts the requests that arrive at the same time in one transaction.
//!
//! A transaction for each request would be the ceiling of everything that is limited: SQLite takes one at a time. No request is answered
//! before the commit, so the limits hold across processes, and each request counts against all of its limits or against none, as if it came
//! alone.

use std::collections::{BTreeMap, HashMap};

use super::super::batch_loader::Loader;
use super::super::database::Database;
use super::counters::{self, Charge, refusing};
use crate::domain::clock::Millis;
use crate::error::Error;

/// The index of the counter that refuses a request, and when its window ends; `None` where the request was counted.
pub(super) type Verdict = Option<(usize, Millis)>;

/// Counts in this database. A key is what one request adds, which comes back with the verdict.
#[derive(Debug, Clone)]
pub(super) struct CounterLoader(pub(super) Database);

impl Loader for CounterLoader {
    type Key = Vec<Charge>;
    type Value = (Vec<Charge>, Verdict);

    async fn load(&self, requests: Vec<Vec<Charge>>) -> Result<Vec<Self::Value>, Error> {
        let charges: Vec<_> = requests.iter().map(Vec::as_slice).collect();
        let verdicts = count_all(&self.0, &charges).await?;
        Ok(requests.into_iter().zip(verdicts).collect())
    }
}

/// Counts all of these requests in their order, in one transaction.
async fn count_all(db: &Database, requests: &[&[Charge]]) -> Result<Vec<Verdict>, Error> {
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
    for &charges in requests {
        let full = refusing(charges, |one| {
            let (count, ends) = reached.get(one.key.as_slice())?;
            one.is_full(*count).then_some(*ends)
        });
        for one in charges {
            let amount = i64::from(one.amount);
            if full.is_some() {
                *surplus.entry(&one.key).or_default() += amount;
            } else if let Some((count, _)) = reached.get_mut(one.key.as_slice()) {
                *count += amount;
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

    use super::super::counters::Role;
    use super::super::policy;
    use super::*;
    use crate::services::batch_loader::BatchLoader;
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
    async fn requests_whose_commits_fail_count_nowhere_and_the_next_batch_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("app.sqlite").display());
        let db = Database::open(&url, DatabaseOptions::default())
            .await
            .unwrap();
        let loader = BatchLoader::new(CounterLoader(db.clone()));
        let load = || {
            let limit = &policy::VERIFY.limits[0];
            loader.load(vec![Charge {
                limit,
                key: b"key".to_vec(),
                quota: limit.quota,
                amount: 1,
                role: Role::Refuses,
            }])
        };
        execute(&db, BREAK_COMMITS).await;
        // On one thread all of them wait before the first transaction begins.
        let (one, two, three) = tokio::join!(load(), load(), load());
        let answers = [one, two, three];
        let failures: Vec<_> = answers
            .iter()
            .filter_map(|load| load.as_ref().err())
            .collect();
        assert_eq!(failures.len(), 3, "{answers:?}");
        let causes = failures
            .iter()
            .filter(|error| error.for_log().contains("FOREIGN KEY"));
        assert_eq!(causes.count(), 3, "each was tried alone: {failures:?}");
        assert_eq!(stored(&db).await, 0);

        execute(&db, "DROP TRIGGER break_commits").await;
        let (one, two) = tokio::join!(load(), load());
        assert!(matches!((one, two), (Ok((_, None)), Ok((_, None)))));
        let charges = rate_bucket::Entity::find().one(db.read()).await.unwrap();
        assert_eq!(charges.unwrap().count, 2, "those that failed count nowhere");
    }
}
