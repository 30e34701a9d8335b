//! Mails go out once, whatever happens in between.

use server::services::outbox::{self, SendOutcome, StoreOutcome};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _};

use crate::device::GOOD_CARD;
use crate::operator::{answer, operate_with};
use crate::server::{Place, TestServer, eventually};

/// What a mail server answers that lets everybody in.
const NO_LOGIN: &str = "250 mail.example\r\n";
const WAITING: &str = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending'";

#[tokio::test]
async fn a_mail_is_sent_once_the_mail_server_works_and_is_then_wiped() {
    let place = Place::new().await;
    // Nobody listens on this port.
    let mut process = place.start(&[("MAIL_URL", "smtp://127.0.0.1:9")]).await;
    let device = process.device();
    device.buy("ann@example.com").await;
    let tried = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending' AND attempts = 1 AND locked_until = 0";
    eventually("a try", async || {
        (place.number(tried).await == 1).then_some(())
    })
    .await;
    assert!(place.mails().is_empty());
    process.kill();
    place
        .execute("UPDATE outbox_emails SET next_attempt_at = 0")
        .await;
    let _process = place.start(&[]).await;
    place.mail().await;
    let wiped = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'sent' AND to_ct IS NULL AND params_ct IS NULL";
    eventually("the wiping", async || {
        (place.number(wiped).await == 1).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_mail_says_what_the_order_cost_also_where_another_release_has_another_price() {
    let place = Place::new().await;
    let mut process = place.start(&[("MAIL_URL", "smtp://127.0.0.1:9")]).await;
    process.device().buy("ann@example.com").await;
    process.kill();
    for sql in [
        "UPDATE purchases SET amount_cents = 1250",
        "UPDATE outbox_emails SET next_attempt_at = 0, locked_until = 0",
    ] {
        place.execute(sql).await;
    }
    let _process = place.start(&[]).await;
    let mail = place.mail().await;
    assert!(mail.contains("Order total: US$12.50, paid once."), "{mail}");
}

#[tokio::test]
async fn two_processes_send_every_mail_once() {
    let server = TestServer::with(&[("MAIL_URL", "smtp://127.0.0.1:9")]).await;
    for number in 0..30 {
        let device = server.device();
        let payment = device
            .start_payment(&format!("ann{number}@example.com"))
            .await;
        device.confirm(&payment, GOOD_CARD).await;
    }
    let queued = "SELECT COUNT(*) FROM outbox_emails";
    eventually("the mails", async || {
        (server.place.number(queued).await == 30).then_some(())
    })
    .await;
    let TestServer { place, mut process } = server;
    process.kill();
    place
        .execute("UPDATE outbox_emails SET next_attempt_at = 0, locked_until = 0")
        .await;
    let (_one, _two) = tokio::join!(place.start(&[]), place.start(&[]));
    eventually("all mails", async || {
        (place.number(WAITING).await == 0).then_some(())
    })
    .await;
    assert_eq!(place.mails().len(), 30);
}

#[tokio::test]
async fn a_mail_whose_sending_was_cut_off_is_sent_again_with_the_same_id() {
    let place = Place::new().await;
    let mut process = place.start(&[("MAIL_URL", "smtp://127.0.0.1:9")]).await;
    process.device().buy("ann@example.com").await;
    process.kill();
    place
        .execute("CREATE TABLE unsent AS SELECT * FROM outbox_emails")
        .await;
    let mut ids = Vec::new();
    for number in 1..=2 {
        // As a process leaves the row that is killed after the mail server took the mail and before it has noted that.
        for sql in [
            "DELETE FROM outbox_emails",
            "INSERT INTO outbox_emails SELECT * FROM unsent",
            "UPDATE outbox_emails SET next_attempt_at = 0, locked_until = 1",
        ] {
            place.execute(sql).await;
        }
        let mut process = place.start(&[]).await;
        let mails = eventually("a mail", async || {
            let mails = place.mails();
            (mails.len() == number).then_some(mails)
        })
        .await;
        process.kill();
        ids = mails.iter().map(|mail| id(mail)).collect();
    }
    assert_eq!(ids[0], ids[1]);
    assert!(ids[0].ends_with("@localhost.localdomain>"), "{}", ids[0]);
}

/// The line with the mail's id.
pub(crate) fn id(mail: &str) -> String {
    let mut lines = mail.lines();
    let id = lines.find(|line| line.to_lowercase().starts_with("message-id:"));
    id.unwrap().to_owned()
}

/// A mail server that refuses every sender with a status of its own, as one does after its password was changed. It answers `offers`
/// when it is asked what it can.
async fn refusing_mail_server(offers: &'static str) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            tokio::spawn(async move {
                let mut stream = tokio::io::BufReader::new(stream);
                let mut answer = "220 mail.example\r\n";
                loop {
                    let mut line = String::new();
                    let sent = stream.get_mut().write_all(answer.as_bytes()).await;
                    let read = stream.read_line(&mut line).await;
                    if sent.is_err() || !matches!(read, Ok(1..)) {
                        return;
                    }
                    answer = match line.get(..4) {
                        Some("EHLO") => offers,
                        Some("RSET" | "NOOP") => "250 OK\r\n",
                        Some("QUIT") => "221 Bye\r\n",
                        _ => "535 5.7.8 Authentication failed for ann@example.com\r\n",
                    };
                }
            });
        }
    });
    url
}

// The task's process is waited for, while the mail server answers on another thread.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn check_config_tries_the_mail_server_and_says_in_one_line_why_it_cannot_be_used() {
    let server = TestServer::start().await;
    let folder = answer(&server.place, &["check-config"]);
    assert_eq!(folder.get("mail"), None, "{folder}");
    let no_login = refusing_mail_server(NO_LOGIN).await;
    let login = refusing_mail_server("250-mail.example\r\n250 AUTH PLAIN\r\n").await;
    let as_ann = |url: &str| url.replace("smtp://", "smtp://ann:not-for-the-log@");
    for (url, fault) in [
        (as_ann(&login), "the mail server answered 535"),
        (as_ann(&no_login), "does not offer what MAIL_URL asks for"),
        (
            "smtp://127.0.0.1:9".to_owned(),
            "the mail server did not answer",
        ),
    ] {
        let checked = operate_with(&server.place, &[("MAIL_URL", &url)], &["check-config"]);
        let said = String::from_utf8_lossy(&checked.stderr);
        assert_eq!(checked.status.code(), Some(2), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(fault), "{said}");
        assert!(!said.contains("not-for-the-log"), "{said}");
    }
    let taken = operate_with(&server.place, &[("MAIL_URL", &no_login)], &["check-config"]);
    let said = String::from_utf8_lossy(&taken.stdout);
    assert!(
        said.contains("\"mail\":\"ok\"") || said.contains("\"mail\": \"ok\""),
        "{said}"
    );
}

#[tokio::test]
async fn a_refused_mail_is_tried_for_days_and_then_wiped_and_an_operator_can_have_it_sent() {
    let url = refusing_mail_server(NO_LOGIN).await;
    let settings = [("MAIL_URL", url.as_str())];
    let TestServer { place, mut process } = TestServer::with(&settings).await;
    process.device().buy("ann@example.com").await;
    let waits = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending' AND attempts = 1 AND locked_until = 0 AND to_ct IS NOT NULL";
    eventually("a try", async || {
        (place.number(waits).await == 1).then_some(())
    })
    .await;
    assert!(process.said().contains("the mail server answered 535"));
    process.kill();
    let days = 4 * 86_400_000_i64 + 80_000_000;
    let later = format!(
        "UPDATE outbox_emails SET next_attempt_at = 0, created_at = created_at - {days}, attempts = 90"
    );
    place.execute(&later).await;
    let mut process = place.start(&settings).await;
    let waits = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending' AND attempts = 91 AND locked_until = 0";
    eventually("another try", async || {
        (place.number(waits).await == 1).then_some(())
    })
    .await;
    process.kill();
    let later =
        format!("UPDATE outbox_emails SET next_attempt_at = 0, created_at = created_at - {days}");
    place.execute(&later).await;
    let mut process = place.start(&settings).await;
    let dead = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'dead' AND to_ct IS NULL AND params_ct IS NULL";
    eventually("the end", async || {
        (place.number(dead).await == 1).then_some(())
    })
    .await;
    assert!(!process.said().contains("ann@example.com"));
    process.kill();
    let _works = place.start(&[]).await;
    let found = answer(&place, &["find", "ann@example.com"]);
    answer(&place, &["resend", found[0]["id"].as_str().unwrap()]);
    assert!(place.mail().await.contains("ann@example.com"));
}

#[tokio::test]
async fn a_mail_that_cannot_be_opened_keeps_no_other_waiting() {
    let place = Place::new().await;
    let mut process = place.start(&[("MAIL_URL", "smtp://127.0.0.1:9")]).await;
    for name in ["ann", "bob", "cleo"] {
        process.device().buy(&format!("{name}@example.com")).await;
    }
    process.kill();
    for sql in [
        "UPDATE outbox_emails SET next_attempt_at = 5, locked_until = 0",
        // One that is damaged comes first.
        "UPDATE outbox_emails SET next_attempt_at = 1, to_ct = params_ct WHERE id = (SELECT id FROM outbox_emails LIMIT 1)",
    ] {
        place.execute(sql).await;
    }
    let _process = place.start(&[]).await;
    let sent = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'sent'";
    eventually("the others", async || {
        (place.number(sent).await == 2).then_some(())
    })
    .await;
    let kept = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending' AND to_ct IS NOT NULL AND 0 < attempts";
    assert_eq!(place.number(kept).await, 1);
}

#[tokio::test]
async fn a_worker_that_lost_its_lease_stores_nothing() {
    let url = "smtp://127.0.0.1:9";
    let TestServer { place, mut process } = TestServer::with(&[("MAIL_URL", url)]).await;
    process.device().buy("ann@example.com").await;
    process.kill();
    let db = server::services::database::Database::open(
        &place.database_url,
        server::services::database::DatabaseOptions::default(),
    )
    .await
    .unwrap();
    let due = "UPDATE outbox_emails SET next_attempt_at = 0, locked_until = 0";
    place.execute(due).await;
    let slow = outbox::lease(&db).await.unwrap().unwrap();
    assert!(
        outbox::lease(&db).await.unwrap().is_none(),
        "one lease at a time"
    );
    place
        .execute("UPDATE outbox_emails SET locked_until = 1")
        .await;
    let other = outbox::lease(&db).await.unwrap().unwrap();
    let lost = outbox::finish(&db, &slow, SendOutcome::Sent).await.unwrap();
    assert_eq!(lost, StoreOutcome::LeaseLost);
    let failed = outbox::finish(&db, &other, SendOutcome::Failed)
        .await
        .unwrap();
    assert_eq!(failed, StoreOutcome::Stored);
    assert_eq!(place.number(WAITING).await, 1);
}
