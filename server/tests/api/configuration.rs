//! What stops the start.

use std::time::{Duration, Instant};

use server::render::{self, BootError, Protection, parts};

use crate::test_server::{TestServer, refused};

#[test]
fn invalid_settings_prevent_the_start_with_one_line() {
    for (argument, word) in [
        ("--demo-pin=12", "PIN"),
        ("--public-url=http://example.com", "PAYMENTS=sandbox"),
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
fn an_address_in_use_prevents_the_start_with_one_line() {
    let running = TestServer::start(&[]);
    let address = running.url.strip_prefix("http://").unwrap();
    let (code, said) = refused(&[&format!("--metrics-bind={address}")]);
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains(address), "{said}");
}

#[test]
fn pages_that_do_not_render_in_time_prevent_the_start_with_one_line() {
    let (code, said) = refused(&["--boot-limit-ms=0"]);
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(
        said,
        "silent-partner: a page of the UI build does not finish rendering\n"
    );
}

/// Nobody can end this page, so it ends by itself, long after the start has given it up.
#[test]
fn the_start_gives_up_on_a_page_that_does_not_end() {
    render::init(Protection::Off);
    let script = "var SSR = { render() { const end = Date.now() + 6000; while (Date.now() < end); return ''; } };";
    let (limit, started) = (Duration::from_millis(300), Instant::now());
    let end = parts::snapshot(script.to_owned(), vec![String::new()], limit);
    let took = started.elapsed();
    assert!(matches!(end, Err(BootError::Stuck)), "{end:?}");
    assert!(limit <= took && took < Duration::from_secs(6), "{took:?}");
}
