//! Which device may use which purchase.

use sea_orm::entity::prelude::*;

/// How a device came to its access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum Source {
    /// It paid.
    #[sea_orm(string_value = "checkout")]
    Checkout,
    /// It redeemed a gift.
    #[sea_orm(string_value = "gift")]
    Gift,
    /// It proved the purchase by its address.
    #[sea_orm(string_value = "redownload")]
    Redownload,
}

/// One device's hold on one purchase.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "device_entitlements")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub device_session_id: Vec<u8>,
    #[sea_orm(primary_key, auto_increment = false)]
    pub purchase_id: Uuid,
    pub source: Source,
    pub created_at: i64,
    #[sea_orm(
        belongs_to,
        from = "device_session_id",
        to = "id",
        on_delete = "Cascade"
    )]
    pub device_session: BelongsTo<super::device_session::Entity>,
    #[sea_orm(belongs_to, from = "purchase_id", to = "id", on_delete = "Cascade")]
    pub purchase: BelongsTo<super::purchase::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
