//! Makes room for a second secret: the table of secrets that rows were written with, and the sealed code of a gift whose secret was
//! replaced.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, blob, blob_null, integer};

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("server_secrets")
            .col(integer("version").primary_key())
            .col(blob("check_ct"))
            .col(big_integer("created_at"))
            .to_owned();
        manager.create_table(table).await?;
        let column = Table::alter()
            .table("gift_links")
            .add_column(blob_null("code_ct"))
            .to_owned();
        manager.alter_table(column).await
    }

    /// A gift that was bought before the secret was replaced no longer shows its code.
    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("gift_links")
            .drop_column("code_ct")
            .to_owned();
        manager.alter_table(column).await?;
        manager
            .drop_table(Table::drop().table("server_secrets").to_owned())
            .await
    }
}
