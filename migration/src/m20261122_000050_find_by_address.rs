//! Indexes what is looked for by address, and stores in a column of its own what a mail is about.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::string_len_null;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

/// The indexes by name: a table and its column.
const INDEXES: &[(&str, &str, &str)] = &[
    ("purchases_recipient", "purchases", "recipient_email_hash"),
    (
        "verification_requests_email",
        "verification_requests",
        "email_hash",
    ),
    ("outbox_emails_about", "outbox_emails", "about"),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("outbox_emails")
            .add_column(string_len_null("about", 36))
            .to_owned();
        manager.alter_table(column).await?;
        let connection = manager.get_connection();
        for word in ["paid", "resent", "proof", "data"] {
            // The id is the second word of the key.
            let start = word.len() + 2;
            let about = format!(
                "UPDATE outbox_emails SET about = SUBSTR(dedupe_key, {start}, 36) WHERE dedupe_key LIKE '{word} %'"
            );
            connection.execute_unprepared(&about).await?;
        }
        for (name, table, column) in INDEXES {
            let index = Index::create()
                .name(*name)
                .table(*table)
                .col(*column)
                .to_owned();
            manager.create_index(index).await?;
        }
        // Links have stored one or two hashes; they are found by the first.
        let links = "CREATE INDEX data_links_email ON data_links (SUBSTR(email_hash, 1, 32))";
        connection.execute_unprepared(links).await?;
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (name, table, _) in INDEXES
            .iter()
            .chain(&[("data_links_email", "data_links", "")])
        {
            let index = Index::drop().name(*name).table(*table).to_owned();
            manager.drop_index(index).await?;
        }
        let column = Table::alter()
            .table("outbox_emails")
            .drop_column("about")
            .to_owned();
        manager.alter_table(column).await
    }
}
