//! Sound copies: what phones have sent of the sound of an emergency while it was recorded.

use sea_orm::entity::prelude::*;

/// The copy of one emergency. Its row is found by the hash of a token, and names nobody.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "watch_sounds")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The link under which it was made, for the quota alone: the copy outlives it.
    pub watch_id: Uuid,
    /// Of the token with which pieces are stored.
    pub write_hash: Vec<u8>,
    /// Of the token with which they are read.
    pub read_hash: Vec<u8>,
    /// Of the token that comes from a recovery phrase, where there is one.
    pub find_hash: Option<Vec<u8>>,
    /// The copy's key, which that phrase opens.
    pub sealed_key: Option<Vec<u8>>,
    /// What follows the last place in the order of its pieces; a place is a time in milliseconds, or follows another one.
    pub positions: i64,
    pub pieces: i64,
    pub bytes: i64,
    /// When the newest piece was stored.
    pub newest_at: Option<i64>,
    pub created_at: i64,
    /// 0 where it was ended before its time.
    pub expires_at: i64,
}

impl ActiveModelBehavior for ActiveModel {}
