//! Creates the tables of anonymous devices and their contacts.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, blob, boolean, small_integer, uuid};

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("device_sessions")
                    .col(blob("id").primary_key())
                    .col(big_integer("created_at"))
                    .col(big_integer("seen_at"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("contacts")
                    .col(uuid("id").primary_key())
                    .col(blob("device_session_id"))
                    .col(small_integer("slot"))
                    .col(blob("name_ct"))
                    .col(blob("phone_ct"))
                    .col(boolean("is_primary"))
                    .col(big_integer("created_at"))
                    .col(big_integer("updated_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .from("contacts", "device_session_id")
                            .to("device_sessions", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("contacts_device_slot")
                    .table("contacts")
                    .col("device_session_id")
                    .col("slot")
                    .unique()
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("contacts").to_owned())
            .await?;
        manager
            .drop_table(Table::drop().table("device_sessions").to_owned())
            .await
    }
}
