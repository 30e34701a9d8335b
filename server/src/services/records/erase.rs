//! Deletes everything that is kept about an address.

use std::collections::BTreeSet;

use entity::{
    device_entitlement, device_session, gift_link, outbox_email, proof_token, purchase,
    verification_request,
};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter};
use serde::Serialize;
use uuid::Uuid;

use super::subject::{Subject, purchases};
use crate::crypto::keys::Keys;
use crate::domain::email_address::EmailAddress;
use crate::error::Error;
use crate::services::database::Database;

/// What was deleted.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Erased {
    /// Orders that no longer name anybody. Their payment id, amount and dates stay.
    pub orders: u64,
    /// Gifts redeemed with the address, which are gone.
    pub redemptions: u64,
    /// Gift links, which no longer work.
    pub gift_links: u64,
    /// Devices with their access and their contact copies.
    pub devices: u64,
    /// Mails, sent or not.
    pub mails: u64,
    /// Requests for a one-time link.
    pub verification_requests: u64,
}

/// Deletes everything that is kept about an address in one transaction.
///
/// A gift that this buyer paid for and nobody redeemed yet still works for its recipient, without the personal message.
pub async fn erase(db: &Database, keys: &Keys, address: &EmailAddress) -> Result<Erased, Error> {
    let hash = keys.email_hash(address);
    let transaction = db.begin().await?;
    let mut erased = Erased::default();
    erase_requests(&transaction, &hash, &mut erased).await?;
    for found in purchases(&transaction, keys, &Subject::Address(address.clone())).await? {
        if found.buyer_email_hash.as_ref() == Some(&hash) {
            erase_buyer(&transaction, &found, &mut erased).await?;
        }
        if found.recipient_email_hash.as_ref() == Some(&hash) {
            erase_recipient(&transaction, found.id, &mut erased).await?;
        }
    }
    transaction.commit().await?;
    Ok(erased)
}

/// Deletes the requests for one-time links, and the mails that answer them.
async fn erase_requests(
    transaction: &DatabaseTransaction,
    hash: &[u8],
    erased: &mut Erased,
) -> Result<(), Error> {
    let asked = verification_request::Column::EmailHash.eq(hash.to_vec());
    let requests = verification_request::Entity::find()
        .filter(asked)
        .all(transaction)
        .await?;
    for request in requests {
        erase_mails(transaction, request.id, erased).await?;
        verification_request::Entity::delete_by_id(request.id)
            .exec(transaction)
            .await?;
        erased.verification_requests += 1;
    }
    Ok(())
}

/// Deletes the mails about an order or a request: their keys hold its id.
async fn erase_mails(
    transaction: &DatabaseTransaction,
    id: Uuid,
    erased: &mut Erased,
) -> Result<(), Error> {
    let mails = outbox_email::Entity::delete_many()
        .filter(outbox_email::Column::DedupeKey.contains(id.to_string()));
    erased.mails += mails.exec(transaction).await?.rows_affected;
    Ok(())
}

async fn erase_buyer(
    transaction: &DatabaseTransaction,
    found: &purchase::Model,
    erased: &mut Erased,
) -> Result<(), Error> {
    erase_devices(transaction, found, erased).await?;
    let is_waiting = erase_links(transaction, found.id, erased).await?;
    proof_token::Entity::delete_many()
        .filter(proof_token::Column::PurchaseId.eq(found.id))
        .exec(transaction)
        .await?;
    erase_mails(transaction, found.id, erased).await?;
    if found.kind == purchase::Kind::GiftRedemption {
        purchase::Entity::delete_by_id(found.id)
            .exec(transaction)
            .await?;
        erased.redemptions += 1;
        return Ok(());
    }
    let mut row = purchase::ActiveModel {
        id: Set(found.id),
        // Empty and not null: an unknown address would be asked for at the payment provider again.
        buyer_email_hash: Set(Some(Vec::new())),
        buyer_email_ct: Set(None),
        device_session_id: Set(None),
        ..purchase::ActiveModel::default()
    };
    if !is_waiting {
        row.recipient_email_hash = Set(None);
        row.recipient_email_ct = Set(None);
    }
    purchase::Entity::update(row).exec(transaction).await?;
    erased.orders += 1;
    Ok(())
}

/// Deletes the devices that hold the purchase or began it, with their contact copies, and what else names them.
async fn erase_devices(
    transaction: &DatabaseTransaction,
    found: &purchase::Model,
    erased: &mut Erased,
) -> Result<(), Error> {
    let holders = device_entitlement::Entity::find()
        .filter(device_entitlement::Column::PurchaseId.eq(found.id))
        .all(transaction)
        .await?;
    let mut devices: BTreeSet<Vec<u8>> = holders
        .into_iter()
        .map(|holder| holder.device_session_id)
        .collect();
    devices.extend(found.device_session_id.clone());
    for device in devices {
        let no_device = Expr::value(Option::<Vec<u8>>::None);
        purchase::Entity::update_many()
            .col_expr(purchase::Column::DeviceSessionId, no_device.clone())
            .filter(purchase::Column::DeviceSessionId.eq(device.clone()))
            .exec(transaction)
            .await?;
        gift_link::Entity::update_many()
            .col_expr(gift_link::Column::ActivatedDeviceSessionId, no_device)
            .filter(gift_link::Column::ActivatedDeviceSessionId.eq(device.clone()))
            .exec(transaction)
            .await?;
        let gone = device_session::Entity::delete_by_id(device)
            .exec(transaction)
            .await?;
        erased.devices += gone.rows_affected;
    }
    Ok(())
}

/// Deletes the gift link of a buyer, or only the message where somebody may still redeem it. Returns whether the link is still there.
async fn erase_links(
    transaction: &DatabaseTransaction,
    purchase_id: Uuid,
    erased: &mut Erased,
) -> Result<bool, Error> {
    let of_purchase = gift_link::Column::PurchaseId.eq(purchase_id);
    let over = gift_link::Entity::delete_many()
        .filter(of_purchase.clone())
        .filter(gift_link::Column::Status.ne(gift_link::Status::Available));
    erased.gift_links += over.exec(transaction).await?.rows_affected;
    let no_message = Expr::value(Option::<Vec<u8>>::None);
    let left = gift_link::Entity::update_many()
        .col_expr(gift_link::Column::PersonalMessageCt, no_message)
        .filter(of_purchase)
        .exec(transaction)
        .await?;
    Ok(left.rows_affected != 0)
}

/// The recipient asked: the link carries the recipient's address and is deleted.
async fn erase_recipient(
    transaction: &DatabaseTransaction,
    purchase_id: Uuid,
    erased: &mut Erased,
) -> Result<(), Error> {
    let links =
        gift_link::Entity::delete_many().filter(gift_link::Column::PurchaseId.eq(purchase_id));
    erased.gift_links += links.exec(transaction).await?.rows_affected;
    let row = purchase::ActiveModel {
        id: Set(purchase_id),
        recipient_email_hash: Set(None),
        recipient_email_ct: Set(None),
        ..purchase::ActiveModel::default()
    };
    purchase::Entity::update(row).exec(transaction).await?;
    Ok(())
}
