//! A database of a test's own on the PostgreSQL of `TEST_POSTGRES_URL`.

use sea_orm::{ConnectionTrait as _, Database};

/// Makes an empty database and returns its URL.
pub(crate) async fn create() -> String {
    let url = std::env::var_os("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL names a PostgreSQL");
    let url = url.into_string().unwrap();
    let name = format!("shop_{:016x}", rand::random::<u64>());
    let admin = Database::connect(&url).await.unwrap();
    admin
        .execute_unprepared(&format!("CREATE DATABASE {name}"))
        .await
        .unwrap();
    admin.close().await.unwrap();
    // `postgres://user:password@host:port`, with or without the name of a database behind it.
    let authority = url.split('/').nth(2).unwrap();
    format!("postgres://{authority}/{name}")
}
