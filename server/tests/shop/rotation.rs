//! Another secret for the same data key beside servers that run, and another data key while none does.

use std::fs;

use serde_json::{Value, json};
use server::crypto::keys::Secret;
use server::services::data_key::Secrets;
use server::services::database::key_lock::KeyUse;
use server::services::database::{Database, DatabaseOptions};
use server::services::reseal::reseal;

use crate::device::Device;
use crate::operator::{answer, operate, operate_with, succeeds, waiting};
use crate::server::{Place, TestServer, eventually, refused};

pub(crate) const PROOF: (&str, &str) = ("VERIFY_POLICY", "proof");
const FIRST: &str = "the-first-secret-of-32-characters";
const PENDING: &str = "SELECT COUNT(*) FROM outbox_emails WHERE status = 'pending'";

pub(crate) fn rotate(place: &Place) -> Value {
    let done = answer(place, &["rotate-secret"]);
    assert_eq!(done["is_rewrapped"], true, "{done}");
    done
}

/// As if every server had been stopped for longer than `reseal` asks.
pub(crate) async fn wait_out(place: &Place) {
    place
        .execute("UPDATE server_clock SET seen_at = seen_at - 180000, ran_at = ran_at - 180000")
        .await;
}

/// Somebody who bought, and a gift that waits, with mails that wait too.
pub(crate) struct Sold {
    owner: Device,
    buyer: Device,
    pub(crate) code: String,
}

impl Sold {
    pub(crate) async fn at(server: &TestServer) -> Self {
        let (owner, buyer) = (server.device(), server.device());
        owner.buy("ann@example.com").await;
        let (_, code) = buyer.buy_gift("bob@example.com").await;
        eventually("two mails", async || {
            (server.place.number(PENDING).await == 2).then_some(())
        })
        .await;
        Self { owner, buyer, code }
    }

    /// Everything that was sealed is opened, and what was hashed is found.
    pub(crate) async fn goes_on(&self, server: &TestServer) {
        let base = &server.process.base;
        assert!(self.owner.at(base).has_access().await);
        let gift = format!("/api/gift-links/{}", self.code);
        let gift = server.device().json(&gift).await;
        assert_eq!(gift["recipientEmail"], "bob@example.com");
        assert_eq!(gift["personalMessage"], "Take care");
        let bought = self.buyer.at(base).json("/api/access?gift=true").await;
        assert!(bought.to_string().contains(&self.code), "{bought}");
        for address in ["ann@example.com", "bob@example.com"] {
            let found = answer(&server.place, &["find", address]);
            assert_eq!(found.as_array().unwrap().len(), 1, "{address}: {found}");
        }
    }

    /// The mails that waited are sent with their links; a kill before it was noted that one is sent sends it twice.
    pub(crate) async fn is_mailed(&self, place: &Place) {
        // A kill may have left one leased.
        place
            .execute("UPDATE outbox_emails SET next_attempt_at = 0, locked_until = 0")
            .await;
        eventually("the mails", async || {
            (2 <= place.mails().len()).then_some(())
        })
        .await;
        let link = format!("/gift/{}", self.code);
        let has_link = |mail: &String| mail.replace("=\r\n", "").contains(&link);
        assert!(place.mails().iter().any(has_link), "the gift's link");
    }
}

/// A server whose mails wait.
async fn with_waiting_mails() -> TestServer {
    TestServer::with(&[PROOF, ("MAIL_URL", "smtp://127.0.0.1:1")]).await
}

#[tokio::test]
async fn with_a_new_secret_a_running_server_and_the_next_start_go_on() {
    let mut server = with_waiting_mails().await;
    let sold = Sold::at(&server).await;
    let file = server.place.folder.path().join("data/server-secret");
    let before = fs::read_to_string(&file).unwrap();
    rotate(&server.place);
    assert_ne!(fs::read_to_string(&file).unwrap(), before);
    assert!(!file.with_extension("old").exists());
    sold.goes_on(&server).await;
    server.device().buy("cat@example.com").await;
    server.process.kill();
    server.process = server.place.start(&[PROOF]).await;
    sold.goes_on(&server).await;
    let found = answer(&server.place, &["find", "cat@example.com"]);
    assert_eq!(found[0]["status"], "paid", "{found}");
    let recipient = server.device();
    assert_eq!(recipient.activate(&sold.code, "bob@example.com").await, 200);
    let (code, said) = refused(&server.place, &[("SERVER_SECRET", before.as_str())]).await;
    assert_eq!((code, said.lines().count()), (2, 1), "{said}");
    assert!(said.contains("does not open this database"), "{said}");
}

#[tokio::test]
async fn what_a_run_has_left_that_was_killed_at_its_end_does_not_stop_the_next_replacement() {
    let server = TestServer::start().await;
    let file = server.place.folder.path().join("data/server-secret");
    let old = file.with_extension("old");
    let before = fs::read_to_string(&file).unwrap();
    rotate(&server.place);
    fs::write(&old, &before).unwrap();
    let between = fs::read_to_string(&file).unwrap();
    rotate(&server.place);
    assert!(!old.exists());
    for secret in [&before, &between] {
        let (code, said) = refused(&server.place, &[("SERVER_SECRET", secret.as_str())]).await;
        assert_eq!(code, 2, "{said}");
    }
}

#[tokio::test]
async fn two_replacements_at_once_wait_for_each_other_and_end() {
    let server = TestServer::start().await;
    let data = fs::File::open(server.place.folder.path().join("data")).unwrap();
    data.lock().unwrap();
    let waits = "Waiting for another task that uses the secret";
    let first = waiting(&server.place, &["rotate-secret"], waits).await;
    let second = waiting(&server.place, &["rotate-secret"], waits).await;
    drop(data);
    succeeds(first).await;
    succeeds(second).await;
    assert_eq!(answer(&server.place, &["check-config"])["secret"], "ok");
}

#[tokio::test]
async fn a_secret_in_the_settings_is_replaced_once_both_are_set() {
    let place = Place::new().await;
    let first = [("SERVER_SECRET", FIRST), ("BEGIN_ANEW", "true")];
    let mut process = place.start(&first).await;
    let owner = process.device();
    owner.buy("ann@example.com").await;
    let begun = operate_with(&place, &first[..1], &["rotate-secret"]);
    let begun: Value = serde_json::from_slice(&begun.stdout).unwrap();
    let second = begun["new_secret"].as_str().unwrap().to_owned();
    let both = [
        ("SERVER_SECRET", second.as_str()),
        ("SERVER_SECRET_OLD", FIRST),
    ];
    // Between the two steps a start may have either settings.
    for settings in [&both[..], &first[..1]] {
        process.kill();
        process = place.start(settings).await;
        assert!(owner.at(&process.base).has_access().await);
    }
    let early = operate_with(&place, &both[..1], &["check-config"]);
    assert_eq!(
        early.status.code(),
        Some(2),
        "the new one opens nothing yet"
    );
    for is_rewrapped in [true, false] {
        let done = operate_with(&place, &both, &["rotate-secret"]);
        let done: Value = serde_json::from_slice(&done.stdout).unwrap();
        assert_eq!(done["is_rewrapped"], is_rewrapped, "{done}");
    }
    process.device().start_payment("bob@example.com").await;
    process.kill();
    for settings in [&both[..], &both[..1]] {
        process = place.start(settings).await;
        assert!(owner.at(&process.base).has_access().await);
        process.kill();
    }
    assert_eq!(refused(&place, &first[..1]).await.0, 2);
}

#[tokio::test]
async fn a_reseal_waits_until_no_server_runs_and_what_people_hold_goes_on() {
    let mut server = with_waiting_mails().await;
    let sold = Sold::at(&server).await;
    let asked = json!({ "email": "ann@example.com" });
    server.device().post("/api/verify-email", &asked).await;
    eventually("the one-time link", async || {
        (server.place.number(PENDING).await == 3).then_some(())
    })
    .await;
    let early = operate(&server.place, &["reseal"]);
    let said = String::from_utf8_lossy(&early.stderr).into_owned();
    assert_eq!(early.status.code(), Some(2), "{said}");
    assert!(said.contains("stop every server"), "{said}");
    server.process.kill();
    server
        .place
        .execute("DELETE FROM outbox_emails WHERE dedupe_key LIKE 'proof %'")
        .await;
    let keys = "SELECT CAST(version AS BIGINT) FROM data_keys";
    assert_eq!(server.place.number(keys).await, 1);
    wait_out(&server.place).await;
    let done = answer(&server.place, &["reseal"]);
    assert_eq!(done["unreadable"], 0, "{done}");
    // Two orders, a gift's link, two mails, and the key that signs pushes.
    assert_eq!(done["resealed"], 6, "{done}");
    assert_eq!(server.place.number(keys).await, 2);
    let links = "SELECT COUNT(*) FROM proof_tokens";
    assert_eq!(server.place.number(links).await, 0);
    server.process = server.place.start(&[PROOF]).await;
    sold.goes_on(&server).await;
    sold.is_mailed(&server.place).await;
    let recipient = server.device();
    assert_eq!(recipient.activate(&sold.code, "bob@example.com").await, 200);
    // Gifts from after it are no different.
    let (_, code) = server.device().buy_gift("eve@example.com").await;
    assert_eq!(
        server.device().activate(&code, "eve@example.com").await,
        200
    );
}

#[tokio::test]
async fn a_task_waits_for_a_reseal_and_a_reseal_for_a_task() {
    let TestServer { place, mut process } = TestServer::start().await;
    process.device().buy("ann@example.com").await;
    process.kill();
    wait_out(&place).await;
    let secret = fs::read(place.folder.path().join("data/server-secret")).unwrap();
    let secrets = Secrets {
        current: Secret::new(&secret),
        old: None,
    };
    let db = Database::connect(&place.database_url, DatabaseOptions::default());
    let db = db.await.unwrap();
    let waits = "Waiting for another task that uses the data key";
    let alone = db.lock_key(KeyUse::Alone).await.unwrap();
    let find = waiting(&place, &["find", "ann@example.com"], waits).await;
    assert!(reseal(&db, &secrets).await.unwrap().is_some());
    drop(alone);
    let found = find.wait_with_output().unwrap();
    let found: Value = serde_json::from_slice(&found.stdout).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    let shared = db.lock_key(KeyUse::Shared).await.unwrap();
    // Other tasks need not wait.
    answer(&place, &["find", "ann@example.com"]);
    let reseal = waiting(&place, &["reseal"], waits).await;
    drop(shared);
    succeeds(reseal).await;
}
