//! Drops the first of two indexes of the same column.

use sea_orm_migration::prelude::*;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

const INDEX: &str = "data_links_email_hash";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::drop().name(INDEX).table("data_links").to_owned();
        manager.drop_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::create()
            .name(INDEX)
            .table("data_links")
            .col("email_hash")
            .to_owned();
        manager.create_index(index).await
    }
}
