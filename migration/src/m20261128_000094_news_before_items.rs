//! Stores with each item the place of the news before it, so that whoever reads it learns whether some were deleted unread.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("watch_items")
            .add_column(big_integer("news_before").default(0))
            .to_owned();
        manager.alter_table(column).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("watch_items")
            .drop_column("news_before")
            .to_owned();
        manager.alter_table(column).await
    }
}
