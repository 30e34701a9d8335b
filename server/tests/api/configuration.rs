//! Settings that stop the start.

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
