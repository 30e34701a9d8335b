//! Creates the tables that keep an event from counting twice and a caller from asking too often.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, blob, boolean, string};

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("webhook_events")
                    .col(string("id").primary_key())
                    .col(string("kind"))
                    .col(string("object_id"))
                    .col(boolean("livemode"))
                    .col(big_integer("received_at"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("rate_buckets")
                    .col(blob("key").primary_key())
                    .col(big_integer("window_start"))
                    .col(big_integer("count"))
                    .col(big_integer("expires_at"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("rate_buckets_expiry")
                    .table("rate_buckets")
                    .col("expires_at")
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["rate_buckets", "webhook_events"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}
