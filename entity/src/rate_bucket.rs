//! How often something was asked lately; shared by all processes.

use sea_orm::entity::prelude::*;

/// One counted window; it starts with its first request.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rate_buckets")]
pub struct Model {
    /// Keyed hash of the limit's name and whom it counts. The row that `/readyz` writes has a plain key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: Vec<u8>,
    pub window_start: i64,
    pub count: i64,
    pub expires_at: i64,
}

impl ActiveModelBehavior for ActiveModel {}
