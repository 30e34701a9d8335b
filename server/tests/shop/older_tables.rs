//! A binary beside a database whose tables are older or newer than itself: only a start changes them.

use migration::{Migrator, MigratorTrait as _};
use sea_orm::DatabaseConnection;
use serde_json::{Value, json};

use crate::operator::operate;
use crate::server::{Place, TestServer, refused};

const NEWEST: &str = "SELECT COUNT(*) FROM seaql_migrations";
const TASKS: &[&[&str]] = &[
    &["find", "ann@example.com"],
    &["export", "ann@example.com"],
    &["erase", "ann@example.com"],
    &["resend", "00000000-0000-7000-8000-000000000000"],
    &["rotate-secret"],
    &["reseal"],
    &["trust-clock"],
];

/// A place with one order that a server of an older version has left: the last migrations are taken back.
async fn older(migrations: u32) -> Place {
    let TestServer { place, mut process } = TestServer::start().await;
    process.device().buy("ann@example.com").await;
    process.kill();
    let database = place.database().await;
    Migrator::down(&database, Some(migrations)).await.unwrap();
    database.close().await.unwrap();
    place
}

/// Takes back the last migration whose name ends like this, and all later ones.
pub(crate) async fn take_back(database: &DatabaseConnection, end: &str) {
    let all = Migrator::migrations();
    let first = all.iter().rposition(|one| one.name().ends_with(end));
    let later = u32::try_from(all.len() - first.unwrap()).unwrap();
    Migrator::down(database, Some(later)).await.unwrap();
}

/// The bytes of the database file; nothing for PostgreSQL.
fn bytes(place: &Place) -> Vec<u8> {
    std::fs::read(place.folder.path().join("data/app.sqlite")).unwrap_or_default()
}

fn line(place: &Place, task: &[&str]) -> String {
    let output = operate(place, task);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{task:?}: {said}");
    assert!(output.stdout.is_empty(), "{task:?}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[tokio::test]
async fn a_check_names_the_migrations_that_a_start_would_run_and_changes_nothing() {
    let all: Vec<String> = Migrator::migrations()
        .iter()
        .map(|one| one.name().to_owned())
        .collect();
    let of_secrets = all
        .iter()
        .position(|name| name.ends_with("version_secrets"));
    let with_secrets = all.len() - of_secrets.unwrap();
    for (migrations, secret) in [
        (0, "ok"),
        (with_secrets - 1, "ok"),
        (with_secrets, "not checked before the pending migrations"),
    ] {
        let place = older(u32::try_from(migrations).unwrap()).await;
        let (applied, before) = (place.number(NEWEST).await, bytes(&place));
        let output = operate(&place, &["check-config"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        let checked: Value = serde_json::from_slice(&output.stdout).unwrap();
        let pending = &all[all.len() - migrations..];
        let named = checked
            .get("pending_migrations")
            .cloned()
            .unwrap_or(json!([]));
        assert_eq!(named, json!(pending));
        assert_eq!(
            (&checked["database"], &checked["secret"]),
            (&json!("ok"), &json!(secret))
        );
        assert_eq!(place.number(NEWEST).await, applied);
        assert!(
            bytes(&place) == before,
            "not a byte of the file has changed"
        );
    }
}

#[tokio::test]
async fn a_check_beside_a_running_server_changes_nothing() {
    let server = TestServer::start().await;
    server.device().buy("ann@example.com").await;
    for _ in 0..2 {
        assert!(operate(&server.place, &["check-config"]).status.success());
    }
    server.device().buy("bob@example.com").await;
    let found = operate(&server.place, &["find", "bob@example.com"]);
    assert!(String::from_utf8_lossy(&found.stdout).contains("paid"));
}

#[tokio::test]
async fn a_task_refuses_tables_that_are_older_and_leaves_them_to_a_start() {
    let place = older(1).await;
    let applied = place.number(NEWEST).await;
    for task in TASKS {
        let said = line(&place, task);
        assert!(
            said.contains("older than this program") && said.contains("start the server"),
            "{said}"
        );
    }
    assert_eq!(place.number(NEWEST).await, applied);
    if place.database_url.starts_with("sqlite:") {
        // The copy for the way back is made before the upgrade.
        assert!(operate(&place, &["backup", "copy.sqlite"]).status.success());
        assert_eq!(place.number(NEWEST).await, applied);
    }
    drop(place.start(&[]).await);
    assert_eq!(place.number(NEWEST).await, applied + 1);
    let found = operate(&place, &["find", "ann@example.com"]);
    assert!(String::from_utf8_lossy(&found.stdout).contains("paid"));
}

#[tokio::test]
async fn tables_that_are_newer_are_refused_by_tasks_checks_and_starts() {
    let place = older(0).await;
    place
        .execute("INSERT INTO seaql_migrations (version, applied_at) VALUES ('m29991231_000001_later', 1)")
        .await;
    for task in TASKS.iter().chain(&[&["check-config"][..]]) {
        let said = line(&place, task);
        assert!(said.contains("newer than this program"), "{said}");
    }
    let (code, said) = refused(&place, &[]).await;
    assert_eq!((code, said.lines().count()), (2, 1), "{said}");
    assert!(said.contains("newer than this program"), "{said}");
}
