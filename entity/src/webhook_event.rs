//! The ids of the events already handled: Stripe may send one twice.

use sea_orm::entity::prelude::*;

/// One event; its payload is not kept.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook_events")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub kind: String,
    pub object_id: String,
    pub livemode: bool,
    pub received_at: i64,
}

impl ActiveModelBehavior for ActiveModel {}
