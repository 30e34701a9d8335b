//! The sealed columns of links between two phones. Their tokens are random, so that their hashes need no secret.

use entity::{watch, watch_key};
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{Sealed, column};
use crate::crypto::keys::Keys;
use crate::error::Error;
use crate::services::sealed::Column;

impl Sealed for watch::Entity {
    const ID: Self::Column = watch::Column::Id;

    fn id(row: &watch::Model) -> Uuid {
        row.id
    }

    fn anew(keys: &Keys, row: &watch::Model) -> Result<Option<watch::ActiveModel>, Error> {
        let sealed = column(keys, Column::of_watch(&row.id), row.push_ct.as_ref())?;
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

    fn anew(keys: &Keys, row: &watch_key::Model) -> Result<Option<watch_key::ActiveModel>, Error> {
        let sealed = column(keys, Column::of_watch_key(&row.id), Some(&row.private_ct))?;
        Ok(sealed.map(|(sealed, _)| watch_key::ActiveModel {
            id: Set(row.id),
            private_ct: Set(sealed),
        }))
    }
}
