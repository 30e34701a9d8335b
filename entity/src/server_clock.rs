//! When a server last worked on this database, by a clock that it trusted.

use sea_orm::entity::prelude::*;

/// The one row.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "server_clock")]
pub struct Model {
    /// Always 1.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i32,
    /// Moved on about once a minute.
    pub seen_at: i64,
    /// How often the operator has said that the clock is right.
    pub trusted: i32,
    /// When a server last ran, by the clock of a PostgreSQL, or of the machine of a SQLite file; moved on about once a minute, also by servers
    /// that doubt the clock. NULL until a server has said so.
    pub ran_at: Option<i64>,
}

impl ActiveModelBehavior for ActiveModel {}
