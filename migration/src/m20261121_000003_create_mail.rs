//! Creates the tables of mails to send and of the links that prove an address.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, blob, blob_null, integer, string, string_len, uuid,
};

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(outbox_emails()).await?;
        manager
            .create_index(
                Index::create()
                    .name("outbox_emails_due")
                    .table("outbox_emails")
                    .col("status")
                    .col("next_attempt_at")
                    .to_owned(),
            )
            .await?;
        manager.create_table(verification_requests()).await?;
        manager
            .create_index(
                Index::create()
                    .name("verification_requests_email")
                    .table("verification_requests")
                    .col("email_hash")
                    .col("created_at")
                    .to_owned(),
            )
            .await?;
        manager.create_table(proof_tokens()).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["proof_tokens", "verification_requests", "outbox_emails"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn outbox_emails() -> TableCreateStatement {
    Table::create()
        .table("outbox_emails")
        .col(uuid("id").primary_key())
        .col(string("dedupe_key").unique_key())
        .col(string_len("template", 16))
        .col(blob_null("to_ct"))
        .col(blob_null("params_ct"))
        .col(string_len("status", 16))
        .col(integer("attempts"))
        .col(big_integer("next_attempt_at"))
        .col(big_integer("locked_until"))
        .col(big_integer("created_at"))
        .col(big_integer_null("sent_at"))
        .to_owned()
}

fn verification_requests() -> TableCreateStatement {
    Table::create()
        .table("verification_requests")
        .col(uuid("id").primary_key())
        .col(blob("email_hash"))
        .col(blob_null("email_ct"))
        .col(big_integer("created_at"))
        .col(big_integer_null("processed_at"))
        .to_owned()
}

fn proof_tokens() -> TableCreateStatement {
    Table::create()
        .table("proof_tokens")
        .col(blob("token_hash").primary_key())
        .col(uuid("purchase_id"))
        .col(big_integer("expires_at"))
        .col(big_integer_null("used_at"))
        .foreign_key(
            ForeignKey::create()
                .from("proof_tokens", "purchase_id")
                .to("purchases", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}
