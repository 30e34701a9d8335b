//! Requests with tokens that nobody has: guesses, and phones whose links are gone. They are counted by network, after they failed, and where a
//! network has sent too many, its tokens are looked up before a request takes or counts anything. So strangers on the network of a person in danger
//! cannot use up that person's limits or permits, and a known token costs no additional statement.

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
    pub async fn admit(
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
            Some((one, ends)) if !self.known_tokens.load(token.clone()).await? => {
                Err(limited(one, ends))
            }
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
}
