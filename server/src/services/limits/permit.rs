//! Proof in the type system that a request was counted.
//!
//! A service that needs a limit takes a [`Counted`] value, and only a [`Permit`] makes one. A handler gets its permit from the route's
//! declaration in `router/mod.rs`, so it can neither forget to count nor choose another policy.

use super::policy::Policy;
use super::{About, Caller, Limits};
use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;
use crate::domain::link_token::TokenHash;
use crate::error::Error;

/// One request that has not been counted yet.
#[derive(Debug)]
pub struct Permit {
    limits: Limits,
    policy: &'static Policy,
    caller: Caller,
}

/// A value that a request is about, after the request was counted.
#[derive(Debug)]
pub struct Counted<T> {
    subject: T,
    permit: Permit,
}

/// What a request can be about, for limits that count by subject.
pub trait Subject {
    /// The subject that limits count.
    fn about(&self) -> About<'_>;
}

impl Subject for EmailAddress {
    fn about(&self) -> About<'_> {
        About::Address(self)
    }
}

/// `None` for text that is not a gift code.
impl Subject for Option<GiftCode> {
    fn about(&self) -> About<'_> {
        self.as_ref().map_or(About::Nothing, About::Code)
    }
}

impl Subject for TokenHash {
    fn about(&self) -> About<'_> {
        About::Token(self)
    }
}

impl Permit {
    /// The permit of a request by `caller` to a route with `policy`.
    pub fn new(limits: Limits, policy: &'static Policy, caller: Caller) -> Self {
        Self {
            limits,
            policy,
            caller,
        }
    }

    /// Counts the request, before anything is looked up. Fails where one of the policy's limits is used up.
    pub async fn count<T: Subject>(self, subject: T) -> Result<Counted<T>, Error> {
        let about = subject.about();
        self.limits.take(self.policy, &self.caller, about).await?;
        self.limits
            .check_failures(self.policy, &self.caller, about)
            .await?;
        Ok(Counted {
            subject,
            permit: self,
        })
    }
}

impl Permit {
    /// Counts the request by another policy than its route's: one that turned out to be of another kind.
    pub async fn count_by<T: Subject>(
        self,
        policy: &'static Policy,
        subject: T,
    ) -> Result<Counted<T>, Error> {
        Self { policy, ..self }.count(subject).await
    }
}

impl<T: Subject> Counted<T> {
    /// What the request is about.
    pub fn subject(&self) -> &T {
        &self.subject
    }

    /// Counts the request's failure, for policies that limit failures.
    pub async fn record_failure(&self) -> Result<(), Error> {
        let Permit {
            limits,
            policy,
            caller,
        } = &self.permit;
        limits
            .record_failure(policy, caller, self.subject.about())
            .await
    }
}
