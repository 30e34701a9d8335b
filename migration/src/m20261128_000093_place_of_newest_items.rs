//! Stores the place of the newest item that was to be pushed, which items that were deleted do not tell.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("watches")
            .add_column(big_integer("newest_down").default(0))
            .to_owned();
        manager.alter_table(column).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("watches")
            .drop_column("newest_down")
            .to_owned();
        manager.alter_table(column).await
    }
}
