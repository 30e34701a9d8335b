//! Creates the row that says when a server last worked on the database. Its first value is the newest time in the rows.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, integer};

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

/// An empty database has none, and the first start makes it.
const FROM_THE_ROWS: &str = "INSERT INTO server_clock (id, seen_at, trusted)
    SELECT 1, newest, 0 FROM (
        SELECT MAX(known_at) AS newest FROM (
            SELECT MAX(seen_at) AS known_at FROM device_sessions
            UNION ALL SELECT MAX(updated_at) FROM purchases
            UNION ALL SELECT MAX(created_at) FROM outbox_emails
            UNION ALL SELECT MAX(created_at) FROM watch_items
        ) AS times
    ) AS known WHERE newest IS NOT NULL";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("server_clock")
            .col(integer("id").primary_key())
            .col(big_integer("seen_at"))
            .col(integer("trusted"))
            .to_owned();
        manager.create_table(table).await?;
        let connection = manager.get_connection();
        connection.execute_unprepared(FROM_THE_ROWS).await?;
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("server_clock").to_owned())
            .await
    }
}
