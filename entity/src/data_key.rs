//! The key on which everything sealed and hashed in this database depends.

use sea_orm::entity::prelude::*;

/// The only row. The key is not readable without the server's secret.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "data_keys")]
pub struct Model {
    /// Counted from 1; a reseal makes the next key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub version: i32,
    /// The key, sealed with the server's secret.
    pub wrapped: Vec<u8>,
    /// When the key was made.
    pub created_at: i64,
}

impl ActiveModelBehavior for ActiveModel {}
