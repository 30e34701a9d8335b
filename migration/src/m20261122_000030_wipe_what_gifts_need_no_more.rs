//! Wipes the message and the recipient's address of gifts that nobody can redeem any more, and drops what a gift link needs not have: the
//! recipient's address, which its purchase has, and the device that redeemed it, which holds what was redeemed.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{blob, blob_null};

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let over = "SELECT purchase_id FROM gift_links WHERE status IN ('activated', 'revoked')
            UNION SELECT id FROM purchases WHERE status = 'canceled'";
        let connection = manager.get_connection();
        for wipe in [
            format!(
                "UPDATE purchases SET recipient_email_hash = NULL, recipient_email_ct = NULL
                WHERE kind = 'gift' AND id IN ({over})"
            ),
            format!(
                "UPDATE gift_links SET personal_message_ct = NULL WHERE purchase_id IN ({over})"
            ),
        ] {
            connection.execute_unprepared(&wipe).await?;
        }
        for column in ["recipient_email_ct", "activated_device_session_id"] {
            let drop = Table::alter()
                .table("gift_links")
                .drop_column(column)
                .to_owned();
            manager.alter_table(drop).await?;
        }
        Ok(())
    }

    /// What was wiped stays wiped.
    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [
            blob("recipient_email_ct").default("").to_owned(),
            blob_null("activated_device_session_id"),
        ] {
            let add = Table::alter()
                .table("gift_links")
                .add_column(column)
                .to_owned();
            manager.alter_table(add).await?;
        }
        Ok(())
    }
}
