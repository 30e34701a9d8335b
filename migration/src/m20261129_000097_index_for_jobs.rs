//! Indexes rows by what jobs look for first: links by state, because nearly all are in use; orders by mode, because nobody asks about those of
//! the other one; pushes by whether they are new, because many may wait that failed.

use sea_orm_migration::prelude::*;

#[derive(Debug, DeriveMigrationName)]
pub(crate) struct Migration;

/// An index by name: its table and columns.
type Named = (&'static str, &'static str, &'static [&'static str]);

const ADDED: &[Named] = &[
    ("watches_state", "watches", &["state", "expires_at"]),
    (
        "purchases_mode_check",
        "purchases",
        &["livemode", "next_check_at"],
    ),
    (
        "watch_pushes_attempts",
        "watch_pushes",
        &["attempts", "next_attempt_at"],
    ),
];
/// What the first two take the place of.
const DROPPED: &[Named] = &[
    ("watches_expires_at", "watches", &["expires_at"]),
    ("purchases_next_check", "purchases", &["next_check_at"]),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        create(manager, ADDED).await?;
        drop(manager, DROPPED).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        create(manager, DROPPED).await?;
        drop(manager, ADDED).await
    }
}

async fn create(manager: &SchemaManager<'_>, indexes: &[Named]) -> Result<(), DbErr> {
    for (name, table, columns) in indexes {
        let mut index = Index::create();
        index.name(*name).table(*table);
        for column in *columns {
            index.col(*column);
        }
        manager.create_index(index).await?;
    }
    Ok(())
}

async fn drop(manager: &SchemaManager<'_>, indexes: &[Named]) -> Result<(), DbErr> {
    for (name, table, _) in indexes {
        let index = Index::drop().name(*name).table(*table).to_owned();
        manager.drop_index(index).await?;
    }
    Ok(())
}
