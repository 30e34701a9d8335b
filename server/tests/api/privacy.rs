//! Logs and metrics tell nobody who did what.

use reqwest::Client;

use crate::test_server::TestServer;

#[tokio::test]
async fn no_input_reaches_the_log_or_the_metrics() {
    let server = TestServer::start(&["--log-level=trace", "--metrics-bind=127.0.0.1:0"]);
    let client = Client::new();
    let url = &server.url;
    let requests = [
        client.get(format!(
            "{url}/canary-path/canary@example.com?q=canary-query"
        )),
        client
            .get(format!("{url}/?payment_intent=canary-query"))
            .header("referer", "https://canary.example")
            .header("cookie", "a=canary-cookie"),
        client
            .post(format!("{url}/buy"))
            .form(&[("email", "canary@example.com")]),
        client
            .post(format!("{url}/buy"))
            .form(&[("email", "canary not an address")]),
        client.post(format!("{url}/csp-report")).body(
            r#"{"csp-report":{"violated-directive":"canary","document-uri":"https://canary"}}"#,
        ),
        client.get(format!("{url}/{}", "canary".repeat(400))),
        client.request("CANARY".parse().unwrap(), url),
    ];
    for request in requests {
        request.send().await.unwrap();
    }
    let metrics = server
        .log
        .lock()
        .unwrap()
        .split_once("Metrics on ")
        .unwrap()
        .1
        .lines()
        .next()
        .unwrap()
        .to_owned();
    let metrics = client.get(metrics).send().await.unwrap();
    let metrics = metrics.text().await.unwrap();
    assert!(
        metrics.contains("http_requests_total{method=\"POST\",route=\"/buy\",status=\"422\"} 1"),
        "{metrics}"
    );
    for name in [
        "render_seconds_bucket{",
        "render_wait_seconds_bucket{",
        "render_queue_length 0",
        "render_threads_ready",
    ] {
        assert!(metrics.contains(name), "{name} in {metrics}");
    }
    assert!(!metrics.to_lowercase().contains("canary"), "{metrics}");
    let log = server.log.lock().unwrap().clone();
    assert!(log.contains("route=\"/buy\""), "{log}");
    assert!(!log.to_lowercase().contains("canary"), "{log}");
}

#[tokio::test]
async fn log_lines_are_json_on_request() {
    let server = TestServer::start(&["--log-format=json"]);
    let log = server.log.lock().unwrap().clone();
    let line: serde_json::Value = serde_json::from_str(log.lines().last().unwrap()).unwrap();
    assert!(
        line["message"]
            .as_str()
            .unwrap()
            .contains("Listening on http://"),
        "{line}"
    );
}
