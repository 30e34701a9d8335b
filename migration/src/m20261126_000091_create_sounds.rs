//! Creates the tables of sound copies, and of their pieces.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, blob, blob_null, integer, small_integer, uuid,
};

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [sounds(), pieces()] {
            manager.create_table(table).await?;
        }
        for (name, table, columns, is_unique) in INDEXES {
            let mut index = Index::create();
            index.name(*name).table(*table);
            for column in *columns {
                index.col(*column);
            }
            if *is_unique {
                index.unique();
            }
            manager.create_index(index).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["watch_pieces", "watch_sounds"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

/// Name, table, columns, and whether no two rows have the same.
const INDEXES: &[(&str, &str, &[&str], bool)] = &[
    (
        "watch_sounds_write_hash",
        "watch_sounds",
        &["write_hash"],
        true,
    ),
    (
        "watch_sounds_read_hash",
        "watch_sounds",
        &["read_hash"],
        true,
    ),
    (
        "watch_sounds_find_hash",
        "watch_sounds",
        &["find_hash"],
        true,
    ),
    (
        "watch_sounds_watch_id",
        "watch_sounds",
        &["watch_id"],
        false,
    ),
    (
        "watch_sounds_expires_at",
        "watch_sounds",
        &["expires_at"],
        false,
    ),
    (
        "watch_pieces_position",
        "watch_pieces",
        &["sound_id", "position"],
        true,
    ),
    ("watch_pieces_object", "watch_pieces", &["object"], true),
];

/// Without a reference to the link, which may end before.
fn sounds() -> TableCreateStatement {
    Table::create()
        .table("watch_sounds")
        .col(uuid("id").primary_key())
        .col(uuid("watch_id"))
        .col(blob("write_hash"))
        .col(blob("read_hash"))
        .col(blob_null("find_hash"))
        .col(blob_null("sealed_key"))
        .col(big_integer("positions"))
        .col(big_integer("pieces"))
        .col(big_integer("bytes"))
        .col(big_integer_null("newest_at"))
        .col(big_integer("created_at"))
        .col(big_integer("expires_at"))
        .to_owned()
}

/// The rows of a copy go before the copy's own: each leads to an object that has to be deleted first.
fn pieces() -> TableCreateStatement {
    Table::create()
        .table("watch_pieces")
        .col(uuid("sound_id"))
        .col(small_integer("kind"))
        .col(big_integer("seq"))
        .col(big_integer("position"))
        .col(uuid("object"))
        .col(blob("digest"))
        .col(integer("size"))
        .col(big_integer("created_at"))
        .primary_key(Index::create().col("sound_id").col("kind").col("seq"))
        .foreign_key(
            ForeignKey::create()
                .from("watch_pieces", "sound_id")
                .to("watch_sounds", "id")
                .on_delete(ForeignKeyAction::Restrict),
        )
        .to_owned()
}
