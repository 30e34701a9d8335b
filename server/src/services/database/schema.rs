//! Whether the tables of a database are those that this binary works with. Asking changes nothing.

use std::collections::BTreeSet;

use migration::{Migrator, MigratorTrait as _};
use sea_orm::{ConnectionTrait as _, DbErr};

use super::{Database, statement};

/// How the tables of a database stand to this binary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Schema {
    /// There are none yet.
    Empty,
    /// They lack these migrations, oldest first.
    Older(Vec<String>),
    /// They are those of this binary.
    Current,
    /// A newer binary has changed them.
    Newer,
}

impl Database {
    /// How the tables stand.
    pub async fn schema(&self) -> Result<Schema, DbErr> {
        if self.is_empty().await? {
            return Ok(Schema::Empty);
        }
        let applied = statement(&self.inner.reader, "SELECT version FROM seaql_migrations");
        let rows = self.inner.reader.query_all_raw(applied).await?;
        let applied = rows.iter().map(|row| row.try_get_by_index(0));
        Ok(compare(&applied.collect::<Result<_, _>>()?))
    }

    /// Whether the database has no tables of this product yet.
    async fn is_empty(&self) -> Result<bool, DbErr> {
        let tables = if self.is_postgres() {
            "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'seaql_migrations'"
        } else {
            "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'seaql_migrations'"
        };
        let row = self
            .inner
            .reader
            .query_one_raw(statement(&self.inner.reader, tables))
            .await?;
        let tables: i64 = row.map_or(Ok(0), |row| row.try_get_by_index(0))?;
        Ok(tables == 0)
    }
}

fn compare(applied: &BTreeSet<String>) -> Schema {
    let known: Vec<String> = Migrator::migrations()
        .iter()
        .map(|migration| migration.name().to_owned())
        .collect();
    if applied.iter().any(|name| !known.contains(name)) {
        return Schema::Newer;
    }
    let missing = known.into_iter().filter(|name| !applied.contains(name));
    let missing: Vec<String> = missing.collect();
    if missing.is_empty() {
        Schema::Current
    } else {
        Schema::Older(missing)
    }
}
