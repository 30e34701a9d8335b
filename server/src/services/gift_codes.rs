//! The code of a gift that was bought. It is derived from the purchase, and sealed in the link once the database was sealed anew.

use entity::gift_link;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use super::sealed::EncryptedColumn;
use super::shop::Shop;
use crate::crypto::keys::Keys;
use crate::domain::gift_code::GiftCode;
use crate::error::Error;

/// The code of the gift that a purchase paid for.
pub async fn of_purchase(shop: &Shop, purchase_id: Uuid) -> Result<GiftCode, Error> {
    let link = gift_link::Entity::find()
        .filter(gift_link::Column::PurchaseId.eq(purchase_id))
        .one(shop.db.read())
        .await?;
    of(&shop.keys, purchase_id, link.as_ref())
}

/// The same where the gift's link was read already. Where it was erased, its code leads nowhere.
pub(super) fn of(
    keys: &Keys,
    purchase_id: Uuid,
    link: Option<&gift_link::Model>,
) -> Result<GiftCode, Error> {
    link.map_or_else(
        || Ok(keys.gift_code(purchase_id)),
        |link| of_link(keys, link),
    )
}

/// The code in a link.
pub(super) fn of_link(keys: &Keys, link: &gift_link::Model) -> Result<GiftCode, Error> {
    let code = match &link.code_ct {
        Some(sealed) => GiftCode::parse(&column(&link.id).open(keys, sealed)?),
        None => Some(keys.gift_code(link.purchase_id))
            .filter(|code| keys.gift_code_hash(code) == link.code_hash),
    };
    code.ok_or_else(|| {
        Error::Internal(anyhow::anyhow!(
            "the code of gift link {} belongs to another data key",
            link.id
        ))
    })
}

/// Where a link's code is sealed.
pub(super) fn column(link_id: &Uuid) -> EncryptedColumn<'_> {
    EncryptedColumn::of_gift_link(link_id, "code_ct")
}
