//! Reading purchases, and the sealed addresses in them.

use entity::device_entitlement;
use entity::purchase::{self, Kind, Status};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Select,
    SelectTwo,
};
use uuid::Uuid;

use super::devices;
use super::sealed::EncryptedColumn;
use super::shop::Shop;
use crate::crypto::keys::Keys;
use crate::domain::clock::now;
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::domain::price;
use crate::error::Error;

/// A person whose address a purchase has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    /// The buyer.
    Buyer,
    /// The recipient of a gift.
    Recipient,
}

impl Party {
    /// The column of the party's sealed address.
    pub fn column(self, purchase_id: &Uuid) -> EncryptedColumn<'_> {
        let column = match self {
            Self::Buyer => "buyer_email_ct",
            Self::Recipient => "recipient_email_ct",
        };
        EncryptedColumn {
            table: "purchases",
            row: purchase_id.as_bytes(),
            column,
        }
    }

    /// The party's address, where it is known.
    pub fn address(
        self,
        keys: &Keys,
        purchase: &purchase::Model,
    ) -> Result<Option<EmailAddress>, Error> {
        let sealed = match self {
            Self::Buyer => purchase.buyer_email_ct.as_ref(),
            Self::Recipient => purchase.recipient_email_ct.as_ref(),
        };
        sealed
            .map(|bytes| self.column(&purchase.id).open_address(keys, bytes))
            .transpose()
    }
}

/// What an order of either mode cost, such as `US$9.99`: another release may have sold at another price. `None` where it was erased.
pub async fn total(shop: &Shop, id: Uuid) -> Result<Option<String>, Error> {
    let order = purchase::Entity::find_by_id(id).one(shop.db.read()).await?;
    Ok(order.map(|order| price::named(order.amount_cents, &order.currency)))
}

/// Purchases of this server's mode. Those of the other one (bought in a sandbox before real money moved) are invisible, so every query of
/// the shop for purchases begins here.
pub fn find(shop: &Shop) -> Select<purchase::Entity> {
    purchase::Entity::find().filter(of_mode(shop))
}

/// Whether a purchase is of this server's mode, for queries that join purchases.
pub fn of_mode(shop: &Shop) -> Condition {
    of_livemode(shop.settings.livemode)
}

/// Whether a purchase is one of real money, or of simulated.
pub fn of_livemode(livemode: bool) -> Condition {
    Condition::all().add(purchase::Column::Livemode.eq(livemode))
}

/// The paid purchases that a device holds.
pub fn held_by(
    shop: &Shop,
    device: &DeviceId,
) -> SelectTwo<device_entitlement::Entity, purchase::Entity> {
    device_entitlement::Entity::find()
        .filter(device_entitlement::Column::DeviceSessionId.eq(device.to_vec()))
        .find_also_related(purchase::Entity)
        .filter(of_mode(shop))
        .filter(purchase::Column::Status.eq(Status::Paid))
}

/// The devices that hold a paid purchase of an address, by their ids.
pub async fn holders(
    db: &impl ConnectionTrait,
    shop: &Shop,
    email_hash: &[u8],
) -> Result<Vec<Vec<u8>>, Error> {
    let held = device_entitlement::Entity::find()
        .find_also_related(purchase::Entity)
        .filter(of_mode(shop))
        .filter(purchase::Column::BuyerEmailHash.eq(email_hash))
        .filter(purchase::Column::Status.eq(Status::Paid))
        .all(db)
        .await?;
    let devices = held.into_iter().map(|(hold, _)| hold.device_session_id);
    Ok(devices.collect())
}

/// The paid purchases that give an address access, newest first: bought for own use, or redeemed.
///
/// Buying a gift gives its buyer no access.
pub async fn usable_by_address(
    db: &impl ConnectionTrait,
    shop: &Shop,
    email_hash: &[u8],
) -> Result<Vec<purchase::Model>, Error> {
    Ok(find(shop)
        .filter(purchase::Column::BuyerEmailHash.eq(email_hash))
        .filter(purchase::Column::Status.eq(Status::Paid))
        .filter(purchase::Column::Kind.is_in([Kind::OwnUse, Kind::GiftRedemption]))
        .order_by_desc(purchase::Column::PaidAt)
        .all(db)
        .await?)
}

/// The hash of the address that a purchase has, whether it is paid or not; none where it was erased.
pub async fn address_hash(
    db: &impl ConnectionTrait,
    shop: &Shop,
    id: Uuid,
) -> Result<Option<Vec<u8>>, Error> {
    let found = find(shop).filter(purchase::Column::Id.eq(id)).one(db);
    let hash = found.await?.and_then(|found| found.buyer_email_hash);
    // What was erased has an empty one, and all of it would be found by that.
    Ok(hash.filter(|hash| !hash.is_empty()))
}

/// Gives a device that proved an address all purchases of that address, as they were just read, and counts one verification.
///
/// It has them all because one may be refunded: somebody bought twice, or a stranger in this name. Returns the purchase that was counted,
/// the newest that is still paid; none where none is.
pub async fn entitle_to_all(
    db: &impl ConnectionTrait,
    shop: &Shop,
    device: &DeviceId,
    usable: Vec<purchase::Model>,
) -> Result<Option<purchase::Model>, Error> {
    let ids: Vec<Uuid> = usable.iter().map(|one| one.id).collect();
    for mut one in usable {
        if count_verification(db, shop, one.id).await? {
            one.verification_count += 1;
            devices::ensure(db, device).await?;
            devices::entitle_by_proof(db, device, &ids).await?;
            return Ok(Some(one));
        }
    }
    Ok(None)
}

/// Counts one more verification of a purchase. Returns false where it is not paid any more.
pub async fn count_verification(
    db: &impl ConnectionTrait,
    shop: &Shop,
    id: Uuid,
) -> Result<bool, Error> {
    let more = Expr::col(purchase::Column::VerificationCount).add(1);
    let counted = purchase::Entity::update_many()
        .col_expr(purchase::Column::VerificationCount, more)
        .col_expr(purchase::Column::UpdatedAt, Expr::value(now()))
        .filter(purchase::Column::Id.eq(id))
        .filter(of_mode(shop))
        .filter(purchase::Column::Status.eq(Status::Paid))
        .exec(db)
        .await?;
    Ok(counted.rows_affected == 1)
}
