//! Creates the table of the keys that sign receipts.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, blob, blob_null, integer};

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("receipt_keys")
            .col(integer("number").primary_key())
            .col(blob("public_key"))
            .col(blob_null("private_ct"))
            .col(big_integer("made_at"))
            .col(big_integer_null("ended_at"))
            .to_owned();
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("receipt_keys").to_owned())
            .await
    }
}
