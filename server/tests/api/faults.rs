//! Pages that fail: each still goes out, the status tells the truth, and the next render is right.

use std::time::{Duration, Instant};

use reqwest::Method;
use server::render::{HeapLimits, PoolOptions};
use tokio::time::timeout;

use crate::fixture;
use crate::test_app::{TIMEOUT, TestApp, header, one_thread};

/// Asserts that the render of the page for `email` failed and the fallback was served, and that the next page is right.
async fn assert_fails(app: &TestApp, email: &str) {
    let response = app.buy(&format!("{email}@example")).await;
    assert_eq!(response.status(), 500, "{email}");
    assert_eq!(header(&response, "cache-control"), "no-store", "{email}");
    assert!(
        header(&response, "content-security-policy").contains("js.stripe.com"),
        "{email}"
    );
    let text = response.text().await.unwrap();
    assert!(
        text.contains("<div id=\"root\" data-render=\"failed\"><main>"),
        "{email}: {text}"
    );
    assert!(
        text.contains("<form method=\"post\" action=\"/buy\">"),
        "a purchase must go on: {text}"
    );
    assert!(
        text.contains(&format!("\"email\":\"{email}@example\"")),
        "the data must be there: {text}"
    );
    app.assert_renders().await;
}

#[tokio::test]
async fn a_page_that_throws_is_replaced_by_the_fallback() {
    assert_fails(&TestApp::spawn().await, "throw").await;
}

#[tokio::test]
async fn a_page_that_loops_is_ended_at_its_budget() {
    let app = TestApp::spawn().await;
    timeout(TIMEOUT, assert_fails(&app, "loop"))
        .await
        .expect("the loop must be ended");
}

#[tokio::test]
async fn endless_microtasks_are_ended() {
    assert_fails(&TestApp::spawn().await, "microtasks").await;
}

#[tokio::test]
async fn a_page_that_returns_a_promise_is_replaced_by_the_fallback() {
    assert_fails(&TestApp::spawn().await, "promise").await;
}

#[tokio::test]
async fn a_page_that_returns_a_number_is_replaced_by_the_fallback() {
    assert_fails(&TestApp::spawn().await, "number").await;
}

#[tokio::test]
async fn a_failed_suspense_boundary_is_a_failed_render() {
    assert_fails(&TestApp::spawn().await, "suspend").await;
}

#[tokio::test]
async fn a_page_that_fills_the_memory_is_ended() {
    // A small heap, so that it is full long before the request's own time is over.
    let heap = HeapLimits {
        max: 64 << 20,
        step: 32 << 20,
        raises: 4,
    };
    let patient = PoolOptions {
        threads: 1,
        heap,
        budget: Duration::from_secs(9),
        ..PoolOptions::default()
    };
    let app = TestApp::with_pool(patient).await;
    assert_fails(&app, "strings").await;
    assert_fails(&app, "objects").await;
}

#[tokio::test]
async fn other_requests_are_served_while_a_page_loops() {
    let two = PoolOptions {
        threads: 2,
        budget: Duration::from_secs(3),
        ..PoolOptions::default()
    };
    // Without the pace at which payments begin, which is another reason to wait.
    let app = TestApp::with(&["--rate-limits=off"], two, fixture::bundle()).await;
    let looping = app.request(Method::POST, "/buy");
    let looping = looping.form(&[("email", "loop@example")]).send();
    let (started, looping) = (Instant::now(), tokio::spawn(looping));
    let mut longest = Duration::ZERO;
    while !looping.is_finished() {
        let asked = Instant::now();
        app.assert_renders().await;
        assert_eq!(app.get("/").await.status(), 200);
        longest = longest.max(asked.elapsed());
    }
    let took = started.elapsed();
    // On a busy machine the request's own time may be over first.
    assert!(looping.await.unwrap().unwrap().status().is_server_error());
    assert!(longest < took / 2, "{longest:?} of {took:?}");
}

#[tokio::test]
async fn a_page_without_data_that_fails_is_rendered_again_on_each_request() {
    let app = TestApp::spawn().await;
    for path in ["/subscribe", "/gift"] {
        for _ in 0..2 {
            let response = app.get(path).await;
            assert_eq!(response.status(), 500);
            assert_eq!(header(&response, "cache-control"), "no-store");
            assert_eq!(header(&response, "etag"), "");
            assert!(
                response
                    .text()
                    .await
                    .unwrap()
                    .contains("data-render=\"failed\"")
            );
        }
    }
    app.assert_renders().await;
}

#[tokio::test]
async fn a_page_that_cannot_be_rendered_ahead_is_prebuilt_from_the_snapshot() {
    let mut bundle = fixture::bundle();
    // The two engines differ in what they define beside the language.
    let refuse = "if (page === \"landing\" && !globalThis.Deno) throw new Error();";
    let begin = "const { page, path, site, data } = JSON.parse(text);";
    assert!(bundle.script.contains(begin));
    bundle.script = bundle
        .script
        .replace(begin, &[begin, refuse].concat())
        .into();
    let app = TestApp::with(&[], one_thread(), bundle).await;
    let response = app.get("/").await;
    assert_eq!(response.status(), 200);
    assert_ne!(header(&response, "etag"), "", "it is prebuilt");
    let text = response.text().await.unwrap();
    assert!(text.contains("<div id=\"root\"><h1>landing</h1>"), "{text}");
    assert_eq!(app.app.pages.rendered(), 0);
}
