//! Deletes everything that is kept about an address.

use std::collections::BTreeSet;

use entity::{
    data_link, device_entitlement, device_session, gift_link, outbox_email, proof_token, purchase,
    verification_request,
};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter};
use serde::Serialize;
use uuid::Uuid;

use super::subject::{are_links_of, of_address};
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
    /// Gift links, which no longer work.
    pub gift_links: u64,
    /// Devices with their access and their contact copies.
    pub devices: u64,
    /// Mails, sent or not.
    pub mails: u64,
    /// Requests for a one-time link.
    pub verification_requests: u64,
}

/// Deletes everything that is kept about an address, by its hashes, in one transaction.
///
/// A gift that this buyer paid for and nobody redeemed yet still works for its recipient, without the personal
/// message and the recipient's address.
pub async fn erase(db: &Database, hashes: &[Vec<u8>]) -> Result<Erased, Error> {
    let transaction = db.begin().await?;
    let erased = erase_in(&transaction, hashes).await?;
    transaction.commit().await?;
    db.empty_log_or_later().await;
    Ok(erased)
}

/// The same in the caller's transaction. The caller empties the database's log.
pub async fn erase_in(
    transaction: &DatabaseTransaction,
    hashes: &[Vec<u8>],
) -> Result<Erased, Error> {
    let is_of = |hash: &Option<Vec<u8>>| hash.as_ref().is_some_and(|hash| hashes.contains(hash));
    data_link::Entity::update_many()
        .col_expr(
            data_link::Column::EmailHash,
            Expr::value(Option::<Vec<u8>>::None),
        )
        .filter(are_links_of(hashes))
        .exec(transaction)
        .await?;
    let requests = verification_request::Entity::delete_many()
        .filter(verification_request::Column::EmailHash.is_in(hashes.to_vec()))
        .exec_with_returning(transaction)
        .await?;
    let found = of_address(transaction, hashes).await?;
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
        erase_received(transaction, &received, &mut erased).await?;
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

/// Deletes the devices that hold these purchases or began them, with their contact copies, and what else names them.
async fn erase_devices(
    transaction: &DatabaseTransaction,
    bought: &[purchase::Model],
    erased: &mut Erased,
) -> Result<(), Error> {
    let holders = device_entitlement::Entity::find()
        .filter(device_entitlement::Column::PurchaseId.is_in(ids(bought)))
        .all(transaction)
        .await?;
    let holders = holders.into_iter().map(|holder| holder.device_session_id);
    let began = bought
        .iter()
        .filter_map(|one| one.device_session_id.clone());
    let devices: BTreeSet<Vec<u8>> = holders.chain(began).collect();
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

/// The buyer asked. Gifts that somebody may still redeem go on to work, without what the buyer entered about the recipient.
async fn erase_bought(
    transaction: &DatabaseTransaction,
    bought: &[purchase::Model],
    erased: &mut Erased,
) -> Result<(), Error> {
    proof_token::Entity::delete_many()
        .filter(proof_token::Column::PurchaseId.is_in(ids(bought)))
        .exec(transaction)
        .await?;
    let redemptions = purchase::Entity::delete_many()
        .filter(purchase::Column::Id.is_in(ids(bought)))
        .filter(purchase::Column::Kind.eq(purchase::Kind::GiftRedemption));
    erased.redemptions = redemptions.exec(transaction).await?.rows_affected;
    // Empty and not null: an unknown address would be asked for at the payment provider again.
    let nobody = Expr::value(Vec::<u8>::new());
    let nothing = Expr::value(Option::<Vec<u8>>::None);
    let orders = gifts::without_recipient(purchase::Entity::update_many())
        .col_expr(purchase::Column::BuyerEmailHash, nobody)
        .col_expr(purchase::Column::BuyerEmailCt, nothing.clone())
        .col_expr(purchase::Column::DeviceSessionId, nothing)
        .filter(purchase::Column::Id.is_in(ids(bought)));
    erased.orders = orders.exec(transaction).await?.rows_affected;
    let over = gift_link::Entity::delete_many()
        .filter(gift_link::Column::PurchaseId.is_in(ids(bought)))
        .filter(gift_link::Column::Status.ne(gift_link::Status::Available));
    erased.gift_links += over.exec(transaction).await?.rows_affected;
    gifts::without_message(gift_link::Entity::update_many())
        .filter(gift_link::Column::PurchaseId.is_in(ids(bought)))
        .exec(transaction)
        .await?;
    Ok(())
}

/// The recipient asked: the links were made for the recipient and are deleted.
async fn erase_received(
    transaction: &DatabaseTransaction,
    received: &[Uuid],
    erased: &mut Erased,
) -> Result<(), Error> {
    gifts::without_recipient(purchase::Entity::update_many())
        .filter(purchase::Column::Id.is_in(received.to_vec()))
        .exec(transaction)
        .await?;
    let links = gift_link::Entity::delete_many()
        .filter(gift_link::Column::PurchaseId.is_in(received.to_vec()));
    erased.gift_links += links.exec(transaction).await?.rows_affected;
    Ok(())
}
