//! Databases that are there and empty.

use crate::operator::{answer, operate};
use crate::server::{Place, TestServer, refused};

/// How many tables somebody has created.
const TABLES: &str = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'";

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn an_empty_database_beside_a_secret_stops_the_start() {
    let server = TestServer::on_postgresql(&[]).await;
    drop(server.process);
    let mut place = Place::on_postgresql().await;
    place.folder = server.place.folder;
    let (code, said) = refused(&place, &[]).await;
    assert_eq!((code, said.lines().count()), (2, 1), "{said}");
    assert!(said.contains("BEGIN_ANEW=true"), "{said}");
    assert_eq!(place.number(TABLES).await, 0, "nothing is created");
    let anew = place.start(&[("BEGIN_ANEW", "true")]).await;
    assert!(anew.device().json("/api/access").await["access"] == false);
}

#[ignore = "needs PostgreSQL"]
#[tokio::test]
async fn a_task_creates_neither_tables_nor_a_secret() {
    let place = Place::on_postgresql().await;
    let found = operate(&place, &["find", "ann@example.com"]);
    assert_eq!(found.status.code(), Some(2));
    assert_eq!(answer(&place, &["check-config"])["database"], "none yet");
    assert_eq!(place.number(TABLES).await, 0);
    assert!(!place.folder.path().join("data").exists());
}
