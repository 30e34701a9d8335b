//! Re-encrypts the whole database with another data key, after a copy of it has leaked together with the secret.
//!
//! It happens in one transaction and with every server stopped: a kill leaves the database as it was, and nobody reads or writes with two keys.
//! What cannot be written anew, because only its recipient knows the text, is deleted: one-time links, requests for them that were answered, and counters of limits. The key that signs receipts ends.

use entity::{
    data_link, gift_link, outbox_email, proof_token, purchase, rate_bucket, receipt_key,
    verification_request, watch, watch_key,
};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, ColumnTrait, DatabaseTransaction, EntityTrait,
    IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
};
use serde::Serialize;
use uuid::Uuid;

use crate::crypto::keys::Keys;
use crate::domain::clock::{Millis, now};
use crate::domain::email_address::EmailAddress;
use crate::error::Error;
use crate::services::clock_watch;
use crate::services::data_key::{self, Secrets};
use crate::services::database::Database;
use crate::services::sealed::EncryptedColumn;

mod rows;

/// Rows that are read at once.
const MAX_BATCH: u64 = 200;
/// How long no server may have worked, in milliseconds; one that runs says so every minute.
const STOPPED_FOR: Millis = 120_000;

/// What was done.
#[derive(Debug, Default, Serialize)]
pub struct Resealed {
    /// Rows that are sealed with the new key.
    pub resealed: u64,
    /// Values that the key before did not open either, and that stay as they are.
    pub unreadable: u64,
}

/// The key before and the new one.
struct Change {
    before: Keys,
    after: Keys,
    done: Resealed,
}

/// Seals everything anew; the caller has the data key alone. Returns none, and changes nothing, where a server may run, which would go on with the key before.
pub async fn reseal(db: &Database, secrets: &Secrets) -> Result<Option<Resealed>, Error> {
    let transaction = db.begin_with_long_timeouts().await?;
    db.without_limits(&transaction).await?;
    let (before, after) = data_key::renew(&transaction, secrets).await?;
    // Only now: a server says that it works before it reads the key, and from here on it waits for the key of after.
    if clock_watch::may_be_worked_on(&transaction, STOPPED_FOR).await? {
        transaction.rollback().await?;
        return Ok(None);
    }
    let mut change = Change {
        before,
        after,
        done: Resealed::default(),
    };
    proof_token::Entity::delete_many()
        .exec(&transaction)
        .await?;
    data_link::Entity::delete_many().exec(&transaction).await?;
    rate_bucket::Entity::delete_many()
        .exec(&transaction)
        .await?;
    verification_request::Entity::delete_many()
        .filter(verification_request::Column::ProcessedAt.is_not_null())
        .exec(&transaction)
        .await?;
    // Hashes of a network and a device, which nobody can hash anew.
    verification_request::Entity::update_many()
        .col_expr(
            verification_request::Column::Asker,
            Expr::value(None::<Vec<u8>>),
        )
        .exec(&transaction)
        .await?;
    change.table::<purchase::Entity>(&transaction).await?;
    change.table::<gift_link::Entity>(&transaction).await?;
    change.table::<outbox_email::Entity>(&transaction).await?;
    change
        .table::<verification_request::Entity>(&transaction)
        .await?;
    change.table::<watch::Entity>(&transaction).await?;
    change.table::<watch_key::Entity>(&transaction).await?;
    end_receipt_key(&transaction).await?;
    transaction.commit().await?;
    Ok(Some(change.done))
}

/// Ends the key that signs receipts: who has the key of before could sign other times with it. The next start makes another one.
async fn end_receipt_key(transaction: &DatabaseTransaction) -> Result<(), Error> {
    receipt_key::Entity::update_many()
        .col_expr(receipt_key::Column::PrivateCt, Expr::value(None::<Vec<u8>>))
        .col_expr(receipt_key::Column::EndedAt, Expr::value(now()))
        .filter(receipt_key::Column::EndedAt.is_null())
        .exec(transaction)
        .await?;
    Ok(())
}

/// A table with sealed columns.
trait Sealed: EntityTrait {
    /// Its primary key.
    const ID: Self::Column;

    fn id(row: &Self::Model) -> Uuid;

    /// The columns to write anew; none where the row has none.
    fn anew(change: &mut Change, row: &Self::Model) -> Result<Option<Self::ActiveModel>, Error>;
}

impl Change {
    async fn table<E>(&mut self, transaction: &DatabaseTransaction) -> Result<(), Error>
    where
        E: Sealed,
        E::Model: IntoActiveModel<E::ActiveModel> + Send + Sync,
        E::ActiveModel: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
    {
        let mut last = Uuid::nil();
        loop {
            let page = E::find()
                .filter(E::ID.gt(last))
                .order_by_asc(E::ID)
                .limit(MAX_BATCH)
                .all(transaction)
                .await?;
            let Some(end) = page.last() else {
                return Ok(());
            };
            last = E::id(end);
            let anew: Result<Vec<_>, _> = page.iter().map(|row| E::anew(self, row)).collect();
            for anew in anew?.into_iter().flatten() {
                E::update(anew).exec_without_returning(transaction).await?;
                self.done.resealed += 1;
            }
        }
    }

    /// A column sealed anew, and its text; none where it is empty or cannot be opened.
    fn column(
        &mut self,
        place: EncryptedColumn<'_>,
        bytes: Option<&Vec<u8>>,
    ) -> Result<Option<(Vec<u8>, String)>, Error> {
        let Some(bytes) = bytes else {
            return Ok(None);
        };
        let Ok(text) = place.open(&self.before, bytes) else {
            self.done.unreadable += 1;
            return Ok(None);
        };
        Ok(Some((place.seal(&self.after, &text)?, text)))
    }

    fn hash(&self, text: &str) -> Option<Vec<u8>> {
        let address: EmailAddress = text.parse().ok()?;
        Some(self.after.email_hash(&address))
    }
}
