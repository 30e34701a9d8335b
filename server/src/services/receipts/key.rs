//! The key that signs receipts: made at the first start and after a reseal, the same for all processes. The public keys of those before it
//! stay, so that old receipts can be checked.

use entity::receipt_key::{ActiveModel, Column, Entity, Model};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, EntityTrait as _, QueryOrder as _};

use crate::crypto::keys::Keys;
use crate::crypto::receipts::ReceiptSigner;
use crate::domain::clock::{Millis, now};
use crate::error::Error;
use crate::services::database::Database;
use crate::services::sealed::EncryptedColumn;

/// A key with which receipts can be checked.
#[derive(Debug, Clone)]
pub struct PublicKey {
    /// 32 bytes.
    pub bytes: Vec<u8>,
    /// Since when it signs.
    pub made_at: Millis,
    /// Since when it signs no more.
    pub ended_at: Option<Millis>,
}

/// Reads the keys, and makes one where none signs. Gives it with the public keys of all.
pub(super) async fn load_or_create(
    db: &Database,
    keys: &Keys,
) -> Result<(ReceiptSigner, Vec<PublicKey>), Error> {
    let rows = all(db).await?;
    if let Some(signer) = signing(&rows, keys)? {
        return Ok((signer, public(rows)));
    }
    create(db, keys, rows.last().map_or(1, |row| row.number + 1)).await?;
    // Another process may have been faster.
    let rows = all(db).await?;
    let signer = signing(&rows, keys)?;
    let signer = signer.ok_or_else(|| anyhow::anyhow!("the key of receipts was not stored"))?;
    Ok((signer, public(rows)))
}

async fn all(db: &Database) -> Result<Vec<Model>, Error> {
    let rows = Entity::find().order_by_asc(Column::Number);
    Ok(rows.all(db.read()).await?)
}

/// The newest key, unless it has ended.
fn signing(rows: &[Model], keys: &Keys) -> Result<Option<ReceiptSigner>, Error> {
    let newest = rows.last().filter(|row| row.ended_at.is_none());
    let Some((row, sealed)) = newest.and_then(|row| Some((row, row.private_ct.as_ref()?))) else {
        return Ok(None);
    };
    let text = EncryptedColumn::of_receipt_key(&row.number.to_be_bytes()).open(keys, sealed)?;
    let signer = ReceiptSigner::from_text(&text);
    Ok(Some(signer.ok_or_else(|| {
        anyhow::anyhow!("the key of receipts is damaged")
    })?))
}

async fn create(db: &Database, keys: &Keys, number: i32) -> Result<(), Error> {
    let unmade = || anyhow::anyhow!("no key can be made");
    let made = ReceiptSigner::generate().ok_or_else(unmade)?;
    let signer = ReceiptSigner::from_text(&made).ok_or_else(unmade)?;
    let place = number.to_be_bytes();
    let row = ActiveModel {
        number: Set(number),
        public_key: Set(signer.public_key()),
        private_ct: Set(Some(
            EncryptedColumn::of_receipt_key(&place).seal(keys, &made)?,
        )),
        made_at: Set(now()),
        ended_at: Set(None),
    };
    let ignore = OnConflict::column(Column::Number).do_nothing().to_owned();
    let transaction = db.begin().await?;
    Entity::insert(row)
        .on_conflict(ignore)
        .exec_without_returning(&transaction)
        .await?;
    transaction.commit().await?;
    Ok(())
}

fn public(rows: Vec<Model>) -> Vec<PublicKey> {
    let key = |row: Model| PublicKey {
        bytes: row.public_key,
        made_at: row.made_at,
        ended_at: row.ended_at,
    };
    rows.into_iter().map(key).collect()
}
