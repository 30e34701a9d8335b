//! Links between two phones, over which sealed items go.

use sea_orm::entity::prelude::*;

/// How far a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum State {
    /// Nobody has claimed it yet.
    #[sea_orm(string_value = "open")]
    Open,
    /// Both sides have it.
    #[sea_orm(string_value = "claimed")]
    Claimed,
    /// One side ended it, or nobody used it for long. The row stays, so that whoever still has a token of it learns it.
    #[sea_orm(string_value = "ended")]
    Ended,
}

/// One link. Its row is found by the hash of a token, and names nobody.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "watches")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Kept after the claim, so that a second claim is known as one.
    pub claim_hash: Vec<u8>,
    pub owner_hash: Vec<u8>,
    pub read_hash: Option<Vec<u8>>,
    pub post_hash: Option<Vec<u8>>,
    /// Where pushes go.
    pub push_ct: Option<Vec<u8>>,
    /// Since when the push service does not take pushes, where there is a subscription; else since when it does not know it any more.
    pub broken_at: Option<i64>,
    /// The newest item with which the push service accepted a push.
    pub pushed_seq: Option<i64>,
    pub state: State,
    /// What follows the last place in the order of the items of both directions; a place is a time in milliseconds, or follows another one.
    pub positions: i64,
    /// The place of the newest item that was to be pushed to the side that claimed the link and was no routine, also where it is kept no more; 0 where none
    /// is known.
    pub newest_down: i64,
    pub expires_at: i64,
    #[sea_orm(has_one)]
    pub timer: HasOne<super::watch_timer::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
