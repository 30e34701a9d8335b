//! What the operator looks for.

use entity::purchase;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};
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
        Subject::Address(address) => return of_address(db, &keys.email_hashes(address)).await,
        Subject::Order(id) => Condition::any()
            .add(purchase::Column::Id.eq(*id))
            .add(purchase::Column::PaidByPurchaseId.eq(*id)),
        Subject::Payment(id) => Condition::any()
            .add(purchase::Column::PaymentIntentId.eq(id))
            .add(purchase::Column::CheckoutSessionId.eq(id)),
    };
    matching_purchases(db, matching).await
}

/// The purchases in which an address is, by its hashes, oldest first.
pub(super) async fn of_address(
    db: &impl ConnectionTrait,
    hashes: &[Vec<u8>],
) -> Result<Vec<purchase::Model>, Error> {
    let matching = Condition::any()
        .add(purchase::Column::BuyerEmailHash.is_in(hashes.to_vec()))
        .add(purchase::Column::RecipientEmailHash.is_in(hashes.to_vec()));
    matching_purchases(db, matching).await
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

/// The length of an address's hash.
pub const HASH: usize = 32;

/// The links of an address. Those that were made while the secret was being replaced have stored both hashes, the new one first.
pub fn are_links_of(hashes: &[Vec<u8>]) -> Expr {
    Expr::cust(format!("SUBSTR(email_hash, 1, {HASH})")).is_in(hashes.to_vec())
}
