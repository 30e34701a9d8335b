//! Making, claiming and ending a link, and where its pushes go.

use entity::watch::{self, Column, State};
use entity::watch_timer;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveValue::Set, ColumnTrait as _, DbErr, EntityTrait as _, QueryFilter as _, SqlErr,
};
use uuid::Uuid;

use super::shared::{
    ENDED, UNCLAIMED_LIFETIME, Watches, has_due, is_either, is_owner, is_poster, locked, renewed,
    require_claimed,
};
use super::{items, pushing};
use crate::domain::clock::now;
use crate::domain::link_token::TokenHash;
use crate::domain::push_subscription::PushSubscription;
use crate::error::Error;
use crate::services::limits::rate_limit::Counted;
use crate::services::sealed;

const USED: Error = Error::Gone("This link was already used.");
const TAKEN: Error = Error::Conflict("This link cannot be stored again.");

/// What the side that claims a link sends.
#[derive(Debug)]
pub struct Claim {
    /// Of the token with which it reads.
    pub read: TokenHash,
    /// Of the token with which it posts.
    pub post: TokenHash,
    /// Its first item.
    pub hello: Vec<u8>,
    /// Where pushes go, if it takes any.
    pub subscription: Option<PushSubscription>,
}

impl Watches {
    /// Makes a link. Returns false where the same link is there already, unclaimed: its first response was lost.
    pub async fn create(&self, claim: &TokenHash, owner: &TokenHash) -> Result<bool, Error> {
        if claim == owner {
            return Err(TAKEN);
        }
        let row = watch::ActiveModel {
            id: Set(random_id()),
            claim_hash: Set(claim.to_vec()),
            owner_hash: Set(owner.to_vec()),
            read_hash: Set(None),
            post_hash: Set(None),
            push_ct: Set(None),
            broken_at: Set(None),
            pushed_seq: Set(None),
            state: Set(State::Open),
            positions: Set(0),
            newest_down: Set(0),
            expires_at: Set(now() + UNCLAIMED_LIFETIME),
        };
        let ignore = OnConflict::new().do_nothing().to_owned();
        let inserted = watch::Entity::insert(row)
            .on_conflict(ignore)
            .exec_without_returning(self.db.write())
            .await?;
        if inserted == 1 {
            return Ok(true);
        }
        let same = watch::Entity::find()
            .filter(Column::ClaimHash.eq(claim.to_vec()))
            .filter(Column::OwnerHash.eq(owner.to_vec()))
            .filter(Column::State.eq(State::Open))
            .one(self.db.read())
            .await?;
        same.map(|_| false).ok_or(TAKEN)
    }

    /// Claims a link. Works once; the same request again returns false, and any other is refused.
    pub async fn claim(&self, token: &Counted<TokenHash>, claim: Claim) -> Result<bool, Error> {
        let token = token.subject().to_vec();
        let transaction = self.db.begin().await?;
        let link = locked(&transaction, Column::ClaimHash.eq(token)).await?;
        let (read, post) = (claim.read.to_vec(), claim.post.to_vec());
        match link.state {
            State::Open => {}
            State::Claimed if link.read_hash == Some(read) && link.post_hash == Some(post) => {
                return Ok(false);
            }
            State::Claimed => return Err(USED),
            State::Ended => return Err(ENDED),
        }
        let are_apart = read_differs(&link, &read, &post);
        if !are_apart {
            return Err(TAKEN);
        }
        let row = watch::ActiveModel {
            id: Set(link.id),
            read_hash: Set(Some(read)),
            post_hash: Set(Some(post)),
            push_ct: Set(self.seal(link.id, claim.subscription.as_ref())?),
            state: Set(State::Claimed),
            positions: Set(items::PLACE_AFTER_HELLO),
            expires_at: Set(renewed()),
            ..watch::ActiveModel::default()
        };
        let stored = watch::Entity::update(row).exec_without_returning(&transaction);
        let stored = stored.await;
        stored.map_err(taken)?;
        items::store_hello(&transaction, link.id, claim.hello).await?;
        self.announce(transaction, link.id).await?;
        Ok(true)
    }

    /// Changes where pushes go; those that waited for it are sent. `None` for nowhere.
    pub async fn subscribe(
        &self,
        token: &Counted<TokenHash>,
        subscription: Option<&PushSubscription>,
    ) -> Result<(), Error> {
        let transaction = self.db.begin().await?;
        let link = locked(&transaction, is_poster(token.subject())).await?;
        require_claimed(&link)?;
        let mut row = watch::ActiveModel {
            id: Set(link.id),
            push_ct: Set(self.seal(link.id, subscription)?),
            ..watch::ActiveModel::default()
        };
        // What its push service said of a subscription is true of it as long as it is the same.
        let is_other = !self.is_same(&link, subscription)?;
        if is_other {
            row.broken_at = Set(None);
        }
        watch::Entity::update(row)
            .exec_without_returning(&transaction)
            .await?;
        if subscription.is_some() && is_other {
            pushing::make_due(&transaction, link.id).await?;
        }
        self.announce(transaction, link.id).await?;
        self.notifier.push();
        Ok(())
    }

    /// Ends a link for both sides. What was sent stays readable for a while, and a push that is due is still sent unless the side that gets
    /// it ends the link. That it has ended is known for as long as a link is kept that nobody uses.
    pub async fn end(&self, token: &Counted<TokenHash>) -> Result<(), Error> {
        let token = token.subject();
        let transaction = self.db.begin().await?;
        let link = locked(&transaction, is_either(is_owner(token), is_poster(token))).await?;
        if link.state == State::Ended {
            return Ok(());
        }
        let is_by_owner = link.owner_hash == token.to_vec();
        let is_push_due =
            is_by_owner && link.push_ct.is_some() && has_due(&transaction, link.id).await?;
        let mut row = watch::ActiveModel {
            id: Set(link.id),
            state: Set(State::Ended),
            expires_at: Set(renewed()),
            ..watch::ActiveModel::default()
        };
        if !is_push_due {
            row.push_ct = Set(None);
            pushing::remove_all(&transaction, link.id).await?;
        }
        watch::Entity::update(row)
            .exec_without_returning(&transaction)
            .await?;
        watch_timer::Entity::delete_by_id(link.id)
            .exec(&transaction)
            .await?;
        items::expire_hello(&transaction, &link).await?;
        self.announce(transaction, link.id).await
    }

    /// Whether pushes go there already.
    fn is_same(
        &self,
        link: &watch::Model,
        subscription: Option<&PushSubscription>,
    ) -> Result<bool, Error> {
        let (Some(sealed), Some(subscription)) = (&link.push_ct, subscription) else {
            return Ok(false);
        };
        let text = sealed::EncryptedColumn::of_watch(&link.id).open(&self.keys, sealed)?;
        Ok(text == subscription.to_text())
    }

    fn seal(
        &self,
        link: Uuid,
        subscription: Option<&PushSubscription>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let seal = |one: &PushSubscription| {
            sealed::EncryptedColumn::of_watch(&link).seal(&self.keys, &one.to_text())
        };
        subscription.map(seal).transpose()
    }
}

/// Whether each token of a link does one thing only.
fn read_differs(link: &watch::Model, read: &[u8], post: &[u8]) -> bool {
    let taken = [&link.claim_hash, &link.owner_hash];
    read != post && taken.iter().all(|taken| *taken != read && *taken != post)
}

/// A token that another link has already.
fn taken(cause: DbErr) -> Error {
    match cause.sql_err() {
        Some(SqlErr::UniqueConstraintViolation(_)) => TAKEN,
        _ => cause.into(),
    }
}

/// An id that does not tell when the link was made.
pub(super) fn random_id() -> Uuid {
    uuid::Builder::from_random_bytes(rand::random()).into_uuid()
}
