//! The sealed copy of an emergency contact, readable only with the device's own cookie.

use sea_orm::entity::prelude::*;

/// One contact of one device.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "contacts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub device_session_id: Vec<u8>,
    /// 0 or 1: a device has two contacts at most.
    pub slot: i16,
    pub name_ct: Vec<u8>,
    pub phone_ct: Vec<u8>,
    pub is_primary: bool,
    pub created_at: i64,
    pub updated_at: i64,
    #[sea_orm(
        belongs_to,
        from = "device_session_id",
        to = "id",
        on_delete = "Cascade"
    )]
    pub device_session: BelongsTo<super::device_session::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
