//! The key by which push services know this installation: made at the first start, the same for all processes.

use entity::watch_key;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, EntityTrait as _};
use uuid::Uuid;

use crate::crypto::keys::Keys;
use crate::crypto::web_push::Signer;
use crate::error::Error;
use crate::services::database::Database;
use crate::services::sealed::EncryptedColumn;

/// The id of the only row.
const ID: Uuid = Uuid::from_u128(1);

/// Reads the key, and makes it where there is none. With another key, no browser that has subscribed could be reached.
pub async fn load_or_create(db: &Database, keys: &Keys) -> Result<Signer, Error> {
    if let Some(signer) = load(db, keys).await? {
        return Ok(signer);
    }
    let made = Signer::generate().ok_or_else(|| anyhow::anyhow!("no key can be made"))?;
    let row = watch_key::ActiveModel {
        id: Set(ID),
        private_ct: Set(EncryptedColumn::of_watch_key(&ID).seal(keys, &made)?),
    };
    let ignore = OnConflict::column(watch_key::Column::Id)
        .do_nothing()
        .to_owned();
    let transaction = db.begin().await?;
    watch_key::Entity::insert(row)
        .on_conflict(ignore)
        .exec_without_returning(&transaction)
        .await?;
    transaction.commit().await?;
    // Another process may have been faster.
    let stored = load(db, keys).await?;
    Ok(stored.ok_or_else(|| anyhow::anyhow!("the key that signs pushes was not stored"))?)
}

async fn load(db: &Database, keys: &Keys) -> Result<Option<Signer>, Error> {
    let Some(row) = watch_key::Entity::find_by_id(ID).one(db.read()).await? else {
        return Ok(None);
    };
    let text = EncryptedColumn::of_watch_key(&ID).open(keys, &row.private_ct)?;
    let signer = Signer::from_text(&text);
    Ok(Some(signer.ok_or_else(|| {
        anyhow::anyhow!("the key that signs pushes is damaged")
    })?))
}
