//! Creates the tables of purchases, gift links and which device holds what.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, blob, blob_null, boolean, integer, string_len, string_null,
    uuid, uuid_null,
};

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(purchases()).await?;
        for (name, column) in [
            ("purchases_buyer_email", "buyer_email_hash"),
            ("purchases_device", "device_session_id"),
            ("purchases_paid_by", "paid_by_purchase_id"),
            ("purchases_checked", "checked_at"),
        ] {
            let index = Index::create()
                .name(name)
                .table("purchases")
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        manager.create_table(gift_links()).await?;
        manager.create_table(device_entitlements()).await?;
        manager
            .create_index(
                Index::create()
                    .name("device_entitlements_purchase")
                    .table("device_entitlements")
                    .col("purchase_id")
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["device_entitlements", "gift_links", "purchases"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn purchases() -> TableCreateStatement {
    Table::create()
        .table("purchases")
        .col(uuid("id").primary_key())
        .col(string_len("kind", 16))
        .col(string_len("status", 16))
        .col(boolean("livemode"))
        .col(string_null("payment_intent_id").unique_key())
        .col(string_null("checkout_session_id").unique_key())
        .col(big_integer("amount_cents"))
        .col(string_len("currency", 3))
        .col(blob_null("buyer_email_hash"))
        .col(blob_null("buyer_email_ct"))
        .col(blob_null("recipient_email_hash"))
        .col(blob_null("recipient_email_ct"))
        .col(blob_null("device_session_id"))
        .col(uuid_null("paid_by_purchase_id"))
        .col(integer("verification_count"))
        .col(big_integer_null("paid_at"))
        .col(big_integer_null("refunded_at"))
        .col(big_integer("checked_at"))
        .col(big_integer("created_at"))
        .col(big_integer("updated_at"))
        .foreign_key(
            ForeignKey::create()
                .from("purchases", "device_session_id")
                .to("device_sessions", "id")
                .on_delete(ForeignKeyAction::SetNull),
        )
        .to_owned()
}

fn gift_links() -> TableCreateStatement {
    Table::create()
        .table("gift_links")
        .col(uuid("id").primary_key())
        .col(uuid("purchase_id").unique_key())
        .col(blob("code_hash").unique_key())
        .col(blob("recipient_email_ct"))
        .col(blob_null("personal_message_ct"))
        .col(string_len("status", 16))
        .col(big_integer_null("expires_at"))
        .col(big_integer_null("activated_at"))
        .col(uuid_null("activated_purchase_id"))
        .col(blob_null("activated_device_session_id"))
        .col(big_integer("created_at"))
        .foreign_key(
            ForeignKey::create()
                .from("gift_links", "purchase_id")
                .to("purchases", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}

fn device_entitlements() -> TableCreateStatement {
    Table::create()
        .table("device_entitlements")
        .col(blob("device_session_id"))
        .col(uuid("purchase_id"))
        .col(string_len("source", 16))
        .col(big_integer("created_at"))
        .primary_key(Index::create().col("device_session_id").col("purchase_id"))
        .foreign_key(
            ForeignKey::create()
                .from("device_entitlements", "device_session_id")
                .to("device_sessions", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .foreign_key(
            ForeignKey::create()
                .from("device_entitlements", "purchase_id")
                .to("purchases", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}
