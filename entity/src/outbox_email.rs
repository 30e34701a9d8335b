//! Mails to be sent, written in the transaction that makes them due.

use sea_orm::entity::prelude::*;

/// Which mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum Template {
    /// To a buyer for own use.
    #[sea_orm(string_value = "purchase")]
    Purchase,
    /// To the buyer of a gift, with the link to share.
    #[sea_orm(string_value = "gift")]
    Gift,
    /// The one-time link that proves an address.
    #[sea_orm(string_value = "proof")]
    Proof,
    /// The link to what is kept about an address.
    #[sea_orm(string_value = "data")]
    Data,
}

/// How far the mail is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum Status {
    /// To be sent, or to be tried again.
    #[sea_orm(string_value = "pending")]
    Pending,
    /// Taken by the mail server.
    #[sea_orm(string_value = "sent")]
    Sent,
    /// Given up. An operator queues the mail of an order anew.
    #[sea_orm(string_value = "dead")]
    Dead,
}

/// One mail. Address and parameters are wiped once it is sent or given up.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "outbox_emails")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// What the mail is about: the same mail is never queued twice.
    #[sea_orm(unique)]
    pub dedupe_key: String,
    /// The id of the order or request that the mail is about.
    pub about: Option<String>,
    pub template: Template,
    pub to_ct: Option<Vec<u8>>,
    pub params_ct: Option<Vec<u8>>,
    pub status: Status,
    pub attempts: i32,
    pub next_attempt_at: i64,
    /// While a worker sends it; later than now means leased.
    pub locked_until: i64,
    pub created_at: i64,
    pub sent_at: Option<i64>,
}

impl ActiveModelBehavior for ActiveModel {}
