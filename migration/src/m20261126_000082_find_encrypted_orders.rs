//! Indexes the orders with an encrypted address: each start tries the data key with the newest of them.

use sea_orm_migration::prelude::*;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

const NAME: &str = "purchases_with_buyer";
const TABLE: &str = "purchases";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::create()
            .name(NAME)
            .table(TABLE)
            .col("id")
            .and_where(Expr::col("buyer_email_ct").is_not_null())
            .to_owned();
        manager.create_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::drop().name(NAME).table(TABLE).to_owned();
        manager.drop_index(index).await
    }
}
