//! Indexes what the jobs look for, so that they stay quick with millions of rows, and stores when an order is to be checked next.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer_null;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

/// The indexes by name: a table and its columns.
const INDEXES: &[(&str, &str, &[&str])] = &[
    ("device_sessions_seen", "device_sessions", &["seen_at"]),
    (
        "webhook_events_received",
        "webhook_events",
        &["received_at"],
    ),
    (
        "verification_requests_open",
        "verification_requests",
        &["processed_at", "created_at"],
    ),
    ("proof_tokens_purchase", "proof_tokens", &["purchase_id"]),
    ("proof_tokens_expiry", "proof_tokens", &["expires_at"]),
    ("outbox_emails_created", "outbox_emails", &["created_at"]),
    ("purchases_next_check", "purchases", &["next_check_at"]),
];
/// The indexes that nothing uses, with the columns that they had.
const UNUSED: &[(&str, &str, &[&str])] = &[
    ("purchases_checked", "purchases", &["checked_at"]),
    (
        "verification_requests_email",
        "verification_requests",
        &["email_hash", "created_at"],
    ),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("purchases")
            .add_column(big_integer_null("next_check_at"))
            .to_owned();
        manager.alter_table(column).await?;
        // In milliseconds: unpaid orders after nine minutes, others after a day.
        let check = "UPDATE purchases SET next_check_at = checked_at
            + CASE WHEN status IN ('pending', 'canceled') THEN 540000 ELSE 86400000 END
            WHERE status <> 'refunded' AND kind <> 'gift_redemption'";
        manager.get_connection().execute_unprepared(check).await?;
        drop(manager, UNUSED).await?;
        create(manager, INDEXES).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        drop(manager, INDEXES).await?;
        create(manager, UNUSED).await?;
        let column = Table::alter()
            .table("purchases")
            .drop_column("next_check_at")
            .to_owned();
        manager.alter_table(column).await
    }
}

async fn create(
    manager: &SchemaManager<'_>,
    indexes: &[(&'static str, &'static str, &'static [&'static str])],
) -> Result<(), DbErr> {
    for (name, table, columns) in indexes {
        let mut index = Index::create();
        index.name(*name).table(*table);
        for column in *columns {
            index.col(*column);
        }
        manager.create_index(index).await?;
    }
    Ok(())
}

async fn drop(
    manager: &SchemaManager<'_>,
    indexes: &[(&'static str, &'static str, &'static [&'static str])],
) -> Result<(), DbErr> {
    for (name, table, _) in indexes {
        let index = Index::drop().name(*name).table(*table).to_owned();
        manager.drop_index(index).await?;
    }
    Ok(())
}
