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
    /// How often the operator has said that the machine's clock is right.
    pub trusted: i32,
}

impl ActiveModelBehavior for ActiveModel {}
