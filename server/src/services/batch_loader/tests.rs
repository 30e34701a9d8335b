//! Claims about requests that are answered together.

use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use super::*;

/// Doubles numbers, once it is let; notes what came together.
#[derive(Debug, Clone)]
struct DoublingLoader {
    let_go: Arc<Semaphore>,
    batches: Arc<Mutex<Vec<Vec<u32>>>>,
    /// What the next batches fail of.
    errors: Arc<Mutex<Vec<Error>>>,
}

/// A question that no batch with it can answer.
const FAULT: u32 = 1013;

impl Loader for DoublingLoader {
    type Key = u32;
    type Value = u32;

    async fn load(&self, keys: Vec<u32>) -> Result<Vec<u32>, Error> {
        self.let_go.acquire().await.unwrap().forget();
        self.batches.lock().unwrap().push(keys.clone());
        assert!(!keys.contains(&0), "zero");
        if let Some(error) = self.errors.lock().unwrap().pop() {
            return Err(error);
        }
        if keys.contains(&FAULT) {
            return Err(Error::Internal(anyhow::anyhow!("thirteen")));
        }
        Ok(keys.iter().map(|number| number * 2).collect())
    }
}

fn doubles() -> (BatchLoader<DoublingLoader>, DoublingLoader) {
    let doubles = DoublingLoader {
        let_go: Arc::new(Semaphore::new(0)),
        batches: Arc::default(),
        errors: Arc::default(),
    };
    (BatchLoader::new(doubles.clone()), doubles)
}

/// Asks in a task of its own.
fn spawn(loader: &BatchLoader<DoublingLoader>, number: u32) -> JoinHandle<Result<u32, Error>> {
    let loader = loader.clone();
    tokio::spawn(async move { loader.load(number).await })
}

/// The same where as many as wait are asked at once, and nobody is who has gone.
#[derive(Debug, Clone)]
struct AllAtOnce(DoublingLoader);

impl Loader for AllAtOnce {
    type Key = u32;
    type Value = u32;
    const MAX_BATCH: usize = 1_000;
    const SKIPS_GONE: bool = true;

    async fn load(&self, keys: Vec<u32>) -> Result<Vec<u32>, Error> {
        self.0.load(keys).await
    }
}

#[tokio::test]
async fn those_that_come_during_a_batch_share_the_next_and_each_gets_its_own_answer() {
    let (loader, doubles) = doubles();
    let first = spawn(&loader, 1);
    tokio::task::yield_now().await;
    let others: Vec<_> = (2..=150).map(|number| spawn(&loader, number)).collect();
    tokio::task::yield_now().await;
    doubles.let_go.add_permits(100);
    assert_eq!(first.await.unwrap().unwrap(), 2);
    for (other, number) in others.into_iter().zip(2..) {
        assert_eq!(other.await.unwrap().unwrap(), number * 2);
    }
    let sizes = doubles.batches.lock().unwrap();
    let sizes: Vec<_> = sizes.iter().map(Vec::len).collect();
    assert_eq!(sizes, [1, 32, 32, 32, 32, 21]);
}

#[tokio::test]
async fn whoever_comes_during_a_flood_is_asked_about_with_the_next_statement_and_who_has_gone_is_not()
 {
    let (_, doubles) = doubles();
    let loader = BatchLoader::new(AllAtOnce(doubles.clone()));
    let ask = |number| {
        let loader = loader.clone();
        tokio::spawn(async move { loader.load(number).await })
    };
    let first = ask(1);
    tokio::task::yield_now().await;
    let gone: Vec<_> = (100..600).map(ask).collect();
    let waiting: Vec<_> = (600..1_000).map(ask).collect();
    let last = ask(2);
    tokio::task::yield_now().await;
    for one in gone {
        one.abort();
        assert!(one.await.unwrap_err().is_cancelled());
    }
    doubles.let_go.add_permits(100);
    assert_eq!(first.await.unwrap().unwrap(), 2);
    assert_eq!(last.await.unwrap().unwrap(), 4);
    assert_eq!(waiting.len(), 400);
    let sizes: Vec<_> = doubles
        .batches
        .lock()
        .unwrap()
        .iter()
        .map(Vec::len)
        .collect();
    assert_eq!(sizes, [1, 401]);
}

#[tokio::test]
async fn a_batch_that_panics_fails_its_own_requests_and_the_next_is_answered() {
    let (loader, doubles) = doubles();
    doubles.let_go.add_permits(100);
    let (one, two) = tokio::join!(loader.load(0), loader.load(1));
    assert!(matches!((one, two), (Err(Error::Busy), Err(Error::Busy))));
    assert_eq!(loader.load(4).await.unwrap(), 8);
}

#[tokio::test]
async fn a_batch_that_finds_the_database_busy_is_tried_once_more() {
    let (loader, doubles) = doubles();
    doubles.let_go.add_permits(100);
    doubles.errors.lock().unwrap().push(Error::Busy);
    let (one, two) = tokio::join!(loader.load(1), loader.load(2));
    assert_eq!((one.unwrap(), two.unwrap()), (2, 4));
    doubles
        .errors
        .lock()
        .unwrap()
        .extend([Error::Busy, Error::Busy]);
    assert!(matches!(loader.load(1).await, Err(Error::Busy)));
    let asked = doubles.batches.lock().unwrap().len();
    assert_eq!(asked, 4, "not a third time");
}

#[tokio::test]
async fn a_request_of_which_its_batch_fails_fails_alone() {
    let (loader, doubles) = doubles();
    doubles.let_go.add_permits(100);
    let (one, fault, two) = tokio::join!(loader.load(1), loader.load(FAULT), loader.load(2));
    assert_eq!((one.unwrap(), two.unwrap()), (2, 4));
    assert!(fault.unwrap_err().for_log().contains("thirteen"));
}

#[tokio::test]
async fn a_batch_fails_as_a_whole_where_the_database_is_gone() {
    let (loader, doubles) = doubles();
    doubles.let_go.add_permits(100);
    let gone = Error::Unavailable(anyhow::anyhow!("gone"));
    doubles.errors.lock().unwrap().push(gone);
    let (one, two) = tokio::join!(loader.load(1), loader.load(2));
    assert!(matches!(one, Err(Error::Unavailable(_))), "{one:?}");
    assert!(matches!(two, Err(Error::Busy)), "the cause is logged once");
    assert_eq!(doubles.batches.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_batch_that_does_not_end_fails_in_time_and_the_next_is_answered() {
    let (mut loader, doubles) = doubles();
    loader.timeout = Duration::from_millis(50);
    assert!(matches!(loader.load(1).await, Err(Error::Timeout)));
    doubles.let_go.add_permits(100);
    assert_eq!(loader.load(2).await.unwrap(), 4);
}

#[tokio::test]
async fn a_question_whose_caller_gave_up_is_answered_and_hinders_nobody() {
    let (loader, doubles) = doubles();
    let gone = spawn(&loader, 5);
    tokio::task::yield_now().await;
    gone.abort();
    assert!(gone.await.unwrap_err().is_cancelled());
    doubles.let_go.add_permits(100);
    assert_eq!(loader.load(6).await.unwrap(), 12);
    let asked: Vec<_> = doubles.batches.lock().unwrap().concat();
    assert_eq!(asked, [5, 6]);
}
