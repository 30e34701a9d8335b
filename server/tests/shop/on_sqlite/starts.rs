//! What SQLite's file has to do with a start: damaged, gone, or not there yet.

use crate::operator::{answer, operate};
use crate::server::{Place, TestServer, refused};

#[tokio::test]
async fn a_damaged_database_prevents_the_start() {
    let place = Place::on_sqlite();
    std::fs::create_dir_all(place.folder.path().join("data")).unwrap();
    std::fs::write(
        place.folder.path().join("data/app.sqlite"),
        "this is no database, and never was one",
    )
    .unwrap();
    let (code, said) = refused(&place, &[]).await;
    assert_ne!(code, 0);
    assert!(said.contains("the database cannot be opened"), "{said}");
}

#[tokio::test]
async fn a_database_that_is_gone_beside_a_secret_stops_the_start() {
    let TestServer { place, mut process } = TestServer::on_sqlite(&[]).await;
    process.kill();
    let data = place.folder.path().join("data");
    let database = data.join("app.sqlite");
    for file in ["app.sqlite", "app.sqlite-wal", "app.sqlite-shm"] {
        // A log that was merged into the database is gone.
        let _ = std::fs::rename(data.join(file), data.join(format!("away-{file}")));
    }
    for is_empty in [false, true] {
        if is_empty {
            std::fs::write(&database, "").unwrap();
        }
        let (code, said) = refused(&place, &[]).await;
        assert_eq!((code, said.lines().count()), (2, 1), "{said}");
        assert!(said.contains("BEGIN_ANEW=true"), "{said}");
        assert_eq!(database.exists(), is_empty, "nothing is created");
    }
    let anew = place.start(&[("BEGIN_ANEW", "true")]).await;
    assert!(anew.device().json("/api/access").await["access"] == false);
}

#[tokio::test]
async fn a_task_creates_neither_a_database_nor_a_secret() {
    let place = Place::on_sqlite();
    for task in [["find", "ann@example.com"], ["backup", "copy"]] {
        assert_eq!(operate(&place, &task).status.code(), Some(2), "{task:?}");
    }
    assert_eq!(answer(&place, &["check-config"])["database"], "none yet");
    assert!(!place.folder.path().join("data").exists());
}
