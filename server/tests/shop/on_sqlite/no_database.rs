//! What no database has a part in, so that once is enough: settings that are refused before there is one, and alarms from memory.

use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::alarms::{METRICS, counted, lines};
use crate::server::{Place, TestServer, eventually, refused};

#[tokio::test]
async fn settings_that_confuse_simulated_and_real_payments_prevent_the_start() {
    let place = Place::on_sqlite();
    for (setting, sentence) in [
        (
            ("STRIPE_SECRET_KEY", "sk_live_1"),
            "PAYMENTS=sandbox simulates payments, but STRIPE_SECRET_KEY is set",
        ),
        (
            ("PUBLIC_URL", "http://monitor.example"),
            "PAYMENTS=sandbox would simulate payments on a public site",
        ),
        (
            ("PAYMENTS", "stripe"),
            "PAYMENTS=stripe needs STRIPE_SECRET_KEY",
        ),
        (("MAIL_URL", "ftp://user:hunter2@host"), "MAIL_URL must be"),
        (("MAIL_FROM", "nobody"), "MAIL_FROM is not an address"),
        (
            ("DATABASE_URL", "mysql://user:hunter2@host/shop"),
            "DATABASE_URL must be",
        ),
    ] {
        let (code, said) = refused(&place, &[setting]).await;
        assert_eq!(code, 2, "{setting:?}: {said}");
        assert!(said.contains(sentence), "{setting:?}: {said}");
        assert!(!said.contains("hunter2"), "{setting:?}: {said}");
    }
}

#[tokio::test]
async fn a_database_that_cannot_be_opened_prevents_the_start() {
    let place = Place::on_sqlite();
    let (code, said) = refused(
        &place,
        &[("DATABASE_URL", "sqlite:///proc/none/app.sqlite")],
    )
    .await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("the database cannot be opened"), "{said}");
}

#[tokio::test]
async fn reports_of_policy_violations_are_logged_once_a_minute() {
    let server = TestServer::on_sqlite(&[METRICS]).await;
    let device = server.device();
    let report = json!({ "csp-report": { "violated-directive": "script-src" } });
    for _ in 0..5 {
        assert_eq!(device.post("/csp-report", &report).await.status(), 204);
    }
    let said = lines(&server.process, "reported a policy violation");
    assert_eq!(said.len(), 1, "{said:?}");
    assert_eq!(counted(&server.process, "policy_report").await, 5);
}

#[tokio::test]
async fn faults_are_there_with_0_so_that_the_first_one_is_an_increase() {
    let server = TestServer::on_sqlite(&[METRICS]).await;
    for kind in ["fault", "render", "busy", "mail_given_up"] {
        assert_eq!(counted(&server.process, kind).await, 0, "{kind}");
    }
}

#[tokio::test]
async fn a_body_that_finds_no_memory_is_counted_as_busy() {
    let server = TestServer::on_sqlite(&[METRICS]).await;
    let address = server.process.base.trim_start_matches("http://").to_owned();
    let head = "POST /api/webhooks/stripe HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n";
    let almost_all = [head.as_bytes(), &vec![b' '; 499_999]].concat();
    let mut clients = Vec::new();
    for _ in 0..40 {
        let mut client = TcpStream::connect(&address).await.unwrap();
        // A connection whose body is refused ends before all of it is sent.
        let _ = client.write_all(&almost_all).await;
        clients.push(client);
    }
    eventually("the alarm", async || {
        (0 < counted(&server.process, "busy").await).then_some(())
    })
    .await;
    eventually("its one line", async || {
        (lines(&server.process, "BodyMemory").len() == 1).then_some(())
    })
    .await;
}
