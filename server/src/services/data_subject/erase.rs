//! Deletes everything that is kept about an address.

use std::collections::BTreeSet;

use entity::{
    contact, data_link, device_entitlement, device_session, gift_link, outbox_email, proof_token,
    purchase, verification_request,
};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter};
use serde::Serialize;
use uuid::Uuid;

use super::subject::of_address_locked;
use crate::error::Error;
use crate::services::database::Database;
use crate::services::gifts;

/// What was deleted.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Erased {
    /// Orders that no longer name anybody. Their payment id, amount and dates stay.
    pub orders: u64,
    /// Gifts redeemed with the address, which are gone.
    pub redemptions: u64,
    /// Orders among them that can still be paid: they keep the device that began them, or their gift link, so that nobody pays for nothing. They go
    /// when they can no longer be paid.
    pub open_orders: u64,
    /// Gift links that were of no use any more.
    pub gift_links: u64,
    /// Devices with their access and their contact copies.
    pub devices: u64,
    /// Mails, sent or not.
    pub mails: u64,
    /// Requests for a one-time link.
    pub verification_requests: u64,
}

/// Deletes everything that is kept about an address, by its hash, in one transaction.
///
/// A gift that is paid for and that nobody redeemed yet still works, without the personal message and the recipient's address, whether its buyer
/// asked or the mailbox that the buyer typed for the recipient: that may be a stranger's, and the money is the buyer's.
pub async fn erase(db: &Database, hash: &[u8]) -> Result<Erased, Error> {
    let transaction = db.begin().await?;
    let erased = erase_in(&transaction, hash).await?;
    transaction.commit().await?;
    db.empty_log_or_later().await;
    Ok(erased)
}

/// The same in the caller's transaction. The caller empties the database's log.
pub async fn erase_in(transaction: &DatabaseTransaction, hash: &[u8]) -> Result<Erased, Error> {
    let is_of = |stored: &Option<Vec<u8>>| stored.as_deref() == Some(hash);
    data_link::Entity::update_many()
        .col_expr(
            data_link::Column::EmailHash,
            Expr::value(Option::<Vec<u8>>::None),
        )
        .filter(data_link::Column::EmailHash.eq(hash))
        .exec(transaction)
        .await?;
    let requests = verification_request::Entity::delete_many()
        .filter(verification_request::Column::EmailHash.eq(hash))
        .exec_with_returning(transaction)
        .await?;
    let found = of_address_locked(transaction, hash).await?;
    let received = found.iter().filter(|one| is_of(&one.recipient_email_hash));
    let received: Vec<Uuid> = received.map(|one| one.id).collect();
    let bought = found.into_iter().filter(|one| is_of(&one.buyer_email_hash));
    let bought: Vec<purchase::Model> = bought.collect();
    let mut erased = Erased {
        verification_requests: requests.len() as u64,
        ..Erased::default()
    };
    let asked = requests.iter().map(|request| request.id);
    erase_mails(transaction, asked.chain(ids(&bought)), &mut erased).await?;
    if !bought.is_empty() {
        erase_devices(transaction, &bought, &mut erased).await?;
        erase_bought(transaction, &bought, &mut erased).await?;
    }
    if !received.is_empty() {
        erase_received(transaction, &received).await?;
    }
    Ok(erased)
}

fn ids(orders: &[purchase::Model]) -> impl Iterator<Item = Uuid> {
    orders.iter().map(|order| order.id)
}

/// Deletes the mails about orders and requests.
async fn erase_mails(
    transaction: &DatabaseTransaction,
    about: impl Iterator<Item = Uuid>,
    erased: &mut Erased,
) -> Result<(), Error> {
    let about: Vec<String> = about.map(|id| id.to_string()).collect();
    if about.is_empty() {
        return Ok(());
    }
    let mails =
        outbox_email::Entity::delete_many().filter(outbox_email::Column::About.is_in(about));
    erased.mails = mails.exec(transaction).await?.rows_affected;
    Ok(())
}

/// Whether somebody may be paying for the order at this moment.
fn is_open(order: &purchase::Model) -> bool {
    order.status == purchase::Status::Pending
}

/// Deletes the devices that hold these purchases or began them, with their contact copies, and what else names them. Of a device whose order
/// can still be paid the row stays, which is known by nothing but its cookie.
async fn erase_devices(
    transaction: &DatabaseTransaction,
    bought: &[purchase::Model],
    erased: &mut Erased,
) -> Result<(), Error> {
    let holders = device_entitlement::Entity::find()
        .filter(device_entitlement::Column::PurchaseId.is_in(ids(bought)))
        .all(transaction)
        .await?;
    let holders: BTreeSet<Vec<u8>> = holders
        .into_iter()
        .map(|holder| holder.device_session_id)
        .collect();
    let device = |one: &purchase::Model| one.device_session_id.clone();
    let began: BTreeSet<Vec<u8>> = bought.iter().filter_map(device).collect();
    let devices: BTreeSet<&Vec<u8>> = holders.union(&began).collect();
    let open = bought.iter().filter(|one| is_open(one));
    let paying: BTreeSet<Vec<u8>> = open.filter_map(device).collect();
    if !paying.is_empty() {
        erase_contacts(transaction, &paying).await?;
    }
    if !paying.is_disjoint(&holders) {
        end_access(transaction, &paying, bought).await?;
    }
    let devices: Vec<Vec<u8>> = devices
        .into_iter()
        .filter(|device| !paying.contains(*device))
        .cloned()
        .collect();
    if devices.is_empty() {
        return Ok(());
    }
    // The database removes the devices from the orders that they began.
    let gone = device_session::Entity::delete_many()
        .filter(device_session::Column::Id.is_in(devices))
        .exec(transaction)
        .await?;
    erased.devices = gone.rows_affected;
    Ok(())
}

/// Deletes the contact copies of devices, and leaves their rows.
async fn erase_contacts(
    transaction: &DatabaseTransaction,
    devices: &BTreeSet<Vec<u8>>,
) -> Result<(), Error> {
    contact::Entity::delete_many()
        .filter(contact::Column::DeviceSessionId.is_in(devices.clone()))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Ends the access of devices to these purchases, and leaves their rows.
async fn end_access(
    transaction: &DatabaseTransaction,
    devices: &BTreeSet<Vec<u8>>,
    bought: &[purchase::Model],
) -> Result<(), Error> {
    device_entitlement::Entity::delete_many()
        .filter(device_entitlement::Column::DeviceSessionId.is_in(devices.clone()))
        .filter(device_entitlement::Column::PurchaseId.is_in(ids(bought)))
        .exec(transaction)
        .await?;
    Ok(())
}

/// The buyer asked. Gifts that somebody may still redeem or pay for go on to work, without what the buyer entered about the recipient.
async fn erase_bought(
    transaction: &DatabaseTransaction,
    bought: &[purchase::Model],
    erased: &mut Erased,
) -> Result<(), Error> {
    proof_token::Entity::delete_many()
        .filter(proof_token::Column::PurchaseId.is_in(ids(bought)))
        .exec(transaction)
        .await?;
    let redeemed = of_kind(bought, purchase::Kind::GiftRedemption);
    if !redeemed.is_empty() {
        let redemptions = purchase::Entity::delete_many()
            .filter(purchase::Column::Id.is_in(redeemed.iter().map(|one| one.id)));
        erased.redemptions = redemptions.exec(transaction).await?.rows_affected;
    }
    // Empty and not null: an unknown address would be asked for at the payment provider again.
    let nobody = Expr::value(Vec::<u8>::new());
    let nothing = Expr::value(Option::<Vec<u8>>::None);
    let can_be_paid = purchase::Column::Status.eq(purchase::Status::Pending);
    let device_of_open = Expr::case(can_be_paid, Expr::col(purchase::Column::DeviceSessionId))
        .finally(nothing.clone());
    let orders = gifts::without_recipient(purchase::Entity::update_many())
        .col_expr(purchase::Column::BuyerEmailHash, nobody)
        .col_expr(purchase::Column::BuyerEmailCt, nothing)
        .col_expr(purchase::Column::DeviceSessionId, device_of_open.into())
        .filter(purchase::Column::Id.is_in(ids(bought)));
    erased.orders = orders.exec(transaction).await?.rows_affected;
    erased.open_orders = bought.iter().filter(|one| is_open(one)).count() as u64;
    let gifts = of_kind(bought, purchase::Kind::Gift);
    if !gifts.is_empty() {
        erase_gift_links(transaction, &gifts, erased).await?;
    }
    Ok(())
}

fn of_kind(orders: &[purchase::Model], kind: purchase::Kind) -> Vec<&purchase::Model> {
    orders.iter().filter(|order| order.kind == kind).collect()
}

/// Deletes the links of gifts that were redeemed, and wipes what the buyer wrote with the others. A revoked one works again where a dispute is
/// won or a refund fails, and who has it is not the one who asked.
async fn erase_gift_links(
    transaction: &DatabaseTransaction,
    gifts: &[&purchase::Model],
    erased: &mut Erased,
) -> Result<(), Error> {
    let settled = gifts.iter().filter(|one| !is_open(one)).map(|one| one.id);
    let settled: Vec<Uuid> = settled.collect();
    if !settled.is_empty() {
        let over = gift_link::Entity::delete_many()
            .filter(gift_link::Column::PurchaseId.is_in(settled))
            .filter(gift_link::Column::Status.eq(gift_link::Status::Activated));
        erased.gift_links = over.exec(transaction).await?.rows_affected;
    }
    gifts::without_message(gift_link::Entity::update_many())
        .filter(gift_link::Column::PurchaseId.is_in(gifts.iter().map(|one| one.id)))
        .exec(transaction)
        .await?;
    Ok(())
}

/// The recipient asked, or whoever has the address that the buyer typed.
async fn erase_received(transaction: &DatabaseTransaction, received: &[Uuid]) -> Result<(), Error> {
    gifts::without_recipient(purchase::Entity::update_many())
        .filter(purchase::Column::Id.is_in(received.to_vec()))
        .exec(transaction)
        .await?;
    gifts::without_message(gift_link::Entity::update_many())
        .filter(gift_link::Column::PurchaseId.is_in(received.to_vec()))
        .exec(transaction)
        .await?;
    Ok(())
}
