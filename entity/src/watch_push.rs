//! Pushes to send, one for each item that asks for one.

use sea_orm::entity::prelude::*;

/// The push of one item.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "watch_pushes")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub watch_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub seq: i64,
    /// How often it failed with the link's subscription; 0 again with a new one.
    pub attempts: i32,
    /// The largest number there is, while it waits for a subscription: the link has none, or the one that it has was tried for a day.
    pub next_attempt_at: i64,
    /// While a worker sends it; later than now means leased.
    pub locked_until: i64,
    pub created_at: i64,
}

impl ActiveModelBehavior for ActiveModel {}
