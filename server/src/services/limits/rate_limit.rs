//! Proof in the type system that a request was counted.
//!
//! A service that needs a limit takes a [`Counted`] value, and only a [`RateLimit`] makes one. A handler gets its rate limit from the route's
//! declaration in `router/mod.rs`, so it cannot forget to count. Only [`RateLimit::count_by`] takes another policy than the route's.

use super::policy::Policy;
use super::{Caller, Limits, RequestSubject};
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;
use crate::domain::link_token::TokenHash;
use crate::domain::mailed_token::MailedToken;
use crate::error::Error;

/// The limits of one request that has not been counted yet.
#[derive(Debug, Clone)]
pub struct RateLimit {
    limits: Limits,
    policy: &'static Policy,
    caller: Caller,
}

/// A value that a request is about, after the request was counted.
#[derive(Debug)]
pub struct Counted<T> {
    subject: T,
    rate_limit: RateLimit,
}

/// What a request can be about, for limits that count by subject.
pub trait Subject {
    /// The subject that limits count.
    fn about(&self) -> RequestSubject<'_>;
}

impl Subject for EmailAddress {
    fn about(&self) -> RequestSubject<'_> {
        RequestSubject::Address(self)
    }
}

/// `None` for text that is not a gift code.
impl Subject for Option<GiftCode> {
    fn about(&self) -> RequestSubject<'_> {
        RequestSubject::Code(self.as_ref())
    }
}

impl Subject for MailedToken {
    fn about(&self) -> RequestSubject<'_> {
        RequestSubject::Mailed(self)
    }
}

impl Subject for TokenHash {
    fn about(&self) -> RequestSubject<'_> {
        RequestSubject::Token(self)
    }
}

impl RateLimit {
    /// Of a request by `caller` to a route with `policy`.
    pub fn new(limits: Limits, policy: &'static Policy, caller: Caller) -> Self {
        Self {
            limits,
            policy,
            caller,
        }
    }

    /// Counts the request, before anything is looked up. Fails where one of the policy's limits is used up.
    pub async fn count<T: Subject>(self, subject: T) -> Result<Counted<T>, Error> {
        self.count_as(subject, T::about).await
    }

    /// The same with the bytes that come with a token.
    pub async fn count_sent(
        self,
        token: TokenHash,
        bytes: usize,
    ) -> Result<Counted<TokenHash>, Error> {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.count_as(token, |token| RequestSubject::Sent(token, bytes))
            .await
    }

    async fn count_as<T>(
        self,
        subject: T,
        about: impl FnOnce(&T) -> RequestSubject<'_>,
    ) -> Result<Counted<T>, Error> {
        let about = about(&subject);
        // A token of a link was looked at when the request began, perhaps long before its body came.
        self.limits.admit(self.policy, &self.caller, about).await?;
        self.limits.take(self.policy, &self.caller, about).await?;
        self.limits
            .check_failures(self.policy, &self.caller, about)
            .await?;
        Ok(Counted {
            subject,
            rate_limit: self,
        })
    }
}

impl RateLimit {
    /// Counts the request by another policy than its route's: one that turned out to be of another kind.
    pub async fn count_by<T: Subject>(
        self,
        policy: &'static Policy,
        subject: T,
    ) -> Result<Counted<T>, Error> {
        Self { policy, ..self }.count(subject).await
    }
}

impl RateLimit {
    /// The device of the request's cookie.
    pub fn device(&self) -> Option<&DeviceId> {
        self.caller.device.as_ref()
    }
}

impl Counted<EmailAddress> {
    /// Who asks about the address: hashes of the network and, with a cookie, of the device. Neither can be read from them, nor compared
    /// with those of another address.
    pub fn asker(&self) -> Vec<u8> {
        let RateLimit { limits, caller, .. } = &self.rate_limit;
        let mut asker = limits
            .keys
            .asking_network(caller.network.key(), &self.subject);
        if let Some(device) = &caller.device {
            asker.extend(limits.keys.asking_device(device.as_bytes(), &self.subject));
        }
        asker
    }
}

impl<T: Subject> Counted<T> {
    /// What the request is about.
    pub fn subject(&self) -> &T {
        &self.subject
    }

    /// Takes the request back from the limits of a day, because it led to nothing: where what it needs is away for an hour, nobody on a network
    /// is refused for the rest of the day. It stays counted by shorter ones, which bound what may be tried meanwhile.
    pub async fn give_back(&self) -> Result<(), Error> {
        let of = &self.rate_limit;
        let about = self.subject.about();
        of.limits.give_back(of.policy, &of.caller, about).await
    }

    /// Counts the request's failure, for policies that limit failures.
    pub async fn record_failure(&self) -> Result<(), Error> {
        let of = &self.rate_limit;
        let about = self.subject.about();
        of.limits.record_failure(of.policy, &of.caller, about).await
    }

    /// The outcome of the request, which is counted where nobody has the code or token that it is about.
    pub async fn known<R>(&self, outcome: Result<R, Error>) -> Result<R, Error> {
        self.note(!matches!(outcome, Err(Error::NotFound(_))))
            .await?;
        outcome
    }

    /// Counts the request as one with a code or token that nobody has, unless it `is_known`.
    pub async fn note(&self, is_known: bool) -> Result<(), Error> {
        if is_known {
            return Ok(());
        }
        let of = &self.rate_limit;
        let about = self.subject.about();
        of.limits.record_unknown(of.policy, &of.caller, about).await
    }
}
