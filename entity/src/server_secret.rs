//! The secrets that rows of this database were written with.

use sea_orm::entity::prelude::*;

/// One secret, the newest with the highest version. The secret itself is not stored: its row opens with it.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "server_secrets")]
pub struct Model {
    /// Counted from 1.
    #[sea_orm(primary_key, auto_increment = false)]
    pub version: i32,
    /// A known text, sealed with the secret.
    pub check_ct: Vec<u8>,
    /// When a server first used the secret.
    pub created_at: i64,
}

impl ActiveModelBehavior for ActiveModel {}
