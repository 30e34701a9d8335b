//! The key that signs pushes, one for all processes.

use sea_orm::entity::prelude::*;

/// The key, sealed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "watch_keys")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub private_ct: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
