//! What is written anew in a row of each table.

use entity::{gift_link, outbox_email, purchase, verification_request, watch, watch_key};
use sea_orm::ActiveValue::{self, NotSet, Set};
use uuid::Uuid;

use super::{Change, Sealed};
use crate::error::Error;
use crate::services::gift_codes;
use crate::services::purchases::Party;
use crate::services::sealed::EncryptedColumn;

/// What is not sealed anew stays as it is.
fn set(sealed: Option<(Vec<u8>, String)>) -> ActiveValue<Option<Vec<u8>>> {
    sealed.map_or(NotSet, |(sealed, _)| Set(Some(sealed)))
}

impl Sealed for purchase::Entity {
    const ID: Self::Column = purchase::Column::Id;

    fn id(row: &purchase::Model) -> Uuid {
        row.id
    }

    fn anew(
        change: &mut Change,
        row: &purchase::Model,
    ) -> Result<Option<purchase::ActiveModel>, Error> {
        let place = |party: Party| party.column(&row.id);
        let buyer = change.column(place(Party::Buyer), row.buyer_email_ct.as_ref())?;
        let recipient = change.column(place(Party::Recipient), row.recipient_email_ct.as_ref())?;
        if buyer.is_none() && recipient.is_none() {
            return Ok(None);
        }
        let mut anew = purchase::ActiveModel {
            id: Set(row.id),
            ..Default::default()
        };
        if let Some((sealed, text)) = buyer {
            anew.buyer_email_ct = Set(Some(sealed));
            anew.buyer_email_hash = Set(change.hash(&text));
        }
        if let Some((sealed, text)) = recipient {
            anew.recipient_email_ct = Set(Some(sealed));
            anew.recipient_email_hash = Set(change.hash(&text));
        }
        Ok(Some(anew))
    }
}

impl Sealed for gift_link::Entity {
    const ID: Self::Column = gift_link::Column::Id;

    fn id(row: &gift_link::Model) -> Uuid {
        row.id
    }

    /// The code is known to those who have the link, so it stays the same, and is sealed because the new key does not derive it.
    fn anew(
        change: &mut Change,
        row: &gift_link::Model,
    ) -> Result<Option<gift_link::ActiveModel>, Error> {
        let message = EncryptedColumn::of_gift_link(&row.id, "personal_message_ct");
        let message = change.column(message, row.personal_message_ct.as_ref())?;
        let mut anew = gift_link::ActiveModel {
            id: Set(row.id),
            personal_message_ct: set(message),
            ..Default::default()
        };
        if let Ok(code) = gift_codes::of_link(&change.before, row) {
            anew.code_hash = Set(change.after.gift_code_hash(&code));
            let sealed = gift_codes::column(&row.id).seal(&change.after, code.as_str())?;
            anew.code_ct = Set(Some(sealed));
        } else {
            change.done.unreadable += 1;
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
        change: &mut Change,
        row: &outbox_email::Model,
    ) -> Result<Option<outbox_email::ActiveModel>, Error> {
        let place = |name| EncryptedColumn::of_mail(&row.id, name);
        let to = change.column(place("to_ct"), row.to_ct.as_ref())?;
        let params = change.column(place("params_ct"), row.params_ct.as_ref())?;
        if to.is_none() && params.is_none() {
            return Ok(None);
        }
        Ok(Some(outbox_email::ActiveModel {
            id: Set(row.id),
            to_ct: set(to),
            params_ct: set(params),
            ..Default::default()
        }))
    }
}

impl Sealed for verification_request::Entity {
    const ID: Self::Column = verification_request::Column::Id;

    fn id(row: &verification_request::Model) -> Uuid {
        row.id
    }

    fn anew(
        change: &mut Change,
        row: &verification_request::Model,
    ) -> Result<Option<verification_request::ActiveModel>, Error> {
        let place = EncryptedColumn::of_verification_request(&row.id);
        let Some((sealed, text)) = change.column(place, row.email_ct.as_ref())? else {
            return Ok(None);
        };
        let mut anew = verification_request::ActiveModel {
            id: Set(row.id),
            email_ct: Set(Some(sealed)),
            ..Default::default()
        };
        if let Some(hash) = change.hash(&text) {
            anew.email_hash = Set(hash);
        }
        Ok(Some(anew))
    }
}

/// Tokens of links between two phones are random, so that their hashes need no key.
impl Sealed for watch::Entity {
    const ID: Self::Column = watch::Column::Id;

    fn id(row: &watch::Model) -> Uuid {
        row.id
    }

    fn anew(change: &mut Change, row: &watch::Model) -> Result<Option<watch::ActiveModel>, Error> {
        let sealed = change.column(EncryptedColumn::of_watch(&row.id), row.push_ct.as_ref())?;
        Ok(sealed.map(|(sealed, _)| watch::ActiveModel {
            id: Set(row.id),
            push_ct: Set(Some(sealed)),
            ..Default::default()
        }))
    }
}

impl Sealed for watch_key::Entity {
    const ID: Self::Column = watch_key::Column::Id;

    fn id(row: &watch_key::Model) -> Uuid {
        row.id
    }

    fn anew(
        change: &mut Change,
        row: &watch_key::Model,
    ) -> Result<Option<watch_key::ActiveModel>, Error> {
        let sealed = change.column(
            EncryptedColumn::of_watch_key(&row.id),
            Some(&row.private_ct),
        )?;
        Ok(sealed.map(|(sealed, _)| watch_key::ActiveModel {
            id: Set(row.id),
            private_ct: Set(sealed),
        }))
    }
}
