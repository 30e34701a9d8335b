//! The operator's tasks, run beside a server on the same database.

use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

use crate::server::{Place, TestServer, eventually, refused};

/// Runs a task with the server's settings.
pub(crate) fn operate(place: &Place, arguments: &[&str]) -> Output {
    operate_with(place, &[], arguments)
}

/// The same with other settings.
pub(crate) fn operate_with(place: &Place, settings: &[(&str, &str)], arguments: &[&str]) -> Output {
    command(place, arguments)
        .envs(settings.iter().copied())
        .output()
        .unwrap()
}

fn command(place: &Place, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_silent-partner"));
    command
        .current_dir(place.folder.path())
        .env_clear()
        .env("DATABASE_URL", &place.database_url)
        .args(arguments);
    command
}

/// Starts a task and returns it when it says that it waits.
pub(crate) async fn waiting(place: &Place, arguments: &[&str], waits: &str) -> Child {
    let log = place.folder.path().join("task.log");
    let task = command(place, arguments)
        .stdout(Stdio::piped())
        .stderr(File::create(&log).unwrap())
        .spawn()
        .unwrap();
    eventually("the wait", async || {
        let said = fs::read_to_string(&log).unwrap();
        said.contains(waits).then_some(())
    })
    .await;
    task
}

/// Waits until a task ends by itself, as it should.
pub(crate) async fn succeeds(mut task: Child) {
    let status = eventually("the task's end", async || task.try_wait().unwrap()).await;
    assert!(status.success());
}

/// What a task answers.
pub(crate) fn answer(place: &Place, arguments: &[&str]) -> Value {
    let output = operate(place, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[tokio::test]
async fn an_order_is_found_by_address_payment_and_id_without_personal_data() {
    let server = TestServer::start().await;
    let device = server.device();
    let payment = device.buy("ann@example.com").await;
    let found = answer(&server.place, &["find", "Ann@Example.com"]);
    let order = found[0]["id"].as_str().unwrap();
    assert_eq!(found[0]["status"], "paid");
    assert_eq!(found[0]["payment_intent"], payment.intent);
    assert!(!found.to_string().contains("ann@"), "{found}");
    for subject in [order, &payment.intent] {
        assert_eq!(answer(&server.place, &["find", subject])[0]["id"], order);
    }
    assert_eq!(
        answer(&server.place, &["find", "bob@example.com"]),
        json!([])
    );
    let output = operate(&server.place, &["find", "no address"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("no address"));
}

#[tokio::test]
async fn a_mail_is_sent_again_for_a_paid_order_only() {
    let server = TestServer::start().await;
    let device = server.device();
    device.buy("ann@example.com").await;
    let other = server.device();
    other.start_payment("bob@example.com").await;
    server.place.mail().await;
    let order = |address: &str| {
        let found = answer(&server.place, &["find", address]);
        found[0]["id"].as_str().unwrap().to_owned()
    };
    let open = operate(&server.place, &["resend", &order("bob@example.com")]);
    assert_eq!(open.status.code(), Some(1));
    answer(&server.place, &["resend", &order("ann@example.com")]);
    eventually("the second mail", async || {
        (server.place.mails().len() == 2).then_some(())
    })
    .await;
}

#[tokio::test]
async fn an_export_holds_what_is_kept_and_an_erasure_leaves_the_payment_only() {
    let server = TestServer::with(&[("VERIFY_POLICY", "proof")]).await;
    let (device, friend, other) = (server.device(), server.device(), server.device());
    let payment = device.buy("ann@example.com").await;
    device
        .post("/api/contacts", &json!({ "phoneNumber": "000" }))
        .await;
    other
        .post("/api/verify-email", &json!({ "email": "ann@example.com" }))
        .await;
    let (_, code) = device.buy_gift("friend@example.com").await;
    let exported = answer(&server.place, &["export", "ann@example.com"]);
    assert_eq!(exported["orders"][0]["buyer_email"], "ann@example.com");
    assert_eq!(exported["verification_requests"], 1);
    eventually("all mails", async || {
        (server.place.mails().len() == 3).then_some(())
    })
    .await;
    let erased = answer(&server.place, &["erase", "ann@example.com"]);
    assert_eq!(erased["orders"], 1, "{erased}");
    assert_eq!(erased["devices"], 1, "{erased}");
    assert_eq!(
        answer(&server.place, &["find", "ann@example.com"]),
        json!([])
    );
    let kept = answer(&server.place, &["find", &payment.intent]);
    assert_eq!(
        (
            &kept[0]["amount_cents"],
            &kept[0]["devices"],
            &kept[0]["mails"]
        ),
        (&json!(999), &json!(0), &json!([]))
    );
    // The friend's gift was bought with another address and still works.
    friend.activate(&code, "friend@example.com").await;
    assert!(friend.has_access().await);
    answer(&server.place, &["erase", "friend@example.com"]);
    let buyer = "buyer@example.com";
    answer(&server.place, &["erase", buyer]);
    assert!(!friend.has_access().await);
    let again = answer(&server.place, &["erase", "ann@example.com"]);
    assert!(
        again.as_object().unwrap().values().all(|count| count == 0),
        "{again}"
    );
    let named =
        "SELECT COUNT(*) FROM purchases WHERE buyer_email_ct IS NOT NULL AND kind <> 'gift'";
    assert_eq!(server.place.number(named).await, 0);
}

#[tokio::test]
async fn a_secret_that_does_not_fit_the_database_is_refused() {
    let mut server = TestServer::start().await;
    server.device().buy("ann@example.com").await;
    assert_eq!(answer(&server.place, &["check-config"])["secret"], "ok");
    let other = ("SERVER_SECRET", "another-secret-of-32-characters-!");
    server.process.kill();
    let (code, said) = refused(&server.place, &[other]).await;
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("SERVER_SECRET"), "{said}");
    assert!(!said.contains("another-secret"), "{said}");
}

#[tokio::test]
async fn a_bucket_that_cannot_be_used_is_named_in_one_line() {
    let server = TestServer::start().await;
    let folder = answer(&server.place, &["check-config"]);
    assert_eq!(folder.get("sound_store"), None, "{folder}");
    let away = [
        ("SOUND_STORE", "s3://evidence/copies"),
        ("SOUND_STORE_ENDPOINT", "http://127.0.0.1:9"),
        ("SOUND_STORE_KEY_ID", "id"),
        ("SOUND_STORE_KEY", "not-for-the-log"),
    ];
    let checked = operate_with(&server.place, &away, &["check-config"]);
    let said = String::from_utf8_lossy(&checked.stderr);
    assert_eq!(checked.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("the bucket of SOUND_STORE cannot store an object"),
        "{said}"
    );
    assert!(!said.contains("not-for-the-log"), "{said}");
}

#[tokio::test]
async fn what_the_server_writes_is_private() {
    let server = TestServer::start().await;
    server.device().buy("ann@example.com").await;
    server.place.mail().await;
    let mut folders = vec![server.place.folder.path().join("data")];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            // A draft or a journal may be gone by now.
            let Ok(metadata) = fs::metadata(&path) else {
                continue;
            };
            assert_eq!(
                metadata.permissions().mode() & 0o077,
                0,
                "{}",
                path.display()
            );
            seen += 1;
            if metadata.is_dir() {
                folders.push(path);
            }
        }
    }
    assert!(3 <= seen);
}

#[tokio::test]
async fn while_a_task_waits_for_what_is_typed_a_server_starts() {
    let TestServer { place, mut process } = TestServer::start().await;
    process.device().buy("ann@example.com").await;
    process.kill();
    let mut find = command(&place, &["find", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = find.stdin.take().unwrap();
    drop(place.start(&[]).await);
    input.write_all(b"ann@example.com\n").unwrap();
    let found = find.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&found.stdout).contains("paid"));
}
