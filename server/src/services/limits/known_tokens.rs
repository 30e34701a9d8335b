//! Which tokens a link, a timer or a sound copy has, asked with one statement of each table for all requests that wait: a flood of tokens that
//! nobody has delays those that somebody has by little. These requests have no permits yet, so that any number of them may wait.

use std::collections::HashSet;

use entity::{watch, watch_sound, watch_timer};
use sea_orm::{
    ColumnTrait as _, Condition, EntityTrait, QueryFilter as _, QuerySelect as _, TryGetableMany,
};

use crate::domain::link_token::TokenHash;
use crate::error::Error;
use crate::services::batch_loader::{Loader, padded};
use crate::services::database::Database;

/// Says whether somebody has a token.
#[derive(Debug, Clone)]
pub(super) struct KnownTokens(pub(super) Database);

impl Loader for KnownTokens {
    type Key = TokenHash;
    type Value = bool;
    /// Whatever waits, the next statement asks about it: its 4,096 parameters are no problem for either database.
    const MAX_BATCH: usize = 1_024;
    const SKIPS_GONE: bool = true;

    async fn load(&self, tokens: Vec<TokenHash>) -> Result<Vec<bool>, Error> {
        let hashes = padded(tokens.iter().map(TokenHash::to_vec).collect());
        let mut known = self.of_links(&hashes).await?;
        known.extend(self.of_timers(&hashes).await?);
        known.extend(self.of_sounds(&hashes).await?);
        let is_known = |token: &TokenHash| known.contains(&token.to_vec());
        Ok(tokens.iter().map(is_known).collect())
    }
}

/// The hashes that rows have: those that were asked for, and others of the same rows.
type Hashes = HashSet<Vec<u8>>;

/// A hash as the database stores it.
type Stored = Vec<u8>;
/// Of a link: both sides' tokens, those of the second one once it is claimed.
type OfLink = (Stored, Stored, Option<Stored>, Option<Stored>);
/// Of a sound copy: those that write, read and find it.
type OfSound = (Stored, Stored, Option<Stored>);

impl KnownTokens {
    async fn of_links(&self, hashes: &[Vec<u8>]) -> Result<Hashes, Error> {
        use watch::Column::{ClaimHash, OwnerHash, PostHash, ReadHash};
        let columns = [ClaimHash, OwnerHash, ReadHash, PostHash];
        let rows: Vec<OfLink> = self.rows(watch::Entity, columns, hashes).await?;
        let all = |(claim, owner, read, post)| [Some(claim), Some(owner), read, post];
        Ok(rows.into_iter().flat_map(all).flatten().collect())
    }

    async fn of_timers(&self, hashes: &[Vec<u8>]) -> Result<Hashes, Error> {
        use watch_timer::Column::StopHash;
        let rows: Vec<Stored> = self.rows(watch_timer::Entity, [StopHash], hashes).await?;
        Ok(rows.into_iter().collect())
    }

    async fn of_sounds(&self, hashes: &[Vec<u8>]) -> Result<Hashes, Error> {
        use watch_sound::Column::{FindHash, ReadHash, WriteHash};
        let columns = [WriteHash, ReadHash, FindHash];
        let rows: Vec<OfSound> = self.rows(watch_sound::Entity, columns, hashes).await?;
        let all = |(write, read, find)| [Some(write), Some(read), find];
        Ok(rows.into_iter().flat_map(all).flatten().collect())
    }

    /// These columns of the rows in which one of them has one of the hashes.
    async fn rows<E: EntityTrait, T: TryGetableMany + Send + Sync, const N: usize>(
        &self,
        _of: E,
        columns: [E::Column; N],
        hashes: &[Vec<u8>],
    ) -> Result<Vec<T>, Error> {
        let one = |any: Condition, column: E::Column| any.add(column.is_in(hashes.to_vec()));
        let any = columns.into_iter().fold(Condition::any(), one);
        let rows = E::find().select_only().columns(columns).filter(any);
        Ok(rows.into_tuple().all(self.0.read()).await?)
    }
}
