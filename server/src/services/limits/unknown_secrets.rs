//! Requests with gift codes and tokens that nobody has: guesses, and phones whose links are gone. They are counted by network, after they failed,
//! and where a network has sent too many, its codes and tokens are looked up before a request takes or counts anything. So strangers on the
//! network of a person in danger, or of a recipient, cannot use up that person's limits or permits, and a known token costs no additional statement.

use super::counters::{Charge, Role};
use super::policy::Policy;
use super::{Caller, Limits, RequestSubject, counters, limited};
use crate::error::Error;

impl Limits {
    /// What a request about this is counted against, should nobody have it.
    fn unknown_charges(
        &self,
        policy: &'static Policy,
        caller: &Caller,
        about: RequestSubject<'_>,
    ) -> Vec<Charge> {
        self.charges(policy.unknown, Role::Refuses, caller, about)
    }

    /// Lets a request through, unless its network has sent too many codes or tokens that nobody has, and this is one of these.
    pub async fn admit(
        &self,
        policy: &'static Policy,
        caller: &Caller,
        about: RequestSubject<'_>,
    ) -> Result<(), Error> {
        let charges = self.unknown_charges(policy, caller, about);
        let ended = charges
            .iter()
            .find_map(|one| Some((one, self.refusals.end(&one.key)?)));
        match ended {
            Some((one, ends)) if !self.is_known(about).await? => Err(limited(one, ends)),
            _ => Ok(()),
        }
    }

    /// Whether somebody has the code or token.
    async fn is_known(&self, about: RequestSubject<'_>) -> Result<bool, Error> {
        match about {
            RequestSubject::Token(token) | RequestSubject::Sent(token, _) => {
                self.known_tokens.load(token.clone()).await
            }
            RequestSubject::Code(Some(code)) => {
                let hash = self.keys.gift_code_hash(code);
                self.known_codes.load(hash).await
            }
            RequestSubject::Mailed(token) => {
                let hash = self.keys.proof_hash(token.as_str());
                self.known_links.load(hash).await
            }
            RequestSubject::Code(None) | RequestSubject::Nothing | RequestSubject::Address(_) => {
                Ok(false)
            }
        }
    }

    /// Counts a request whose code or token turned out to be nobody's.
    pub(super) async fn record_unknown(
        &self,
        policy: &'static Policy,
        caller: &Caller,
        about: RequestSubject<'_>,
    ) -> Result<(), Error> {
        let charges = self.unknown_charges(policy, caller, about);
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
