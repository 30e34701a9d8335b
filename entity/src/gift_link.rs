//! The link that a gift's buyer shares and a friend redeems once.

use sea_orm::entity::prelude::*;

/// Where the link is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum Status {
    /// Made with the payment, which is not settled yet.
    #[sea_orm(string_value = "unpaid")]
    Unpaid,
    /// Paid and waiting for the friend.
    #[sea_orm(string_value = "available")]
    Available,
    /// Redeemed.
    #[sea_orm(string_value = "activated")]
    Activated,
    /// Taken back by a refund or a dispute.
    #[sea_orm(string_value = "revoked")]
    Revoked,
}

/// One gift link. Its code is derived from the purchase again when it must be shown.
///
/// The recipient's address is in the purchase; address and message are wiped when the link is redeemed, revoked, or can no longer be paid.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "gift_links")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    #[sea_orm(unique)]
    pub purchase_id: Uuid,
    #[sea_orm(unique)]
    pub code_hash: Vec<u8>,
    /// The code, once the database was sealed anew with another data key than the one that it was derived with.
    pub code_ct: Option<Vec<u8>>,
    pub personal_message_ct: Option<Vec<u8>>,
    pub status: Status,
    pub activated_at: Option<i64>,
    pub activated_purchase_id: Option<Uuid>,
    pub created_at: i64,
    #[sea_orm(belongs_to, from = "purchase_id", to = "id", on_delete = "Cascade")]
    pub purchase: BelongsTo<super::purchase::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
