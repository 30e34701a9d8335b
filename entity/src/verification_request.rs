//! Addresses that somebody entered, to be answered by mail, so that the response tells nothing about them.

use sea_orm::entity::prelude::*;

/// What the mail is to lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum Purpose {
    /// Access on another device.
    #[sea_orm(string_value = "access")]
    Access,
    /// What is kept about the address.
    #[sea_orm(string_value = "data")]
    Data,
}

/// One request; the same row is written for every address, bought or not.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "verification_requests")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub purpose: Purpose,
    pub email_hash: Vec<u8>,
    /// Wiped once the request is processed.
    pub email_ct: Option<Vec<u8>>,
    /// Who asked, as `Counted::asker` in `limits/rate_limit.rs` hashes it.
    pub asker: Option<Vec<u8>>,
    pub created_at: i64,
    pub processed_at: Option<i64>,
}

impl ActiveModelBehavior for ActiveModel {}
