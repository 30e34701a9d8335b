//! The store in a bucket that misbehaves: nothing counts as stored or deleted that is not.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, Method, StatusCode, Uri, header};
use tokio::net::TcpListener;

use super::*;

/// How a request is answered that is not answered as S3 does.
#[derive(Clone, Copy)]
enum Fault {
    /// This is answered, and nothing is done.
    Refused(StatusCode),
    /// No fault: the next one of the method is that of the next request.
    Without,
    /// It is done, and the answer is this.
    Done(StatusCode),
}

/// A bucket on this machine.
#[derive(Clone, Default)]
struct TestBucket {
    objects: Arc<Mutex<HashMap<String, Bytes>>>,
    faults: Arc<Mutex<VecDeque<(Method, Fault)>>>,
}

impl TestBucket {
    /// A store in it.
    async fn start(&self) -> SoundStore {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(answer).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        store_at(&endpoint)
    }

    fn fail(&self, method: Method, fault: Fault) {
        self.faults.lock().unwrap().push_back((method, fault));
    }

    fn fault(&self, method: &Method) -> Option<Fault> {
        let mut faults = self.faults.lock().unwrap();
        let position = faults.iter().position(|(of, _)| of == method)?;
        faults.remove(position).map(|(_, fault)| fault)
    }

    fn count(&self) -> usize {
        self.objects.lock().unwrap().len()
    }
}

fn store_at(endpoint: &str) -> SoundStore {
    let settings = StoreSettings {
        place: "s3://evidence/copies".parse().unwrap(),
        endpoint: Some(endpoint.parse().unwrap()),
        region: "us-east-1".to_owned(),
        key: Some(("id".to_owned(), "key".into())),
        reserve: 0,
        installation: "0123".to_owned(),
    };
    SoundStore::new(&settings).unwrap()
}

async fn answer(
    State(bucket): State<TestBucket>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> Response {
    let fault = bucket.fault(&method);
    if let Some(Fault::Refused(status)) = fault {
        let tag = [(header::ETAG, "\"tag\"")];
        return (status, tag, "<Error><Code>TestRefusal</Code></Error>").into_response();
    }
    let is_list = uri
        .query()
        .is_some_and(|query| query.contains("list-type=2"));
    let done = if is_list {
        bucket.listed()
    } else {
        bucket.done(&method, uri.path(), body)
    };
    match fault {
        Some(Fault::Done(status)) => status.into_response(),
        _ => done,
    }
}

impl TestBucket {
    fn listed(&self) -> Response {
        let objects = self.objects.lock().unwrap();
        let names = objects
            .keys()
            .filter_map(|path| path.strip_prefix("/evidence/"));
        let of = |name| {
            format!(
                "<Contents><Key>{name}</Key><Size>1</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>"
            )
        };
        let all: String = names.map(of).collect();
        format!("<ListBucketResult>{all}</ListBucketResult>").into_response()
    }

    fn done(&self, method: &Method, path: &str, body: Bytes) -> Response {
        let mut objects = self.objects.lock().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(header::ETAG, "\"tag\"".parse().unwrap());
        let modified = "Thu, 01 Jan 2026 00:00:00 GMT".parse().unwrap();
        headers.insert(header::LAST_MODIFIED, modified);
        match *method {
            Method::PUT if objects.contains_key(path) => {
                StatusCode::PRECONDITION_FAILED.into_response()
            }
            Method::PUT => {
                objects.insert(path.to_owned(), body);
                headers.into_response()
            }
            Method::POST => {
                objects.clear();
                "<DeleteResult><Deleted><Key>each</Key></Deleted></DeleteResult>".into_response()
            }
            _ => match objects.get(path) {
                Some(bytes) => {
                    headers.insert(header::CONTENT_LENGTH, bytes.len().into());
                    (headers, bytes.clone()).into_response()
                }
                None => StatusCode::NOT_FOUND.into_response(),
            },
        }
    }
}

const NAME: Uuid = Uuid::from_u128(1);

fn bytes() -> Bytes {
    Bytes::from_static(b"sealed sound")
}

#[tokio::test]
async fn an_object_that_is_refused_as_already_there_is_stored_only_if_it_is_there() {
    for status in [StatusCode::CONFLICT, StatusCode::PRECONDITION_FAILED] {
        let bucket = TestBucket::default();
        let store = bucket.start().await;
        bucket.fail(Method::PUT, Fault::Refused(status));
        assert_eq!(store.put(NAME, bytes()).await, Err(StoreError::Away));
        assert_eq!(bucket.count(), 0);
        assert_eq!(store.put(NAME, bytes()).await, Ok(()));

        let lost = Uuid::from_u128(2);
        let unanswered = Fault::Done(StatusCode::INTERNAL_SERVER_ERROR);
        bucket.fail(Method::PUT, unanswered);
        bucket.fail(Method::PUT, Fault::Refused(status));
        let stored = store.put(lost, bytes()).await;
        assert_eq!(stored, Ok(()), "the answer of the first attempt was lost");
        assert_eq!(bucket.count(), 2);
        let other = store.put(lost, Bytes::from_static(b"short")).await;
        assert_eq!(other, Err(StoreError::Away), "another object is there");
    }
}

#[tokio::test]
async fn a_bucket_that_accepts_objects_and_keeps_none_is_not_believed() {
    let bucket = TestBucket::default();
    let store = bucket.start().await;
    for name in 1..3 {
        bucket.fail(Method::PUT, Fault::Refused(StatusCode::OK));
        let stored = store.put(Uuid::from_u128(name), bytes()).await;
        assert_eq!(stored, Err(StoreError::Away));
    }
    // Once an object was found there, the bucket is believed for a while: it is asked for no other.
    store.put(Uuid::from_u128(1), bytes()).await.unwrap();
    bucket.fail(Method::HEAD, Fault::Refused(StatusCode::FORBIDDEN));
    store.put(Uuid::from_u128(2), bytes()).await.unwrap();
    assert_eq!(bucket.count(), 2);
}

#[tokio::test]
async fn objects_of_a_bucket_that_is_not_found_are_not_deleted() {
    let bucket = TestBucket::default();
    let store = bucket.start().await;
    store.put(NAME, bytes()).await.unwrap();
    bucket.fail(Method::POST, Fault::Refused(StatusCode::NOT_FOUND));
    assert!(store.delete(&[NAME]).await.is_err());
    assert_eq!(bucket.count(), 1);
    store.delete(&[NAME]).await.unwrap();
    assert_eq!(bucket.count(), 0);
    store.delete(&[NAME]).await.unwrap();
}

#[tokio::test]
async fn a_check_leaves_nothing_in_a_bucket_that_can_be_used() {
    let bucket = TestBucket::default();
    let store = bucket.start().await;
    assert_eq!(store.check().await, Ok(true));
    assert_eq!(bucket.count(), 0);
}

#[tokio::test]
async fn a_check_says_what_cannot_be_done_with_a_bucket() {
    let refused = Fault::Refused(StatusCode::FORBIDDEN);
    let unstored = Fault::Refused(StatusCode::OK);
    for (faults, said, left) in [
        (&[(Method::PUT, refused)][..], "cannot store an object", 0),
        (&[(Method::PUT, unstored)], "cannot read an object", 0),
        (&[(Method::GET, refused)], "cannot read an object", 0),
        (
            &[(Method::GET, unstored)],
            "answers other bytes than were stored",
            0,
        ),
        (
            &[(Method::GET, Fault::Without), (Method::GET, refused)],
            "cannot list its objects",
            0,
        ),
        (&[(Method::POST, refused)], "cannot delete an object", 1),
    ] {
        let bucket = TestBucket::default();
        let store = bucket.start().await;
        for (method, fault) in faults {
            bucket.fail(method.clone(), *fault);
        }
        let fault = store.check().await.unwrap_err().to_string();
        let begin = format!("the bucket of SOUND_STORE {said}: ");
        assert!(
            fault.starts_with(&begin) && fault.lines().count() == 1,
            "{fault}"
        );
        assert_eq!(bucket.count(), left, "{said}");
    }
}

#[tokio::test]
async fn a_check_of_a_bucket_that_is_not_there_ends_with_its_cause() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let fault = store_at(&endpoint).check().await.unwrap_err().to_string();
    assert!(fault.contains("cannot store an object: "), "{fault}");
    assert!(fault.contains("refused"), "{fault}");
}
