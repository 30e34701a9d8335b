//! Stores when a server last ran, by a clock that a server's doubts do not concern.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer_null;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("server_clock")
            .add_column(big_integer_null("ran_at"))
            .to_owned();
        manager.alter_table(column).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("server_clock")
            .drop_column("ran_at")
            .to_owned();
        manager.alter_table(column).await
    }
}
