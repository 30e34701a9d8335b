//! What the operator looks for.

use entity::purchase;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect as _,
};
use uuid::Uuid;

use crate::crypto::keys::Keys;
use crate::domain::email_address::EmailAddress;
use crate::error::Error;

/// What to look for.
#[derive(Debug)]
pub enum Subject {
    /// The buyer's or the recipient's address.
    Address(EmailAddress),
    /// An order id.
    Order(Uuid),
    /// The id of a payment intent or of a checkout session.
    Payment(String),
}

/// The purchases of a subject, oldest first.
pub(super) async fn purchases(
    db: &impl ConnectionTrait,
    keys: &Keys,
    subject: &Subject,
) -> Result<Vec<purchase::Model>, Error> {
    let matching = match subject {
        Subject::Address(address) => return of_address(db, &keys.email_hash(address)).await,
        Subject::Order(id) => Condition::any()
            .add(purchase::Column::Id.eq(*id))
            .add(purchase::Column::PaidByPurchaseId.eq(*id)),
        Subject::Payment(id) => Condition::any()
            .add(purchase::Column::PaymentIntentId.eq(id))
            .add(purchase::Column::CheckoutSessionId.eq(id)),
    };
    matching_purchases(db, matching).await
}

/// The purchases in which an address is, by its hash, oldest first.
pub(super) async fn of_address(
    db: &impl ConnectionTrait,
    hash: &[u8],
) -> Result<Vec<purchase::Model>, Error> {
    matching_purchases(db, has_address(hash)).await
}

/// The same, locked until the transaction ends: whoever settles one of them meanwhile does so before this or after the transaction.
pub(super) async fn of_address_locked(
    transaction: &DatabaseTransaction,
    hash: &[u8],
) -> Result<Vec<purchase::Model>, Error> {
    Ok(purchase::Entity::find()
        .filter(has_address(hash))
        .order_by_asc(purchase::Column::CreatedAt)
        .lock_exclusive()
        .all(transaction)
        .await?)
}

fn has_address(hash: &[u8]) -> Condition {
    Condition::any()
        .add(purchase::Column::BuyerEmailHash.eq(hash))
        .add(purchase::Column::RecipientEmailHash.eq(hash))
}

async fn matching_purchases(
    db: &impl ConnectionTrait,
    matching: Condition,
) -> Result<Vec<purchase::Model>, Error> {
    Ok(purchase::Entity::find()
        .filter(matching)
        .order_by_asc(purchase::Column::CreatedAt)
        .all(db)
        .await?)
}
