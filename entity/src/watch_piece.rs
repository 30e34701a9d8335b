//! The pieces of sound copies. Their sealed bytes are objects outside the database.

use sea_orm::entity::prelude::*;

/// What a piece has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "i16", db_type = "SmallInteger")]
pub enum Kind {
    /// The hashes of some seconds of sound.
    #[sea_orm(num_value = 0)]
    Hashes,
    /// The sound itself.
    #[sea_orm(num_value = 1)]
    Sound,
}

/// One piece.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "watch_pieces")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub sound_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: Kind,
    /// The sender's number, which is bound to the bytes.
    #[sea_orm(primary_key, auto_increment = false)]
    pub seq: i64,
    /// The place in the order in which the pieces of the copy were stored, of which later ones are larger.
    pub position: i64,
    /// The random name of the object that has the bytes.
    pub object: Uuid,
    /// The SHA-256 of the sealed bytes, by which the same ones are known again.
    pub digest: Vec<u8>,
    pub size: i32,
    pub created_at: i64,
}

impl ActiveModelBehavior for ActiveModel {}
