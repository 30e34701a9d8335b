//! The keys that sign receipts: one that signs, for all processes, and those before it.

use sea_orm::entity::prelude::*;

/// A key.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "receipt_keys")]
pub struct Model {
    /// Counted up; the newest signs.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i32,
    /// 32 bytes.
    pub public_key: Vec<u8>,
    /// NULL once it signs no more.
    pub private_ct: Option<Vec<u8>>,
    pub made_at: i64,
    /// When it signed no more; NULL while it signs.
    pub ended_at: Option<i64>,
}

impl ActiveModelBehavior for ActiveModel {}
