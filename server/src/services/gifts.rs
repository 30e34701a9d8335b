//! Reading and redeeming gifts. Of all devices that try to redeem a gift one succeeds, and that one may repeat its request.

use entity::device_entitlement::Source;
use entity::gift_link::{self, Status};
use entity::purchase;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Select, UpdateMany,
};
use uuid::Uuid;

use super::devices;
use super::limits::rate_limit::Counted;
use super::purchases::{self, Party};
use super::sealed::EncryptedColumn;
use super::shop::Shop;
use crate::domain::clock::now;
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;
use crate::domain::price::PRICE;
use crate::error::Error;

const NOT_FOUND: Error = Error::NotFound("Gift link not found");
const GONE: Error = Error::Gone("Gift link expired or used");

/// What a recipient sees of a gift that can be redeemed.
#[derive(Debug)]
pub struct AvailableGift {
    /// The recipient's address, as the buyer entered it; none where it was wiped.
    pub recipient: Option<EmailAddress>,
    /// The personal message.
    pub message: Option<String>,
}

/// Reads a gift. Changes nothing, because mail scanners follow links too.
pub async fn read(shop: &Shop, code: &Counted<Option<GiftCode>>) -> Result<AvailableGift, Error> {
    let gift = match code.subject() {
        Some(code) => available(shop, code).await,
        None => Err(NOT_FOUND),
    };
    code.known(gift).await
}

async fn available(shop: &Shop, code: &GiftCode) -> Result<AvailableGift, Error> {
    let hash = shop.keys.gift_code_hash(code);
    let link = shop.gift_loader.find(hash).await?.ok_or(NOT_FOUND)?;
    if link.status != Status::Available {
        return Err(GONE);
    }
    let (recipient, message) = (link.order.recipient_email_ct, link.personal_message_ct);
    let of_recipient = Party::Recipient.column(&link.order.id);
    Ok(AvailableGift {
        recipient: recipient
            .map(|sealed| of_recipient.open_address(&shop.keys, &sealed))
            .transpose()?,
        message: message
            .map(|sealed| {
                EncryptedColumn::of_gift_link(&link.id, "personal_message_ct")
                    .open(&shop.keys, &sealed)
            })
            .transpose()?,
    })
}

/// Whether this device redeemed this gift before and still holds it.
pub async fn is_redeemed_by(
    shop: &Shop,
    code: &Counted<Option<GiftCode>>,
    device: &DeviceId,
) -> Result<bool, Error> {
    let Some(code) = code.subject() else {
        return Ok(false);
    };
    match find(shop.db.read(), shop, code).await? {
        Some((link, _)) => is_held_by(shop.db.read(), &link, device).await,
        None => Ok(false),
    }
}

/// Redeems a gift for a device and an address.
///
/// A repeated request of the device that redeemed it succeeds too, because the first response may have been lost. A failure counts against the code, and where nobody has it against the network.
pub async fn activate(
    shop: &Shop,
    device: &DeviceId,
    code: &Counted<Option<GiftCode>>,
    email: &EmailAddress,
) -> Result<(), Error> {
    let result = match code.subject() {
        Some(code) => redeem(shop, device, code, email).await,
        None => Err(NOT_FOUND),
    };
    if matches!(result, Err(Error::NotFound(_) | Error::Gone(_))) {
        code.record_failure().await?;
    }
    code.known(result).await
}

async fn redeem(
    shop: &Shop,
    device: &DeviceId,
    code: &GiftCode,
    email: &EmailAddress,
) -> Result<(), Error> {
    let db = shop.db.read();
    let (link, _) = find(db, shop, code).await?.ok_or(NOT_FOUND)?;
    if is_held_by(db, &link, device).await? {
        return Ok(());
    }
    if link.status != Status::Available {
        return Err(GONE);
    }
    let transaction = shop.db.begin().await?;
    devices::ensure(&transaction, device).await?;
    // The order before its link, as everywhere.
    without_recipient(purchase::Entity::update_many())
        .filter(purchase::Column::Id.eq(link.purchase_id))
        .exec(&transaction)
        .await?;
    let redemption = Uuid::now_v7();
    let updated = without_message(gift_link::Entity::update_many())
        .col_expr(gift_link::Column::Status, Expr::value(Status::Activated))
        .col_expr(gift_link::Column::ActivatedAt, Expr::value(now()))
        .col_expr(
            gift_link::Column::ActivatedPurchaseId,
            Expr::value(redemption),
        )
        .filter(gift_link::Column::Id.eq(link.id))
        .filter(gift_link::Column::Status.eq(Status::Available))
        .exec(&transaction)
        .await?;
    if updated.rows_affected != 1 {
        transaction.rollback().await?;
        // The same device may have sent two requests at once, and the other one succeeded.
        let (link, _) = find(db, shop, code).await?.ok_or(NOT_FOUND)?;
        let is_held = is_held_by(db, &link, device).await?;
        return if is_held { Ok(()) } else { Err(GONE) };
    }
    insert_redemption(&transaction, shop, &link, redemption, (device, email)).await?;
    devices::entitle(&transaction, device.to_vec(), redemption, Source::Gift).await?;
    transaction.commit().await?;
    Ok(())
}

async fn insert_redemption(
    db: &impl ConnectionTrait,
    shop: &Shop,
    link: &gift_link::Model,
    id: Uuid,
    (device, email): (&DeviceId, &EmailAddress),
) -> Result<(), Error> {
    let now = now();
    let row = purchase::ActiveModel {
        id: Set(id),
        kind: Set(purchase::Kind::GiftRedemption),
        status: Set(purchase::Status::Paid),
        livemode: Set(shop.settings.livemode),
        amount_cents: Set(0),
        currency: Set(PRICE.currency.to_owned()),
        buyer_email_hash: Set(Some(shop.keys.email_hash(email))),
        buyer_email_ct: Set(Some(
            Party::Buyer.column(&id).seal(&shop.keys, email.as_str())?,
        )),
        device_session_id: Set(Some(device.to_vec())),
        paid_by_purchase_id: Set(Some(link.purchase_id)),
        verification_count: Set(0),
        paid_at: Set(Some(now)),
        checked_at: Set(now),
        created_at: Set(now),
        updated_at: Set(now),
        ..purchase::ActiveModel::default()
    };
    purchase::Entity::insert(row)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

async fn find(
    db: &impl ConnectionTrait,
    shop: &Shop,
    code: &GiftCode,
) -> Result<Option<(gift_link::Model, purchase::Model)>, Error> {
    let found = paid_links(shop.settings.livemode)
        .filter(gift_link::Column::CodeHash.eq(shop.keys.gift_code_hash(code)))
        .select_also(purchase::Entity);
    let found = found.one(db).await?;
    Ok(found.and_then(|(link, paid)| Some((link, paid?))))
}

/// The links that are paid for, with their orders: an unpaid link exists for nobody.
pub fn paid_links(livemode: bool) -> Select<gift_link::Entity> {
    gift_link::Entity::find()
        .left_join(purchase::Entity)
        .filter(gift_link::Column::Status.ne(Status::Unpaid))
        .filter(purchases::of_livemode(livemode))
}

/// Whether this device holds what was redeemed with the link.
async fn is_held_by(
    db: &impl ConnectionTrait,
    link: &gift_link::Model,
    device: &DeviceId,
) -> Result<bool, Error> {
    let (Status::Activated, Some(redemption)) = (link.status, link.activated_purchase_id) else {
        return Ok(false);
    };
    devices::holds(db, device, redemption).await
}

/// A change of gift links that also wipes the buyer's message, because nobody needs it any more.
pub fn without_message(change: UpdateMany<gift_link::Entity>) -> UpdateMany<gift_link::Entity> {
    let nothing = Expr::value(Option::<Vec<u8>>::None);
    change.col_expr(gift_link::Column::PersonalMessageCt, nothing)
}

/// A change of orders that also wipes the recipient's address.
pub fn without_recipient(change: UpdateMany<purchase::Entity>) -> UpdateMany<purchase::Entity> {
    let nothing = Expr::value(Option::<Vec<u8>>::None);
    change
        .col_expr(purchase::Column::RecipientEmailHash, nothing.clone())
        .col_expr(purchase::Column::RecipientEmailCt, nothing)
}
