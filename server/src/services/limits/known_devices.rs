//! Which devices are stored, asked with one statement for all requests that wait.

use std::collections::HashSet;

use entity::device_session::{Column, Entity};
use sea_orm::{ColumnTrait as _, EntityTrait as _, QueryFilter as _, QuerySelect as _};

use crate::error::Error;
use crate::services::batch_loader::{Loader, padded};
use crate::services::database::Database;

/// Says whether a device is stored.
#[derive(Debug, Clone)]
pub(super) struct KnownDevices(pub(super) Database);

impl Loader for KnownDevices {
    type Key = Vec<u8>;
    type Value = bool;

    async fn load(&self, ids: Vec<Vec<u8>>) -> Result<Vec<bool>, Error> {
        let stored: Vec<Vec<u8>> = Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(Column::Id.is_in(padded(ids.clone())))
            .into_tuple()
            .all(self.0.read())
            .await?;
        let stored: HashSet<_> = stored.into_iter().collect();
        Ok(ids.iter().map(|id| stored.contains(id)).collect())
    }
}
