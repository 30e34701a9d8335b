//! Replaces the server's secret in the database: writes anew, batch by batch and while servers run, what only the old secret opens.

use entity::{
    gift_link, outbox_email, proof_token, purchase, verification_request, watch, watch_key,
};
use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait,
    IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use crate::crypto::keys::Keys;
use crate::domain::clock::{Millis, now};
use crate::domain::email_address::EmailAddress;
use crate::error::Error;
use crate::services::database::Database;
use crate::services::purchases::Party;
use crate::services::sealed::Column;
use crate::services::{data_links, gift_codes, mailed_links, secrets};

mod watches;

/// Rows that are read at once, and locked at once where they are written.
const BATCH: u64 = 200;

/// Writes anew what only the old secret opens: sealed columns, and hashes whose text is known. Returns the number of rows.
///
/// May be killed at any moment and begun again: both secrets read every row before and after it.
pub async fn reseal(db: &Database, keys: &Keys) -> Result<u64, Error> {
    if let Some(since) = secrets::current_since(db.read(), keys).await? {
        data_links::end_those_before(db, since).await?;
    }
    let mut rows = 0;
    loop {
        let mut pass = reseal_table::<purchase::Entity>(db, keys).await?;
        pass += reseal_table::<gift_link::Entity>(db, keys).await?;
        pass += reseal_table::<outbox_email::Entity>(db, keys).await?;
        pass += reseal_table::<verification_request::Entity>(db, keys).await?;
        pass += reseal_table::<watch::Entity>(db, keys).await?;
        pass += reseal_table::<watch_key::Entity>(db, keys).await?;
        rows += pass;
        // A server that was about to stop may have written rows with the old secret meanwhile.
        if pass == 0 {
            return Ok(rows);
        }
    }
}

/// Until when the old secret is needed, in milliseconds since the Unix epoch; none when it is not. The tokens of one-time links are known
/// only to their recipients, so their hashes cannot be written anew.
pub async fn old_is_needed_until(db: &Database, keys: &Keys) -> Result<Option<Millis>, Error> {
    let since = secrets::current_since(db.read(), keys).await?;
    let last = proof_token::Entity::find()
        .filter(proof_token::Column::ExpiresAt.gt(now()))
        .filter(
            proof_token::Column::ExpiresAt
                .lte(since.unwrap_or(Millis::MAX - mailed_links::LIFE) + mailed_links::LIFE),
        )
        .order_by_desc(proof_token::Column::ExpiresAt)
        .one(db.read())
        .await?;
    Ok(last.map(|token| token.expires_at))
}

/// Forgets the old secret: servers start without it. Answered requests for one-time links that only it finds are deleted, a day early at
/// most.
pub async fn drop_old(db: &Database, keys: &Keys) -> Result<(), Error> {
    if let Some(since) = secrets::current_since(db.read(), keys).await? {
        let transaction = db.begin_patiently().await?;
        verification_request::Entity::delete_many()
            .filter(verification_request::Column::ProcessedAt.is_not_null())
            .filter(verification_request::Column::CreatedAt.lt(since))
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
    }
    secrets::drop_old(db, keys).await
}

/// A table with sealed columns.
trait Sealed: EntityTrait {
    /// Its primary key.
    const ID: Self::Column;

    fn id(row: &Self::Model) -> Uuid;

    /// The columns to write anew; none where the old secret is not needed.
    fn anew(keys: &Keys, row: &Self::Model) -> Result<Option<Self::ActiveModel>, Error>;
}

async fn reseal_table<E>(db: &Database, keys: &Keys) -> Result<u64, Error>
where
    E: Sealed,
    E::Model: IntoActiveModel<E::ActiveModel> + Send + Sync,
    E::ActiveModel: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
{
    let (mut last, mut rows) = (Uuid::nil(), 0);
    loop {
        let page = E::find()
            .filter(E::ID.gt(last))
            .order_by_asc(E::ID)
            .limit(BATCH)
            .all(db.read())
            .await?;
        let Some(end) = page.last() else {
            return Ok(rows);
        };
        last = E::id(end);
        let mut old = Vec::new();
        for row in &page {
            if E::anew(keys, row)?.is_some() {
                old.push(E::id(row));
            }
        }
        if !old.is_empty() {
            rows += reseal_rows::<E>(db, keys, old).await?;
        }
    }
}

/// Reads the rows again under a lock, because a request may have changed them meanwhile.
async fn reseal_rows<E>(db: &Database, keys: &Keys, ids: Vec<Uuid>) -> Result<u64, Error>
where
    E: Sealed,
    E::Model: IntoActiveModel<E::ActiveModel> + Send + Sync,
    E::ActiveModel: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
{
    let mut rows = 0;
    let transaction = db.begin_patiently().await?;
    let locked = E::find()
        .filter(E::ID.is_in(ids))
        .order_by_asc(E::ID)
        .lock_exclusive()
        .all(&transaction)
        .await?;
    for row in locked {
        if let Some(anew) = E::anew(keys, &row)? {
            E::update(anew).exec(&transaction).await?;
            rows += 1;
        }
    }
    transaction.commit().await?;
    Ok(rows)
}

/// Seals a column anew where it is there and needs it.
fn column(
    keys: &Keys,
    place: Column<'_>,
    bytes: Option<&Vec<u8>>,
) -> Result<Option<(Vec<u8>, String)>, Error> {
    bytes.map_or(Ok(None), |bytes| place.reseal(keys, bytes))
}

fn hash(keys: &Keys, text: &str) -> Option<Vec<u8>> {
    let address: EmailAddress = text.parse().ok()?;
    Some(keys.email_hash(&address))
}

impl Sealed for purchase::Entity {
    const ID: Self::Column = purchase::Column::Id;

    fn id(row: &purchase::Model) -> Uuid {
        row.id
    }

    fn anew(keys: &Keys, row: &purchase::Model) -> Result<Option<purchase::ActiveModel>, Error> {
        let place = |party: Party| party.column(&row.id);
        let buyer = column(keys, place(Party::Buyer), row.buyer_email_ct.as_ref())?;
        let recipient = column(
            keys,
            place(Party::Recipient),
            row.recipient_email_ct.as_ref(),
        )?;
        if buyer.is_none() && recipient.is_none() {
            return Ok(None);
        }
        let mut anew = purchase::ActiveModel {
            id: Set(row.id),
            ..Default::default()
        };
        if let Some((sealed, text)) = buyer {
            anew.buyer_email_ct = Set(Some(sealed));
            anew.buyer_email_hash = Set(hash(keys, &text));
        }
        if let Some((sealed, text)) = recipient {
            anew.recipient_email_ct = Set(Some(sealed));
            anew.recipient_email_hash = Set(hash(keys, &text));
        }
        Ok(Some(anew))
    }
}

impl Sealed for gift_link::Entity {
    const ID: Self::Column = gift_link::Column::Id;

    fn id(row: &gift_link::Model) -> Uuid {
        row.id
    }

    /// The code is known to those who have the link, so it stays the same, and is sealed because the new secret does not derive it.
    fn anew(keys: &Keys, row: &gift_link::Model) -> Result<Option<gift_link::ActiveModel>, Error> {
        let mut anew = gift_link::ActiveModel {
            id: Set(row.id),
            ..Default::default()
        };
        let place = |name| Column::of_gift_link(&row.id, name);
        let message = row.personal_message_ct.as_ref();
        let message = column(keys, place("personal_message_ct"), message)?;
        let code = gift_codes::of_link(keys, row)?;
        let is_old = row.code_hash != keys.gift_code_hash(&code);
        if message.is_none() && !is_old {
            return Ok(None);
        }
        if let Some((sealed, _)) = message {
            anew.personal_message_ct = Set(Some(sealed));
        }
        if is_old {
            anew.code_hash = Set(keys.gift_code_hash(&code));
            let sealed = gift_codes::column(&row.id).seal(keys, code.as_str())?;
            anew.code_ct = Set(Some(sealed));
        }
        Ok(Some(anew))
    }
}

impl Sealed for outbox_email::Entity {
    const ID: Self::Column = outbox_email::Column::Id;

    fn id(row: &outbox_email::Model) -> Uuid {
        row.id
    }

    fn anew(
        keys: &Keys,
        row: &outbox_email::Model,
    ) -> Result<Option<outbox_email::ActiveModel>, Error> {
        let place = |name| Column::of_mail(&row.id, name);
        let to = column(keys, place("to_ct"), row.to_ct.as_ref())?;
        let params = column(keys, place("params_ct"), row.params_ct.as_ref())?;
        if to.is_none() && params.is_none() {
            return Ok(None);
        }
        let mut anew = outbox_email::ActiveModel {
            id: Set(row.id),
            ..Default::default()
        };
        if let Some((sealed, _)) = to {
            anew.to_ct = Set(Some(sealed));
        }
        if let Some((sealed, _)) = params {
            anew.params_ct = Set(Some(sealed));
        }
        Ok(Some(anew))
    }
}

impl Sealed for verification_request::Entity {
    const ID: Self::Column = verification_request::Column::Id;

    fn id(row: &verification_request::Model) -> Uuid {
        row.id
    }

    fn anew(
        keys: &Keys,
        row: &verification_request::Model,
    ) -> Result<Option<verification_request::ActiveModel>, Error> {
        let place = Column::of_verification_request(&row.id);
        let Some((sealed, text)) = column(keys, place, row.email_ct.as_ref())? else {
            return Ok(None);
        };
        let mut anew = verification_request::ActiveModel {
            id: Set(row.id),
            email_ct: Set(Some(sealed)),
            ..Default::default()
        };
        if let Some(hash) = hash(keys, &text) {
            anew.email_hash = Set(hash);
        }
        Ok(Some(anew))
    }
}
