//! The render threads: their queue, their budget, and isolates that are replaced in time.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::{Duration, Instant};

use reqwest::Method;
use server::render::parts::{self, Pool, RenderError};
use server::render::{self, HeapLimits, PoolOptions, Protection};
use tokio::task::JoinSet;

use crate::fixture;
use crate::test_app::{self, TestApp, header, until};

/// The render threads alone, with the fixture's pages.
fn pool(options: &PoolOptions) -> Pool {
    render::init(Protection::Off);
    let script = fixture::bundle().script.into_owned();
    let (snapshot, _) = parts::snapshot(script, vec![payload("nobody")], BOOT).unwrap();
    Pool::start(snapshot, vec![payload("nobody")], options).unwrap()
}

/// More than a busy machine takes.
const BOOT: Duration = Duration::from_mins(1);

fn payload(email: &str) -> String {
    let data = serde_json::json!({ "email": email });
    serde_json::json!({ "page": "checkout", "path": "/checkout", "site": { "displayName": "A" }, "data": data }).to_string()
}

/// One thread with more time for a render than a busy machine takes.
fn one_thread() -> PoolOptions {
    PoolOptions {
        budget: Duration::from_secs(5),
        warm_time: Duration::ZERO,
        ..test_app::one_thread()
    }
}

#[tokio::test]
async fn a_late_termination_never_hits_the_next_render() {
    let budget = Duration::from_millis(5);
    let pool = pool(&PoolOptions {
        budget,
        ..one_thread()
    });
    let (mut ended, mut finished) = (0, 0);
    for round in 0..20_000 {
        // On a busy machine the end comes late, and fewer renders meet it.
        if 500 <= round && 20 < ended.min(finished) {
            break;
        }
        // Takes between 1 and 13 ms, so that many a render ends just when its time is over.
        match pool.render(payload("edge@x")).await {
            Ok(page) => {
                assert_eq!(page.html, "<p>edge</p>");
                finished += 1;
            }
            Err(RenderError::Timeout) => ended += 1,
            Err(error) => panic!("round {round}: {error}"),
        }
        let (name, started) = (format!("round {round}"), Instant::now());
        match pool.render(payload(&name)).await {
            Ok(page) => assert!(page.html.contains(&name), "{}", page.html),
            // A cold isolate on a busy machine may really be over its time.
            Err(RenderError::Timeout) if budget <= started.elapsed() => {}
            Err(error) => panic!("round {round}: {error} after {:?}", started.elapsed()),
        }
    }
    assert!(
        20 < ended && 20 < finished,
        "the budget must be at the edge: {ended} ended, {finished} finished"
    );
    assert!(ended <= pool.counts().recycled.load(Ordering::Relaxed));
}

#[tokio::test]
async fn an_abandoned_request_is_not_rendered() {
    let pool = pool(&one_thread());
    let mut slow = Box::pin(pool.render(payload("slow@x")));
    let mut abandoned = Box::pin(pool.render(payload("loop@x")));
    // Asked for once, both are in the queue.
    for render in [&mut slow, &mut abandoned] {
        let asked = std::future::poll_fn(|context| Poll::Ready(render.as_mut().poll(context)));
        assert!(asked.await.is_pending(), "it must still wait in the queue");
    }
    drop(abandoned);
    slow.await.unwrap();
    pool.render(payload("nobody")).await.unwrap();
    assert_eq!(pool.counts().abandoned.load(Ordering::Relaxed), 1);
    assert_eq!(pool.counts().rendered.load(Ordering::Relaxed), 2);
    assert_eq!(pool.counts().recycled.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn a_job_that_waited_too_long_is_not_rendered() {
    let pool = pool(&PoolOptions {
        patience: Duration::from_millis(200),
        ..one_thread()
    });
    until("a render thread", async || pool.is_ready()).await;
    // Each takes 150 ms, so the second begins late or ends too late for the third.
    let (slow, _, late) = tokio::join!(
        pool.render(payload("slow@x")),
        pool.render(payload("slow@x")),
        pool.render(payload("nobody"))
    );
    assert!(slow.is_ok());
    assert!(matches!(late, Err(RenderError::Late)), "{late:?}");
    assert!(pool.counts().rendered.load(Ordering::Relaxed) < 3);
}

#[tokio::test]
async fn an_isolate_whose_heap_grows_is_replaced() {
    let pool = pool(&PoolOptions {
        growth: 64 << 20,
        ..one_thread()
    });
    for _ in 0..300 {
        assert_eq!(
            pool.render(payload("leak@x"))
                .await
                .map(|page| page.html)
                .ok()
                .as_deref(),
            Some("<p>leak</p>")
        );
        if 0 < pool.counts().recycled.load(Ordering::Relaxed) {
            return;
        }
    }
    panic!("120 MB were kept");
}

#[tokio::test]
async fn characters_outside_latin_1_are_rendered_and_reported() {
    let pool = pool(&one_thread());
    let wide = pool.render(payload("wide@x")).await.unwrap();
    assert_eq!(
        (wide.html.as_str(), wide.one_byte),
        ("<p>\u{2014}</p>", false)
    );
    let latin = pool.render(payload("caf\u{e9}")).await.unwrap();
    assert!(
        latin.html.contains("caf\u{e9}") && latin.one_byte,
        "{latin:?}"
    );
}

#[tokio::test]
async fn as_many_requests_as_are_let_in_at_once_find_room_in_the_queue() {
    let pool = Arc::new(pool(&PoolOptions {
        patience: Duration::from_mins(1),
        ..one_thread()
    }));
    // The permits of `middleware/concurrency.rs` for requests that may need a page.
    let mut requests = JoinSet::new();
    for number in 0..480 {
        let pool = Arc::clone(&pool);
        requests.spawn(async move { pool.render(payload(&format!("guest-{number}"))).await });
    }
    for page in requests.join_all().await {
        page.unwrap();
    }
}

#[tokio::test]
async fn a_full_queue_is_answered_503_with_retry_after() {
    let small = PoolOptions {
        queue: 1,
        ..one_thread()
    };
    let app = TestApp::with_pool(small).await;
    let mut requests = JoinSet::new();
    for _ in 0..6 {
        requests.spawn(
            app.request(Method::POST, "/buy")
                .form(&[("email", "slow@example")])
                .send(),
        );
    }
    let mut statuses = Vec::new();
    for response in requests.join_all().await {
        let response = response.unwrap();
        let is_busy = response.status() == 503 && header(&response, "retry-after") == "1";
        let is_failed = response
            .text()
            .await
            .unwrap()
            .contains("data-render=\"failed\"");
        assert_eq!(is_busy, is_failed);
        statuses.push(if is_busy { "busy" } else { "rendered" });
    }
    assert!(statuses.contains(&"busy"), "{statuses:?}");
    assert!(statuses.contains(&"rendered"), "{statuses:?}");
    app.assert_renders().await;
}

#[tokio::test]
async fn the_heap_limit_ends_a_render_before_its_budget_does() {
    let heap = HeapLimits {
        max: 64 << 20,
        step: 32 << 20,
        raises: 4,
    };
    let pool = pool(&PoolOptions {
        heap,
        budget: Duration::from_mins(1),
        ..one_thread()
    });
    for fault in ["strings@x", "objects@x"] {
        let ended = pool.render(payload(fault)).await;
        assert!(
            matches!(ended, Err(RenderError::HeapLimit)),
            "{fault}: {ended:?}"
        );
        let next = pool.render(payload("next@x")).await.unwrap();
        assert!(next.html.contains("next@x"), "{fault}: {}", next.html);
    }
    assert_eq!(pool.counts().recycled.load(Ordering::Relaxed), 2);
}
