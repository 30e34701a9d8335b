//! Time-stamp tokens for fingerprints of recordings, from an authority that is not this server (RFC 3161). What is asked for is a row, and a job asks
//! the authority (`asking.rs`).

use std::sync::Arc;

use entity::timestamp::{ActiveModel, Column, Entity, Model};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveValue::Set, ColumnTrait as _, EntityTrait as _, QueryFilter as _, QuerySelect as _,
};
use tokio::sync::Notify;

use crate::domain::chain_head::ChainHead;
use crate::domain::clock::{Millis, now};
use crate::error::Error;
use crate::gateway::circuit_breaker::CircuitBreaker;
use crate::gateway::timestamp_authority::TimestampAuthority;
use crate::services::database::Database;

mod asking;

/// When the authority is asked for what is there.
const NEVER: Millis = Millis::MAX;
/// Fingerprints that may wait for a token, whoever sends them.
const MAX_PENDING: u64 = 10_000;

/// The tokens. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Timestamps {
    db: Database,
    authority: Option<TimestampAuthority>,
    circuit: Arc<CircuitBreaker>,
    noted: Arc<Notify>,
}

/// What there is for a fingerprint.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// This server asks no authority.
    NotOffered,
    /// It is noted, and has no token yet.
    Waiting,
    /// Its token in DER.
    Token(Vec<u8>),
}

impl Timestamps {
    /// From an authority, where there is one.
    pub fn new(db: Database, authority: Option<TimestampAuthority>) -> Self {
        Self {
            db,
            authority,
            circuit: Arc::default(),
            noted: Arc::default(),
        }
    }

    /// The token of a fingerprint, which is noted where it is not yet. Fails as busy while too many wait.
    pub async fn token(&self, head: &ChainHead) -> Result<Answer, Error> {
        if self.authority.is_none() {
            return Ok(Answer::NotOffered);
        }
        let bytes = head.bytes().to_vec();
        let found = Entity::find_by_id(bytes.clone())
            .one(self.db.read())
            .await?;
        match found {
            Some(Model {
                token: Some(token), ..
            }) => Ok(Answer::Token(token)),
            Some(_) => Ok(Answer::Waiting),
            None => self.note(bytes).await,
        }
    }

    async fn note(&self, head: Vec<u8>) -> Result<Answer, Error> {
        let last = Entity::find()
            .filter(Column::NextAttemptAt.lt(NEVER))
            .offset(MAX_PENDING - 1)
            .one(self.db.read());
        if last.await?.is_some() {
            return Err(Error::Busy);
        }
        let row = ActiveModel {
            head: Set(head),
            token: Set(None),
            attempts: Set(0),
            next_attempt_at: Set(now()),
            created_at: Set(now()),
        };
        let ignore = OnConflict::column(Column::Head).do_nothing().to_owned();
        Entity::insert(row)
            .on_conflict(ignore)
            .exec_without_returning(self.db.write())
            .await?;
        self.noted.notify_one();
        Ok(Answer::Waiting)
    }

    /// Ends when a fingerprint was noted here.
    pub async fn noted(&self) {
        self.noted.notified().await;
    }
}
