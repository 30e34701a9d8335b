//! What pages of gifts show, read in one statement for all requests that wait.
//!
//! A statement goes to the thread of its SQLite connection and back, or to PostgreSQL: for one gift that takes longer than filling its page.

use std::collections::HashMap;

use entity::gift_link::{self, Status};
use entity::purchase;
use sea_orm::{ColumnTrait, DerivePartialModel, QueryFilter, Select};
use uuid::Uuid;

use super::batch_loader::{BatchLoader, Loader, padded};
use super::database::Database;
use crate::error::Error;

/// What of a gift link its page shows. Asking for the 31 columns of both rows and reading them would cost more than filling the page.
#[derive(Debug, Clone, DerivePartialModel)]
#[sea_orm(entity = "gift_link::Entity")]
pub(super) struct ShownLink {
    pub(super) id: Uuid,
    code_hash: Vec<u8>,
    pub(super) status: Status,
    pub(super) personal_message_ct: Option<Vec<u8>>,
    #[sea_orm(nested)]
    pub(super) order: ShownOrder,
}

/// What of its order.
#[derive(Debug, Clone, DerivePartialModel)]
#[sea_orm(entity = "purchase::Entity")]
pub(super) struct ShownOrder {
    pub(super) id: Uuid,
    pub(super) recipient_email_ct: Option<Vec<u8>>,
}

/// Loads what the pages of gifts show. Cheap to clone.
#[derive(Debug, Clone)]
pub struct GiftLoader(BatchLoader<Links>);

impl GiftLoader {
    /// Those among `links`, which have their orders joined.
    pub fn new(db: Database, links: Select<gift_link::Entity>) -> Self {
        Self(BatchLoader::new(Links { db, links }))
    }

    /// The link whose code has this hash.
    pub(super) async fn find(&self, hash: Vec<u8>) -> Result<Option<ShownLink>, Error> {
        self.0.load(hash).await
    }
}

#[derive(Debug, Clone)]
struct Links {
    db: Database,
    links: Select<gift_link::Entity>,
}

impl Loader for Links {
    type Key = Vec<u8>;
    type Value = Option<ShownLink>;

    async fn load(&self, codes: Vec<Vec<u8>>) -> Result<Vec<Option<ShownLink>>, Error> {
        let links = self.links.clone();
        let links = links
            .filter(gift_link::Column::CodeHash.is_in(padded(codes.clone())))
            .into_partial_model::<ShownLink>()
            .all(self.db.read())
            .await?;
        let links: HashMap<_, _> = links
            .iter()
            .map(|link| (link.code_hash.as_slice(), link))
            .collect();
        let found = |code: &Vec<u8>| links.get(code.as_slice()).copied().cloned();
        Ok(codes.iter().map(found).collect())
    }
}
