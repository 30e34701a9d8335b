//! Creates the table of fingerprints for time-stamp tokens.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, blob, blob_null, integer};

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("timestamps")
            .col(blob("head").primary_key())
            .col(blob_null("token"))
            .col(integer("attempts"))
            .col(big_integer("next_attempt_at"))
            .col(big_integer("created_at"))
            .to_owned();
        manager.create_table(table).await?;
        for column in ["next_attempt_at", "created_at"] {
            let index = Index::create()
                .name(format!("timestamps_{column}"))
                .table("timestamps")
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("timestamps").to_owned())
            .await
    }
}
