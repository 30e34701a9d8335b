//! Timers that send an item unless they are stopped in time.

use sea_orm::entity::prelude::*;

/// How far a timer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum State {
    /// It fires when it is due.
    #[sea_orm(string_value = "armed")]
    Armed,
    /// Its item was sent.
    #[sea_orm(string_value = "fired")]
    Fired,
    /// It was stopped. The row stays, so that a late request of the same session does not arm it again.
    #[sea_orm(string_value = "stopped")]
    Stopped,
}

/// The timer of one link.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "watch_timers")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub watch_id: Uuid,
    pub state: State,
    /// When it fires.
    pub due_at: i64,
    /// Counted up by the sender; an older one never replaces a newer one.
    pub generation: i64,
    pub item_seq: i64,
    /// Wiped when the timer is stopped or has fired.
    pub item_bytes: Vec<u8>,
    /// When the item was got: when the timer was armed or renewed.
    pub got_at: Option<i64>,
    pub stop_hash: Vec<u8>,
    #[sea_orm(belongs_to, from = "watch_id", to = "id", on_delete = "Cascade")]
    pub watch: BelongsTo<super::watch::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
