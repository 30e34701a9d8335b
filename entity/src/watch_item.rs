//! Sealed items that go over a link.

use sea_orm::entity::prelude::*;

/// Which way an item goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "i16", db_type = "SmallInteger")]
pub enum Direction {
    /// From the side that made the link to the side that claimed it.
    #[sea_orm(num_value = 0)]
    Down,
    /// Back.
    #[sea_orm(num_value = 1)]
    Up,
}

/// One item. The server cannot open its bytes.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "watch_items")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub watch_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub direction: Direction,
    /// The sender's number, which is bound to the bytes.
    #[sea_orm(primary_key, auto_increment = false)]
    pub seq: i64,
    /// The place in the order in which the items of the link were stored, of which later ones are larger.
    pub position: i64,
    /// The place of the newest item before it that was to be pushed and was no routine; 0 where there was none.
    pub news_before: i64,
    pub bytes: Vec<u8>,
    /// When it was stored, from which on it can be read.
    pub created_at: i64,
    /// When the server got it, where that was earlier: a timer keeps an item until it fires.
    pub got_at: Option<i64>,
    pub expires_at: i64,
}

impl ActiveModelBehavior for ActiveModel {}
