//! Links by which a person sees and erases what is kept about an address.

use sea_orm::entity::prelude::*;

/// One link, known by the hash of its token.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "data_links")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: Vec<u8>,
    /// Wiped with everything else of the address.
    pub email_hash: Option<Vec<u8>>,
    /// Who asked for it, as a keyed hash.
    pub asker: Option<Vec<u8>>,
    pub expires_at: i64,
}

impl ActiveModelBehavior for ActiveModel {}
