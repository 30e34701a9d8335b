//! Requests that are too large, too slow or too many.

use std::time::{Duration, Instant};

use reqwest::Method;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::test_app::{TIMEOUT, TestApp, header, read_all};

#[tokio::test]
async fn an_overlong_address_is_414() {
    let app = TestApp::spawn().await;
    let fits = format!("/?{}", "a".repeat(2046));
    assert_eq!(app.get(&fits).await.status(), 200);
    let long = app.get(&format!("{fits}a")).await;
    assert_eq!(long.status(), 414);
    assert_eq!(header(&long, "x-error-code"), "uri_too_long");
    assert_eq!(long.text().await.unwrap(), "The address is too long.");
}

#[tokio::test]
async fn too_many_or_too_long_headers_are_431() {
    let app = TestApp::spawn().await;
    let with_fields = |count: usize| {
        let mut request = String::from("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n");
        for number in 0..count {
            request.extend(["x-", &number.to_string(), ": a\r\n"]);
        }
        request + "\r\n"
    };
    assert!(
        app.raw(with_fields(62).as_bytes())
            .await
            .starts_with("HTTP/1.1 200")
    );
    let ours = app.raw(with_fields(63).as_bytes()).await;
    assert!(ours.starts_with("HTTP/1.1 431"), "{ours}");
    assert!(
        ours.contains("The request has too many or too long headers."),
        "{ours}"
    );
    let theirs = app.raw(with_fields(200).as_bytes()).await;
    assert!(theirs.starts_with("HTTP/1.1 431"), "{theirs}");
    let long = format!(
        "GET / HTTP/1.1\r\nhost: a\r\nx-long: {}\r\n\r\n",
        "a".repeat(100_000)
    );
    assert!(app.raw(long.as_bytes()).await.starts_with("HTTP/1.1 431"));
}

#[tokio::test]
async fn a_head_that_takes_over_five_seconds_is_cut_off_and_an_idle_connection_stays_open_longer() {
    let app = TestApp::spawn().await;
    let mut idle = TcpStream::connect(app.address).await.unwrap();
    let first = ask(&mut idle).await;
    assert!(first.contains("keep-alive: timeout=70\r\n"), "{first}");

    let started = Instant::now();
    let mut slow = TcpStream::connect(app.address).await.unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n")
        .await
        .unwrap();
    let (mut reader, mut writer) = slow.into_split();
    let trickle = async {
        while writer.write_all(b"x-a: b\r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    };
    tokio::select! {
        _ = read_all(&mut reader) => {}
        () = trickle => {}
    }
    let took = started.elapsed();
    assert!(took >= Duration::from_secs(4), "{took:?}");

    let second = ask(&mut idle).await;
    assert!(second.starts_with("HTTP/1.1 200"), "{second}");
    assert_eq!(app.get("/").await.status(), 200);
}

/// Sends a request, and returns the head of the response.
async fn ask(client: &mut TcpStream) -> String {
    let request = b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n";
    client.write_all(request).await.unwrap();
    let mut answer = [0; 4096];
    let length = timeout(TIMEOUT, client.read(&mut answer)).await.unwrap();
    String::from_utf8_lossy(answer.get(..length.unwrap()).unwrap()).into_owned()
}

#[tokio::test]
async fn a_request_that_does_not_name_one_host_is_400() {
    let app = TestApp::spawn().await;
    for hosts in ["", "host: a\r\nhost: b\r\n"] {
        let request = format!("GET / HTTP/1.1\r\n{hosts}connection: close\r\n\r\n");
        let answer = app.raw(request.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    }
}

#[tokio::test]
async fn a_connection_without_a_request_is_closed() {
    let app = TestApp::spawn().await;
    assert_eq!(app.raw(b"").await, "");
}

#[tokio::test]
async fn a_body_that_stops_arriving_is_answered_408() {
    let app = TestApp::spawn().await;
    let head = "POST /buy HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 10\r\nconnection: close\r\n\r\nemail";
    let answer = app.raw(head.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

#[tokio::test]
async fn reports_of_policy_violations_are_limited_in_size_and_number() {
    let app = TestApp::spawn().await;
    let send = async |body: String| {
        app.request(Method::POST, "/csp-report")
            .header("content-type", "application/csp-report")
            .body(body)
            .send()
            .await
            .unwrap()
    };
    let report = r#"{"csp-report":{"violated-directive":"script-src"}}"#;
    assert_eq!(send(report.to_owned()).await.status(), 204);
    assert_eq!(
        send(r#"[{"type":"csp-violation","body":{"effectiveDirective":"img-src"}}]"#.to_owned())
            .await
            .status(),
        204
    );
    assert_eq!(send("nonsense".to_owned()).await.status(), 400);
    assert_eq!(send(" ".repeat(9000)).await.status(), 413);
    let mut last = send(report.to_owned()).await;
    for _ in 0..10 {
        last = send(report.to_owned()).await;
    }
    assert_eq!(last.status(), 429);
    assert_eq!(
        header(&last, "ratelimit-policy"),
        r#""reports-block";q=10;w=60"#
    );
    let wait: u64 = header(&last, "retry-after").parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
}
