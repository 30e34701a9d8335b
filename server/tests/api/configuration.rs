//! What stops the start.

use std::time::{Duration, Instant};

use server::render::boot::{self, BootError};
use server::render::snapshot::{self, Protection};

use crate::test_server::{TestServer, refused};

#[test]
fn settings_that_cannot_be_used_stop_the_start_with_one_line() {
    for (argument, word) in [
        ("--demo-pin=12", "PIN"),
        ("--public-url=https://example.com", "PAYMENTS=sandbox"),
        ("--public-url=example.com", "http://"),
        ("--payments=free", "free"),
        ("--trusted-proxies=-1", "-1"),
        ("--no-such-setting", "--no-such-setting"),
    ] {
        let (code, said) = refused(&[argument]);
        assert_eq!(code, Some(2), "{argument}: {said}");
        assert_eq!(said.lines().count(), 1, "{argument}: {said}");
        assert!(
            said.starts_with("silent-partner: ") && said.contains(word),
            "{argument}: {said}"
        );
    }
}

#[test]
fn an_address_in_use_stops_the_start_with_one_line() {
    let running = TestServer::start(&[]);
    let address = running.url.strip_prefix("http://").unwrap();
    let (code, said) = refused(&[&format!("--metrics-bind={address}")]);
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains(address), "{said}");
}

#[test]
fn pages_that_are_not_ready_in_time_stop_the_start_with_one_line() {
    let (code, said) = refused(&["--boot-limit-ms=0"]);
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(
        said,
        "silent-partner: a page of the UI build does not finish rendering\n"
    );
}

/// Nobody can end this page, so it ends by itself, long after the start has given it up.
#[test]
fn the_start_does_not_wait_for_a_page_without_end() {
    snapshot::init(Protection::Off);
    let script = "var SSR = { render() { const end = Date.now() + 3000; while (Date.now() < end); return ''; } };";
    let (limit, started) = (Duration::from_millis(300), Instant::now());
    let end = boot::snapshot(script.to_owned(), vec![String::new()], limit);
    let took = started.elapsed();
    assert!(matches!(end, Err(BootError::Stuck)), "{end:?}");
    assert!(limit <= took && took < Duration::from_secs(3), "{took:?}");
}
