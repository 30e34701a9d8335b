//! Stores who asked for a link by mail, as keyed hashes, so that strangers cannot use up what a mailbox may get.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::blob_null;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &[&str] = &["verification_requests", "proof_tokens", "data_links"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            let column = Table::alter()
                .table(*table)
                .add_column(blob_null("asker"))
                .to_owned();
            manager.alter_table(column).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            let column = Table::alter().table(*table).drop_column("asker").to_owned();
            manager.alter_table(column).await?;
        }
        Ok(())
    }
}
