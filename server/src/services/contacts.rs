//! The contact copies of a device: at most two, sealed with a key that only the device's cookie gives.

use entity::contact;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter,
    QueryOrder,
};
use uuid::Uuid;

use super::database::Database;
use super::devices;
use crate::crypto::seal::Sealer;
use crate::domain::clock::now;
use crate::domain::contact_name::ContactName;
use crate::domain::device_token::DeviceToken;
use crate::domain::phone_number::PhoneNumber;
use crate::error::Error;

/// An emergency contact.
#[derive(Debug, PartialEq, Eq)]
pub struct Contact {
    /// Its id.
    pub id: Uuid,
    /// The name.
    pub name: ContactName,
    /// The phone number.
    pub phone_number: PhoneNumber,
    /// Whether it is the one shown on the main screen.
    pub is_primary: bool,
}

/// An emergency contact to save.
#[derive(Debug)]
pub struct NewContact {
    /// The name.
    pub name: ContactName,
    /// The phone number.
    pub phone_number: PhoneNumber,
    /// Whether it becomes the primary one.
    pub is_primary: bool,
    /// Its place.
    pub slot: Slot,
}

/// The fields of a contact to change.
#[derive(Debug, Default)]
pub struct Changes {
    /// The name.
    pub name: Option<ContactName>,
    /// The phone number.
    pub phone_number: Option<PhoneNumber>,
    /// Whether it becomes the primary one.
    pub is_primary: Option<bool>,
}

/// One of the two places of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// The place with number 0.
    First,
    /// The place with number 1.
    Second,
}

impl Slot {
    /// The place of a contact. Clients may count `contactOrder` from 0 or from 1, so for 1 the primary contact has the first place and any
    /// other the second. `None` for a third contact.
    pub fn of(contact_order: Option<i64>, is_primary: bool) -> Option<Self> {
        match contact_order {
            Some(0) => Some(Self::First),
            Some(2) => Some(Self::Second),
            Some(1) | None => Some(if is_primary {
                Self::First
            } else {
                Self::Second
            }),
            Some(_) => None,
        }
    }

    fn number(self) -> i16 {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }
}

/// The device's primary contact, or else the one in its first used place.
pub async fn primary(db: &Database, token: &DeviceToken) -> Result<Option<Contact>, Error> {
    let row = contact::Entity::find()
        .filter(contact::Column::DeviceSessionId.eq(token.id().to_vec()))
        .order_by_desc(contact::Column::IsPrimary)
        .order_by_asc(contact::Column::Slot)
        .one(db.read())
        .await?;
    row.map(|row| open(token, &row)).transpose()
}

/// Saves a contact in its place and replaces the one that was there, because the settings page posts all contacts on every save.
/// Returns the contact and whether the place was free.
pub async fn save(
    db: &Database,
    token: &DeviceToken,
    new: NewContact,
) -> Result<(Contact, bool), Error> {
    let transaction = db.begin().await?;
    devices::ensure(&transaction, &token.id()).await?;
    if new.is_primary {
        demote_all(&transaction, token).await?;
    }
    let id = Uuid::now_v7();
    let row = contact::ActiveModel {
        id: Set(id),
        device_session_id: Set(token.id().to_vec()),
        slot: Set(new.slot.number()),
        name_ct: Set(seal(token, new.slot.number(), "name", new.name.as_str())?),
        phone_ct: Set(seal(
            token,
            new.slot.number(),
            "phone",
            new.phone_number.as_str(),
        )?),
        is_primary: Set(new.is_primary),
        created_at: Set(now()),
        updated_at: Set(now()),
    };
    let place = OnConflict::columns([contact::Column::DeviceSessionId, contact::Column::Slot])
        .update_columns([
            contact::Column::NameCt,
            contact::Column::PhoneCt,
            contact::Column::IsPrimary,
            contact::Column::UpdatedAt,
        ])
        .to_owned();
    let kept = contact::Entity::insert(row)
        .on_conflict(place)
        .exec_with_returning(&transaction)
        .await?;
    transaction.commit().await?;
    Ok((open(token, &kept)?, kept.id == id))
}

/// Changes a contact of this device. A contact of another device is not found.
pub async fn change(
    db: &Database,
    token: &DeviceToken,
    id: Uuid,
    changes: Changes,
) -> Result<Contact, Error> {
    let transaction = db.begin().await?;
    let found = contact::Entity::find_by_id(id)
        .filter(contact::Column::DeviceSessionId.eq(token.id().to_vec()))
        .one(&transaction)
        .await?
        .ok_or(Error::NotFound("Contact not found."))?;
    if changes.is_primary == Some(true) {
        demote_all(&transaction, token).await?;
    }
    let slot = found.slot;
    let mut row = found.into_active_model();
    if let Some(name) = changes.name {
        row.name_ct = Set(seal(token, slot, "name", name.as_str())?);
    }
    if let Some(phone_number) = changes.phone_number {
        row.phone_ct = Set(seal(token, slot, "phone", phone_number.as_str())?);
    }
    if let Some(is_primary) = changes.is_primary {
        row.is_primary = Set(is_primary);
    }
    row.updated_at = Set(now());
    let kept = contact::Entity::update(row).exec(&transaction).await?;
    transaction.commit().await?;
    open(token, &kept)
}

async fn demote_all(db: &impl ConnectionTrait, token: &DeviceToken) -> Result<(), Error> {
    contact::Entity::update_many()
        .col_expr(contact::Column::IsPrimary, Expr::value(false))
        .filter(contact::Column::DeviceSessionId.eq(token.id().to_vec()))
        .exec(db)
        .await?;
    Ok(())
}

fn seal(token: &DeviceToken, slot: i16, column: &str, text: &str) -> Result<Vec<u8>, Error> {
    Sealer::new(&token.contact_key())
        .seal(
            &place(token.id().as_bytes(), &slot.to_be_bytes(), column),
            text,
        )
        .ok_or_else(|| Error::Internal(anyhow::anyhow!("a contact is too long to be sealed")))
}

fn open(token: &DeviceToken, row: &contact::Model) -> Result<Contact, Error> {
    let sealer = Sealer::new(&token.contact_key());
    let (device, slot) = (token.id(), row.slot.to_be_bytes());
    let name = sealer.open(&place(device.as_bytes(), &slot, "name"), &row.name_ct);
    let phone = sealer.open(&place(device.as_bytes(), &slot, "phone"), &row.phone_ct);
    let name = name.as_deref().and_then(ContactName::parse);
    let phone_number = phone.as_deref().and_then(PhoneNumber::parse);
    match (name, phone_number) {
        (Some(name), Some(phone_number)) => Ok(Contact {
            id: row.id,
            name,
            phone_number,
            is_primary: row.is_primary,
        }),
        _ => Err(Error::Internal(anyhow::anyhow!(
            "contact {} cannot be opened",
            row.id
        ))),
    }
}

/// Where a sealed value belongs: it opens in no other row, column or device.
fn place<'a>(device: &'a [u8], slot: &'a [u8], column: &'a str) -> [&'a [u8]; 4] {
    [b"contacts", device, slot, column.as_bytes()]
}
