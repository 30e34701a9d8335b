//! Makes the table of secrets that rows need the table of the data key, which the first start wraps into its row, and finds the links to one's
//! data by one hash.

use sea_orm_migration::prelude::*;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

const LINKS: &str = "data_links_email";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        rename_table(manager, "server_secrets", "data_keys").await?;
        rename_column(manager, "data_keys", ("check_ct", "wrapped")).await?;
        // A link that was made while a secret was being replaced has stored two hashes, and is no longer found. It works for an hour.
        let connection = manager.get_connection();
        let links = "DELETE FROM data_links WHERE LENGTH(email_hash) > 32";
        connection.execute_unprepared(links).await?;
        drop_links_index(manager).await?;
        let index = Index::create()
            .name(LINKS)
            .table("data_links")
            .col("email_hash")
            .to_owned();
        manager.create_index(index).await
    }

    /// Keeps the wrapped key for the way up. Programs of before do not open it, and refuse to start.
    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        drop_links_index(manager).await?;
        let index = format!("CREATE INDEX {LINKS} ON data_links (SUBSTR(email_hash, 1, 32))");
        let connection = manager.get_connection();
        connection.execute_unprepared(&index).await?;
        rename_column(manager, "data_keys", ("wrapped", "check_ct")).await?;
        rename_table(manager, "data_keys", "server_secrets").await
    }
}

async fn rename_table(
    manager: &SchemaManager<'_>,
    from: &'static str,
    to: &'static str,
) -> Result<(), DbErr> {
    let table = Table::rename().table(from, to).to_owned();
    manager.rename_table(table).await
}

async fn rename_column(
    manager: &SchemaManager<'_>,
    table: &'static str,
    (from, to): (&'static str, &'static str),
) -> Result<(), DbErr> {
    let column = Table::alter()
        .table(table)
        .rename_column(from, to)
        .to_owned();
    manager.alter_table(column).await
}

async fn drop_links_index(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let index = Index::drop().name(LINKS).table("data_links").to_owned();
    manager.drop_index(index).await
}
