//! Notes where an order is paid, so that a device's order is open at one place only.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::boolean;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("purchases")
                    .add_column(boolean("is_hosted").default(false))
                    .to_owned(),
            )
            .await?;
        let hosted = "UPDATE purchases SET is_hosted = TRUE WHERE checkout_session_id IS NOT NULL";
        manager.get_connection().execute_unprepared(hosted).await?;
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("purchases")
                    .drop_column("is_hosted")
                    .to_owned(),
            )
            .await
    }
}
