//! Anonymous devices: stored at their first write, deleted on request.

use entity::{device_entitlement, device_session};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use super::database::Database;
use super::limits::policy::NEW_DEVICE;
use super::limits::{Caller, RequestSubject};
use super::shop::Shop;
use crate::domain::clock::{DAY, now};
use crate::domain::device_token::DeviceId;
use crate::error::Error;

/// Counts a device that is not stored yet against what its network may store in a day. Known devices are not counted.
pub async fn admit(shop: &Shop, device: &DeviceId, caller: &Caller) -> Result<(), Error> {
    if find(&shop.db, device).await?.is_some() {
        return Ok(());
    }
    shop.limits
        .take(&NEW_DEVICE, caller, RequestSubject::Nothing)
        .await
}

/// Makes sure that the device has a row, and locks that row until the transaction ends, so that writes of one device do not overlap. The
/// time at which it was last seen is stored to the day.
pub async fn ensure(db: &impl ConnectionTrait, device: &DeviceId) -> Result<(), Error> {
    let today = now() / DAY * DAY;
    let session = device_session::ActiveModel {
        id: Set(device.to_vec()),
        created_at: Set(today),
        seen_at: Set(today),
    };
    let seen = OnConflict::column(device_session::Column::Id)
        .update_column(device_session::Column::SeenAt)
        .to_owned();
    device_session::Entity::insert(session)
        .on_conflict(seen)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// The device's row. A device without one has nothing: everything that a device has refers to its row.
pub async fn find(
    db: &Database,
    device: &DeviceId,
) -> Result<Option<device_session::Model>, Error> {
    let found = device_session::Entity::find_by_id(device.to_vec());
    Ok(found.one(db.read()).await?)
}

/// Stores that a device is in use, unless that was stored within a day, so that it is not deleted as abandoned. Returns whether the device
/// is still stored.
async fn renew(db: &Database, device: device_session::Model) -> Result<bool, Error> {
    if now() < device.seen_at + DAY {
        return Ok(true);
    }
    let renewed = device_session::Entity::update_many()
        .col_expr(
            device_session::Column::SeenAt,
            Expr::value(now() / DAY * DAY),
        )
        .filter(device_session::Column::Id.eq(device.id))
        .exec(db.write())
        .await?;
    Ok(renewed.rows_affected == 1)
}

/// The same for a request that also does something else. A device that cannot be renewed now is renewed by its next request.
pub async fn renew_if_possible(db: &Database, device: device_session::Model) -> bool {
    renew(db, device).await.unwrap_or_else(|error| {
        tracing::warn!(error = %error.for_log(), "A device could not be renewed");
        false
    })
}

/// Gives a device access to a purchase; a second time has no effect. The device's row must exist.
pub async fn entitle(
    db: &impl ConnectionTrait,
    device: Vec<u8>,
    purchase_id: uuid::Uuid,
    source: device_entitlement::Source,
) -> Result<(), Error> {
    let entitlement = device_entitlement::ActiveModel {
        device_session_id: Set(device),
        purchase_id: Set(purchase_id),
        source: Set(source),
        created_at: Set(now()),
    };
    let pair = [
        device_entitlement::Column::DeviceSessionId,
        device_entitlement::Column::PurchaseId,
    ];
    device_entitlement::Entity::insert(entitlement)
        .on_conflict(OnConflict::columns(pair).do_nothing().to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// Gives a device access to the purchases of an address that it proved. The device's row must exist.
///
/// All have the same time, also those that it had before, so that these are the ones that it has come to last.
pub async fn entitle_by_proof(
    db: &impl ConnectionTrait,
    device: &DeviceId,
    purchases: &[uuid::Uuid],
) -> Result<(), Error> {
    let now = now();
    let rows = purchases.iter().map(|id| device_entitlement::ActiveModel {
        device_session_id: Set(device.to_vec()),
        purchase_id: Set(*id),
        source: Set(device_entitlement::Source::Redownload),
        created_at: Set(now),
    });
    let pair = [
        device_entitlement::Column::DeviceSessionId,
        device_entitlement::Column::PurchaseId,
    ];
    let again = OnConflict::columns(pair)
        .update_column(device_entitlement::Column::CreatedAt)
        .to_owned();
    device_entitlement::Entity::insert_many(rows)
        .on_conflict(again)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// Whether a device has access to a purchase by this id.
pub async fn holds(
    db: &impl ConnectionTrait,
    device: &DeviceId,
    purchase_id: uuid::Uuid,
) -> Result<bool, Error> {
    let held = device_entitlement::Entity::find_by_id((device.to_vec(), purchase_id));
    Ok(held.one(db).await?.is_some())
}

/// Deletes a device with its contacts and its access. Its purchases stay, so that their buyer can still get access again by address;
/// pending ones are deleted in time.
pub async fn forget(db: &Database, device: &DeviceId) -> Result<(), Error> {
    // The database removes it from the orders that it began.
    device_session::Entity::delete_by_id(device.to_vec())
        .exec(db.write())
        .await?;
    Ok(())
}
