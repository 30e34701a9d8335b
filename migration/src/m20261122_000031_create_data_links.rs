//! Creates the table of links by which people see and erase what is kept about them, and says of each request for a mail what it is for.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, blob, blob_null, string_len};

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let purpose = Table::alter()
            .table("verification_requests")
            .add_column(string_len("purpose", 16).default("access"))
            .to_owned();
        manager.alter_table(purpose).await?;
        let links = Table::create()
            .table("data_links")
            .col(blob("token_hash").primary_key())
            .col(blob_null("email_hash"))
            .col(big_integer("expires_at"))
            .to_owned();
        manager.create_table(links).await?;
        for column in ["email_hash", "expires_at"] {
            let index = Index::create()
                .name(format!("data_links_{column}"))
                .table("data_links")
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }

    /// Mails and requests that the older version does not know are deleted.
    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for unknown in [
            "DELETE FROM outbox_emails WHERE template = 'data'",
            "DELETE FROM verification_requests WHERE purpose = 'data'",
        ] {
            connection.execute_unprepared(unknown).await?;
        }
        manager
            .drop_table(Table::drop().table("data_links").to_owned())
            .await?;
        let purpose = Table::alter()
            .table("verification_requests")
            .drop_column("purpose")
            .to_owned();
        manager.alter_table(purpose).await
    }
}
