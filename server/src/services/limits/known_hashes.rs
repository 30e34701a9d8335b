//! Which devices, gift codes and tokens of mailed links are stored, asked with one statement of each table for all requests that wait.

use std::collections::HashSet;

use entity::{data_link, device_session, gift_link, proof_token};
use sea_orm::{ColumnTrait as _, EntityTrait, QueryFilter as _, QuerySelect as _};

use crate::error::Error;
use crate::services::batch_loader::{Loader, padded};
use crate::services::database::Database;

/// What the hashes are of.
#[derive(Debug, Clone, Copy)]
pub(super) enum HashTable {
    Devices,
    GiftCodes,
    MailedLinks,
}

/// Says whether a hash is stored.
#[derive(Debug, Clone)]
pub(super) struct KnownHashes {
    db: Database,
    table: HashTable,
}

impl KnownHashes {
    /// Those of one kind.
    pub(super) fn new(db: Database, table: HashTable) -> Self {
        Self { db, table }
    }

    /// The hashes that a column has.
    async fn stored<E: EntityTrait>(
        &self,
        _of: E,
        column: E::Column,
        hashes: &[Vec<u8>],
    ) -> Result<Vec<Vec<u8>>, Error> {
        let stored = E::find()
            .select_only()
            .column(column)
            .filter(column.is_in(hashes.to_vec()))
            .into_tuple();
        Ok(stored.all(self.db.read()).await?)
    }
}

impl Loader for KnownHashes {
    type Key = Vec<u8>;
    type Value = bool;
    const SKIPS_GONE: bool = true;

    async fn load(&self, asked: Vec<Vec<u8>>) -> Result<Vec<bool>, Error> {
        let hashes = padded(asked.clone());
        let stored = match self.table {
            HashTable::Devices => {
                let id = device_session::Column::Id;
                self.stored(device_session::Entity, id, &hashes).await?
            }
            HashTable::GiftCodes => {
                let hash = gift_link::Column::CodeHash;
                self.stored(gift_link::Entity, hash, &hashes).await?
            }
            HashTable::MailedLinks => {
                let (proof, data) = (proof_token::Column::TokenHash, data_link::Column::TokenHash);
                let mut stored = self.stored(proof_token::Entity, proof, &hashes).await?;
                stored.extend(self.stored(data_link::Entity, data, &hashes).await?);
                stored
            }
        };
        let stored: HashSet<_> = stored.into_iter().collect();
        Ok(asked.iter().map(|hash| stored.contains(hash)).collect())
    }
}
