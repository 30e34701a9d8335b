//! Fingerprints for which an authority is asked for a time-stamp token, and the tokens.

use sea_orm::entity::prelude::*;

/// A fingerprint, without anything about whose it is.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "timestamps")]
pub struct Model {
    /// 32 bytes.
    #[sea_orm(primary_key, auto_increment = false)]
    pub head: Vec<u8>,
    /// In DER; NULL until the authority has answered.
    pub token: Option<Vec<u8>>,
    /// How often the authority was asked.
    pub attempts: i32,
    /// When it is asked, the greatest number once there is a token. While it is asked, when it is asked again if nobody says what became of it.
    pub next_attempt_at: i64,
    pub created_at: i64,
}

impl ActiveModelBehavior for ActiveModel {}
