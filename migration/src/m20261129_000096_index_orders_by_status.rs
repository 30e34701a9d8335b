//! Finds unpaid orders by when they are to be checked, among many paid ones.

use sea_orm_migration::prelude::*;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

const INDEX: &str = "purchases_status_check";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::create()
            .name(INDEX)
            .table("purchases")
            .col("status")
            .col("next_check_at")
            .to_owned();
        manager.create_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::drop().name(INDEX).table("purchases").to_owned();
        manager.drop_index(index).await
    }
}
