//! Keeps a push for each item that asks for one, instead of one for each link.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, boolean, integer, uuid};

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

const KEPT: &str = "watch_id, seq, attempts, next_attempt_at, locked_until, created_at";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut table = columns();
        table.primary_key(Index::create().col("watch_id").col("seq"));
        replace(manager, table, KEPT, KEPT).await?;
        index(manager, "watch_pushes_created_at", "created_at").await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let drop = Index::drop()
            .name("watch_pushes_created_at")
            .table("watch_pushes")
            .to_owned();
        manager.drop_index(drop).await?;
        let mut table = columns();
        table
            .col(boolean("is_many"))
            .primary_key(Index::create().col("watch_id"));
        // Of several items that wait the newest stays, and the phone is told to look.
        let one = "watch_id, MAX(seq), MIN(attempts), MIN(next_attempt_at), MAX(locked_until), MAX(created_at), COUNT(*) > 1";
        let newest = format!("{one} FROM watch_pushes GROUP BY watch_id");
        replace_from(manager, table, &format!("{KEPT}, is_many"), &newest).await
    }
}

/// What both forms of the table have.
fn columns() -> TableCreateStatement {
    Table::create()
        .table("new_watch_pushes")
        .col(uuid("watch_id"))
        .col(big_integer("seq"))
        .col(integer("attempts"))
        .col(big_integer("next_attempt_at"))
        .col(big_integer("locked_until"))
        .col(big_integer("created_at"))
        .foreign_key(
            ForeignKey::create()
                .from("new_watch_pushes", "watch_id")
                .to("watches", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}

async fn replace(
    manager: &SchemaManager<'_>,
    table: TableCreateStatement,
    columns: &str,
    values: &str,
) -> Result<(), DbErr> {
    let rows = format!("{values} FROM watch_pushes");
    replace_from(manager, table, columns, &rows).await
}

/// Puts a table in the place of the one for pushes, with these rows of it: SQLite cannot change a primary key.
async fn replace_from(
    manager: &SchemaManager<'_>,
    table: TableCreateStatement,
    columns: &str,
    rows: &str,
) -> Result<(), DbErr> {
    manager.create_table(table).await?;
    let connection = manager.get_connection();
    for sql in [
        format!("INSERT INTO new_watch_pushes ({columns}) SELECT {rows}"),
        "DROP TABLE watch_pushes".to_owned(),
        "ALTER TABLE new_watch_pushes RENAME TO watch_pushes".to_owned(),
    ] {
        connection.execute_unprepared(&sql).await?;
    }
    index(manager, "watch_pushes_next_attempt_at", "next_attempt_at").await
}

async fn index(
    manager: &SchemaManager<'_>,
    name: &'static str,
    column: &'static str,
) -> Result<(), DbErr> {
    let index = Index::create()
        .name(name)
        .table("watch_pushes")
        .col(column)
        .to_owned();
    manager.create_index(index).await
}
