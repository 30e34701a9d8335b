//! Replacing the server's secret, step by step, beside servers that run.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

use crate::proof::link_token;
use crate::server::{Place, TestServer, eventually, refused};

const PROOF: (&str, &str) = ("VERIFY_POLICY", "proof");

fn command(place: &Place, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_silent-partner"));
    command
        .current_dir(place.folder.path())
        .env_clear()
        .env("DATABASE_URL", &place.database_url)
        .args(arguments);
    command
}

fn task(place: &Place, arguments: &[&str]) -> Output {
    command(place, arguments).output().unwrap()
}

pub(crate) fn rotate(place: &Place) -> Value {
    let output = task(place, &["rotate-secret"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A `rotate-secret` that may take long.
pub(crate) struct Replacement {
    child: Child,
    log: PathBuf,
}

impl Replacement {
    pub(crate) fn begin(place: &Place) -> Self {
        let log = place.folder.path().join("replacement");
        let mut command = command(place, &["rotate-secret"]);
        command
            .stdout(Stdio::piped())
            .stderr(File::create(&log).unwrap());
        let child = command.spawn().unwrap();
        Self { child, log }
    }

    /// What it has written to standard error so far.
    pub(crate) fn said(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    /// What it answers.
    pub(crate) fn end(self) -> Value {
        let log = self.log;
        let output = self.child.wait_with_output().unwrap();
        assert!(
            output.status.success(),
            "{}",
            fs::read_to_string(log).unwrap()
        );
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

#[tokio::test]
async fn with_a_new_secret_purchases_gifts_mails_and_links_go_on_working() {
    // Nobody takes mails, so that they wait while the secret is replaced.
    let settings = [PROOF, ("MAIL_URL", "smtp://127.0.0.1:1")];
    let TestServer { place, mut process } = TestServer::with(&settings).await;
    let (owner, buyer) = (process.device(), process.device());
    owner.buy("ann@example.com").await;
    let (_, code) = buyer.buy_gift("bob@example.com").await;
    let asked = json!({ "email": "ann@example.com" });
    process.device().post("/api/verify-email", &asked).await;
    let waiting = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending'";
    eventually("three mails", async || {
        (place.number(waiting).await == 3).then_some(())
    })
    .await;

    assert!(rotate(&place)["next"].as_str().unwrap().contains("restart"));
    let early = task(&place, &["rotate-secret"]);
    assert_eq!(early.status.code(), Some(1));
    assert!(owner.has_access().await, "nothing has changed yet");
    process.kill();

    // The kill may have left a mail leased.
    place
        .execute("UPDATE outbox_emails SET next_attempt_at = 0, locked_until = 0")
        .await;
    let mut process = place.start(&[PROOF]).await;
    eventually("the mails", async || {
        (place.mails().len() == 3).then_some(())
    })
    .await;
    let gift_link = format!("/gift/{code}");
    let shown = |mail: &String| mail.replace("=\r\n", "").contains(&gift_link);
    assert!(
        place.mails().iter().any(shown),
        "the gift's mail has its link"
    );
    let newer = process.device();
    newer.buy("cat@example.com").await;
    let second = process.device();
    second.post("/api/verify-email", &asked).await;

    // The link's token is known to its recipient alone.
    let done = rotate(&place);
    assert!(3 <= done["resealed"].as_u64().unwrap(), "{done}");
    assert!(
        done["old_secret"]
            .as_str()
            .unwrap()
            .contains("one-time links"),
        "{done}"
    );
    let server = TestServer { process, place };
    let token = link_token(&server).await;
    let confirmed = second
        .at(&server.process.base)
        .submit("/redownload/confirm", &[("token", &token)])
        .await;
    assert_eq!(confirmed.status(), 303);
    assert!(second.at(&server.process.base).has_access().await);
    let TestServer {
        place,
        process: running,
    } = server;
    process = running;

    place
        .execute("UPDATE proof_tokens SET expires_at = 1")
        .await;
    let done = rotate(&place);
    assert_eq!(
        (&done["resealed"], &done["old_secret"]),
        (&json!(0), &json!("not needed any more"))
    );
    assert!(!place.folder.path().join("data/server-secret.old").exists());
    process.kill();
    let process = place.start(&[PROOF]).await;
    let at = |device: &crate::device::Device| device.at(&process.base);
    assert!(at(&owner).has_access().await && at(&newer).has_access().await);
    let path = format!("/api/gift-links/{code}");
    let gift = at(&second).json(&path).await;
    assert_eq!(gift["recipientEmail"], "bob@example.com");
    assert_eq!(gift["personalMessage"], "Take care");
    let bought = at(&buyer).json("/api/access?gift=true").await;
    assert!(bought.to_string().contains(&code), "{bought}");
    let recipient = process.device();
    assert_eq!(recipient.activate(&code, "bob@example.com").await, 200);
    for (address, orders) in [("ann@example.com", 1), ("bob@example.com", 1)] {
        let found: Value =
            serde_json::from_slice(&task(&place, &["find", address]).stdout).unwrap();
        assert_eq!(
            found.as_array().unwrap().len(),
            orders,
            "{address}: {found}"
        );
    }
    let other = ("SERVER_SECRET", "another-secret-of-32-characters-!");
    assert_eq!(refused(&place, &[other]).await.0, 2);
}

#[tokio::test]
async fn a_process_that_was_not_restarted_with_the_new_secret_is_not_ready_and_writes_nothing() {
    let TestServer {
        place,
        process: stale,
    } = TestServer::start().await;
    let owner = stale.device();
    owner.buy("ann@example.com").await;
    rotate(&place);
    let restarted = place.start(&[]).await;
    // At once, before anything has told the process.
    let orders = "SELECT COUNT(*) FROM purchases";
    let before = place.number(orders).await;
    for (path, body) in [
        (
            "/api/create-payment-intent",
            json!({ "email": "bob@example.com" }),
        ),
        ("/api/contacts", json!({ "phoneNumber": "000" })),
    ] {
        let refused = stale.device().post(path, &body).await;
        assert_eq!(refused.status(), 503, "{path}");
    }
    assert_eq!(place.number(orders).await, before);
    eventually("503 for what is read", async || {
        let answer = owner.get("/api/access").await;
        (answer.status() == 503).then_some(())
    })
    .await;
    assert!(owner.at(&restarted.base).has_access().await);
    eventually("a good answer", async || {
        (restarted.device().get("/readyz").await.status() == 200).then_some(())
    })
    .await;
    eventually("503", async || {
        (stale.device().get("/readyz").await.status() == 503).then_some(())
    })
    .await;
    assert!(stale.said().contains("does not fit the database any more"));
    let old = place.folder.path().join("data/server-secret.old");
    fs::rename(&old, place.folder.path().join("away")).unwrap();
    let (code, said) = refused(&place, &[]).await;
    assert_eq!((code, said.lines().count()), (2, 1), "{said}");
    assert!(said.contains("SERVER_SECRET_OLD"), "{said}");
}

/// Orders that a process begins while another one starts with the new secret.
#[tokio::test]
async fn what_is_sealed_while_the_secret_is_replaced_is_opened_after_it() {
    let TestServer {
        place,
        process: mut stale,
    } = TestServer::start().await;
    stale.device().buy("first@example.com").await;
    rotate(&place);
    let mut writers = tokio::task::JoinSet::new();
    let (begun, mut orders) = tokio::sync::mpsc::unbounded_channel();
    for writer in 0..4 {
        let device = stale.device();
        let begun = begun.clone();
        writers.spawn(async move {
            let mut taken = Vec::new();
            for number in 0.. {
                let address = format!("w{writer}n{number}@example.com");
                let body = json!({ "email": address });
                let answer = device.post("/api/create-payment-intent", &body).await;
                match answer.status().as_u16() {
                    200 => {
                        taken.push(address);
                        let _ = begun.send(());
                    }
                    503 => break,
                    other => panic!("{other}"),
                }
            }
            taken
        });
    }
    drop(begun);
    orders
        .recv()
        .await
        .expect("an order is begun before the restart");
    let restarted = place.start(&[]).await;
    let taken = writers.join_all().await.concat();
    let done = rotate(&place);
    assert_eq!(done["old_secret"], "not needed any more", "{done}");
    stale.kill();
    drop(restarted);
    drop(place.start(&[]).await);
    for address in taken {
        let found = task(&place, &["export", &address]);
        let said = String::from_utf8_lossy(&found.stdout).into_owned();
        assert!(said.contains(&address), "{address}: {said}");
    }
}

#[tokio::test]
async fn before_a_server_uses_the_new_secret_no_mail_is_sealed_with_it() {
    let server = TestServer::start().await;
    server.device().buy("ann@example.com").await;
    let found = task(&server.place, &["find", "ann@example.com"]);
    let found: Value = serde_json::from_slice(&found.stdout).unwrap();
    let order = found[0]["id"].as_str().unwrap().to_owned();
    rotate(&server.place);
    let early = task(&server.place, &["resend", &order]);
    assert_eq!(early.status.code(), Some(1));
    let said = String::from_utf8_lossy(&early.stderr).into_owned();
    assert!(said.contains("no server has started"), "{said}");
}
