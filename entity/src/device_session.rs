//! An anonymous device that wrote something: known by the hash of its cookie alone.

use sea_orm::entity::prelude::*;

/// One device.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "device_sessions")]
pub struct Model {
    /// Derived from the cookie's token, which is not stored.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Vec<u8>,
    pub created_at: i64,
    /// Moved on at most once a day.
    pub seen_at: i64,
    #[sea_orm(has_many)]
    pub contacts: HasMany<super::contact::Entity>,
    #[sea_orm(has_many)]
    pub entitlements: HasMany<super::device_entitlement::Entity>,
}

impl ActiveModelBehavior for ActiveModel {}
