//! One-time links that prove an address.

use sea_orm::entity::prelude::*;

/// One link, known by the hash of its token.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "proof_tokens")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: Vec<u8>,
    pub purchase_id: Uuid,
    /// Who asked for it, as a keyed hash.
    pub asker: Option<Vec<u8>>,
    pub expires_at: i64,
    pub used_at: Option<i64>,
}

impl ActiveModelBehavior for ActiveModel {}
