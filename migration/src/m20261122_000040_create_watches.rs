//! Creates the tables of links between two phones: the links, the sealed items that go over them, the pushes to send, the timers, and the
//! key that signs pushes.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, blob, blob_null, boolean, integer, small_integer, string_len,
    uuid,
};

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let tables = [watches(), items(), pushes(), timers(), keys()];
        for table in tables {
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
        for table in [
            "watch_keys",
            "watch_timers",
            "watch_pushes",
            "watch_items",
            "watches",
        ] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

/// Name, table, columns, and whether no two rows have the same.
const INDEXES: &[(&str, &str, &[&str], bool)] = &[
    ("watches_claim_hash", "watches", &["claim_hash"], true),
    ("watches_owner_hash", "watches", &["owner_hash"], true),
    ("watches_read_hash", "watches", &["read_hash"], true),
    ("watches_post_hash", "watches", &["post_hash"], true),
    ("watches_expires_at", "watches", &["expires_at"], false),
    (
        "watch_items_position",
        "watch_items",
        &["watch_id", "direction", "position"],
        true,
    ),
    (
        "watch_items_expires_at",
        "watch_items",
        &["expires_at"],
        false,
    ),
    (
        "watch_pushes_next_attempt_at",
        "watch_pushes",
        &["next_attempt_at"],
        false,
    ),
    (
        "watch_timers_due_at",
        "watch_timers",
        &["state", "due_at"],
        false,
    ),
    (
        "watch_timers_stop_hash",
        "watch_timers",
        &["stop_hash"],
        true,
    ),
];

fn watches() -> TableCreateStatement {
    Table::create()
        .table("watches")
        .col(uuid("id").primary_key())
        .col(blob("claim_hash"))
        .col(blob("owner_hash"))
        .col(blob_null("read_hash"))
        .col(blob_null("post_hash"))
        .col(blob_null("push_ct"))
        .col(big_integer_null("broken_at"))
        .col(big_integer_null("pushed_seq"))
        .col(string_len("state", 16))
        .col(big_integer("positions"))
        .col(big_integer("expires_at"))
        .to_owned()
}

fn items() -> TableCreateStatement {
    Table::create()
        .table("watch_items")
        .col(uuid("watch_id"))
        .col(small_integer("direction"))
        .col(big_integer("seq"))
        .col(big_integer("position"))
        .col(blob("bytes"))
        .col(big_integer("created_at"))
        .col(big_integer("expires_at"))
        .primary_key(Index::create().col("watch_id").col("direction").col("seq"))
        .foreign_key(&mut of_watch("watch_items"))
        .to_owned()
}

fn pushes() -> TableCreateStatement {
    Table::create()
        .table("watch_pushes")
        .col(uuid("watch_id").primary_key())
        .col(big_integer("seq"))
        .col(boolean("is_many"))
        .col(integer("attempts"))
        .col(big_integer("next_attempt_at"))
        .col(big_integer("locked_until"))
        .col(big_integer("created_at"))
        .foreign_key(&mut of_watch("watch_pushes"))
        .to_owned()
}

fn timers() -> TableCreateStatement {
    Table::create()
        .table("watch_timers")
        .col(uuid("watch_id").primary_key())
        .col(string_len("state", 16))
        .col(big_integer("due_at"))
        .col(big_integer("generation"))
        .col(big_integer("item_seq"))
        .col(blob("item_bytes"))
        .col(blob("stop_hash"))
        .foreign_key(&mut of_watch("watch_timers"))
        .to_owned()
}

fn keys() -> TableCreateStatement {
    Table::create()
        .table("watch_keys")
        .col(uuid("id").primary_key())
        .col(blob("private_ct"))
        .to_owned()
}

fn of_watch(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .from(table, "watch_id")
        .to("watches", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}
