//! Pushes to send, at most one for each link.

use sea_orm::entity::prelude::*;

/// The push of one link.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "watch_pushes")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub watch_id: Uuid,
    /// The newest item that asked for it.
    pub seq: i64,
    /// Whether earlier items asked for it too and were not pushed.
    pub is_many: bool,
    pub attempts: i32,
    pub next_attempt_at: i64,
    /// While a worker sends it; later than now means leased.
    pub locked_until: i64,
    pub created_at: i64,
}

impl ActiveModelBehavior for ActiveModel {}
