//! Stores when the server got what a timer sends later.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer_null;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &[&str] = &["watch_timers", "watch_items"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            let column = Table::alter()
                .table(*table)
                .add_column(big_integer_null("got_at"))
                .to_owned();
            manager.alter_table(column).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            let column = Table::alter()
                .table(*table)
                .drop_column("got_at")
                .to_owned();
            manager.alter_table(column).await?;
        }
        Ok(())
    }
}
