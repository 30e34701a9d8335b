//! Addresses that somebody asked to verify, to be answered by mail out of sight of who asked.

use sea_orm::entity::prelude::*;

/// One request; the same row is written for every address, bought or not.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "verification_requests")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub email_hash: Vec<u8>,
    /// Wiped once the request is processed.
    pub email_ct: Option<Vec<u8>>,
    pub created_at: i64,
    pub processed_at: Option<i64>,
}

impl ActiveModelBehavior for ActiveModel {}
