//! Removes the end of gift links: only a refund or a dispute revokes them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer_null;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("gift_links")
                    .drop_column("expires_at")
                    .to_owned(),
            )
            .await
    }

    /// Links that were paid for can be redeemed for another year.
    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("gift_links")
                    .add_column(big_integer_null("expires_at"))
                    .to_owned(),
            )
            .await?;
        let year: i64 = 365 * 86_400_000;
        let life = format!(
            "UPDATE gift_links SET expires_at = created_at + {year} WHERE status <> 'unpaid'"
        );
        manager.get_connection().execute_unprepared(&life).await?;
        Ok(())
    }
}
