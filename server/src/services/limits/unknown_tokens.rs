//! Requests with tokens that nobody has: guesses, and phones whose links are gone. They are counted by network, after they failed, and where a
//! network has sent too many, its tokens are looked up before anything is counted. So strangers on the network of a person in danger cannot
//! use up that person's limits, and a known token costs no additional statement.

use entity::{watch, watch_sound, watch_timer};
use sea_orm::{ColumnTrait as _, Condition, EntityTrait as _, QueryFilter as _};

use super::counters::{Charge, Role};
use super::policy::Policy;
use super::{Caller, Limits, RequestSubject, counters, limited};
use crate::domain::link_token::TokenHash;
use crate::error::Error;

impl Limits {
    /// What a request with this token is counted against, should nobody have it.
    fn unknown_charges(
        &self,
        policy: &'static Policy,
        caller: &Caller,
        token: &TokenHash,
    ) -> Vec<Charge> {
        let subject = RequestSubject::Token(token);
        self.charges(policy.unknown, Role::Refuses, caller, subject)
    }

    /// Lets a token through, unless its network has sent too many that nobody has, and it is one of these.
    pub(super) async fn admit(
        &self,
        policy: &'static Policy,
        caller: &Caller,
        token: &TokenHash,
    ) -> Result<(), Error> {
        let charges = self.unknown_charges(policy, caller, token);
        let ended = charges
            .iter()
            .find_map(|one| Some((one, self.refusals.end(&one.key)?)));
        match ended {
            Some((one, ends)) if !self.is_known(token).await? => Err(limited(one, ends)),
            _ => Ok(()),
        }
    }

    /// Counts a request whose token turned out to be nobody's.
    pub(super) async fn record_unknown(
        &self,
        policy: &'static Policy,
        caller: &Caller,
        token: &TokenHash,
    ) -> Result<(), Error> {
        let charges = self.unknown_charges(policy, caller, token);
        if charges.is_empty() {
            return Ok(());
        }
        let transaction = self.db.begin_counting().await?;
        let counts = counters::add(&transaction, &counters::sum(&charges)).await?;
        transaction.commit().await?;
        let full = counters::first(&charges, &counts);
        if let Some((full, ends)) = full {
            self.refusals.remember(&full.key, ends);
        }
        Ok(())
    }

    /// Whether a link, a timer or a sound copy has this token.
    async fn is_known(&self, token: &TokenHash) -> Result<bool, Error> {
        use watch::Column::{ClaimHash, OwnerHash, PostHash, ReadHash};
        let of_link = [ClaimHash, OwnerHash, PostHash, ReadHash]
            .into_iter()
            .fold(Condition::any(), |any, hash| {
                any.add(hash.eq(token.to_vec()))
            });
        let link = watch::Entity::find().filter(of_link);
        if link.one(self.db.read()).await?.is_some() {
            return Ok(true);
        }
        let of_timer = watch_timer::Column::StopHash.eq(token.to_vec());
        let timer = watch_timer::Entity::find().filter(of_timer);
        if timer.one(self.db.read()).await?.is_some() {
            return Ok(true);
        }
        let of_sound = [
            watch_sound::Column::WriteHash,
            watch_sound::Column::ReadHash,
            watch_sound::Column::FindHash,
        ]
        .into_iter()
        .fold(Condition::any(), |any, hash| {
            any.add(hash.eq(token.to_vec()))
        });
        let sound = watch_sound::Entity::find().filter(of_sound);
        Ok(sound.one(self.db.read()).await?.is_some())
    }
}
