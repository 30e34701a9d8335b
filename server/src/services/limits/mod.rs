//! Limits on how often a caller may do something, counted in the database so that they hold across processes.

use std::sync::Arc;
use std::time::Duration;

use super::batches::Batches;
use super::database::Database;
use crate::crypto::keys::{Keys, device_subject};
use crate::domain::clock::{Millis, now};
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;
use crate::domain::link_token::TokenHash;
use crate::error::{Error, Limited};

mod counters;
mod counting;
pub mod permit;
pub mod policy;
mod refusals;

use counters::Counted;
use counting::Counting;
use policy::{Counts, Limit, Policy};
use refusals::Refusals;

/// Who sends a request, for the limits that count devices and networks.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The device, where the request has its cookie.
    pub device: Option<DeviceId>,
    /// The network address; the first 64 bits of an IPv6 address.
    pub block: Vec<u8>,
}

/// What a request is about, for the limits that count subjects.
#[derive(Debug, Clone, Copy)]
pub enum About<'a> {
    /// Nothing that limits count.
    Nothing,
    /// An e-mail address.
    Address(&'a EmailAddress),
    /// A gift code.
    Code(&'a GiftCode),
    /// A token of a link between two phones.
    Token(&'a TokenHash),
}

/// Counts requests. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Limits {
    db: Database,
    keys: Keys,
    is_enforced: bool,
    refusals: Arc<Refusals>,
    counting: Batches<Counting>,
}

impl Limits {
    /// With `is_enforced` false nothing is counted, for tests that send more requests than people do.
    pub fn new(db: Database, keys: Keys, is_enforced: bool) -> Self {
        Self {
            counting: Batches::new(Counting(db.clone())),
            db,
            keys,
            is_enforced,
            refusals: Arc::default(),
        }
    }

    /// Counts one request against every limit of a policy, whether it will succeed or not. Fails with the limit that is used up.
    pub async fn take(
        &self,
        policy: &'static Policy,
        caller: &Caller,
        about: About<'_>,
    ) -> Result<(), Error> {
        self.count(policy.limits, caller, about).await
    }

    /// Counts a failed request against the limits that count failures only.
    async fn record_failure(
        &self,
        policy: &'static Policy,
        caller: &Caller,
        about: About<'_>,
    ) -> Result<(), Error> {
        let counted = self.counted(policy.failures, caller, about);
        if counted.is_empty() {
            return Ok(());
        }
        let transaction = self.db.begin_counting().await?;
        counters::add(&transaction, &counters::sum(&counted)).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Fails where a limit that counts failures only is used up.
    async fn check_failures(
        &self,
        policy: &'static Policy,
        caller: &Caller,
        about: About<'_>,
    ) -> Result<(), Error> {
        let counted = self.counted(policy.failures, caller, about);
        if counted.is_empty() {
            return Ok(());
        }
        let counts = counters::read(self.db.read(), &counted).await?;
        let full = counters::first(&counted, &counts, |limit, count| limit.quota <= count);
        full.map_or(Ok(()), |(counted, ends)| Err(limited(counted.limit, ends)))
    }

    /// Counts a request against all of `limits` or, where one of them is used up, against none: a refused request uses up nothing of
    /// the others. A refusal is remembered, so that repeating the request costs no transaction.
    async fn count(
        &self,
        limits: &'static [Limit],
        caller: &Caller,
        about: About<'_>,
    ) -> Result<(), Error> {
        let counted = self.counted(limits, caller, about);
        if counted.is_empty() {
            return Ok(());
        }
        let refused = |one: &Counted| self.refusals.end(&one.key).map(|ends| (one.limit, ends));
        if let Some((limit, ends)) = counted.iter().find_map(refused) {
            return Err(limited(limit, ends));
        }
        let (counted, verdict) = self.counting.ask(counted).await?;
        let full = verdict.and_then(|(index, ends)| Some((counted.get(index)?, ends)));
        full.map_or(Ok(()), |(full, ends)| {
            self.refusals.remember(&full.key, ends);
            Err(limited(full.limit, ends))
        })
    }

    /// The counters of a request, in the order of the limits; none where limits are not enforced.
    fn counted(&self, limits: &'static [Limit], caller: &Caller, about: About<'_>) -> Vec<Counted> {
        let limits = if self.is_enforced { limits } else { &[] };
        let counted = |limit| {
            let key = self.key(limit, caller, about)?;
            Some(Counted { limit, key })
        };
        limits.iter().filter_map(counted).collect()
    }

    fn key(&self, limit: &Limit, caller: &Caller, about: About<'_>) -> Option<Vec<u8>> {
        let subject = match (limit.counts, about) {
            (Counts::Device, _) => device_subject(caller.device.as_ref()?),
            (Counts::Block, _) => caller.block.clone(),
            (Counts::Subject, About::Address(address)) => address.mailbox().into_bytes(),
            (Counts::Subject, About::Code(code)) => code.as_str().as_bytes().to_vec(),
            (Counts::Subject, About::Token(token)) => token.as_bytes().to_vec(),
            (Counts::SubjectByBlock, About::Address(address)) => {
                [&caller.block, address.mailbox().as_bytes()].concat()
            }
            (Counts::Subject, About::Nothing)
            | (Counts::SubjectByBlock, About::Nothing | About::Code(_) | About::Token(_)) => {
                return None;
            }
            (Counts::Everyone, _) => Vec::new(),
        };
        Some(self.keys.limit_key(limit.name, &subject))
    }
}

fn limited(limit: &Limit, ends: Millis) -> Error {
    let left = Ord::max(u64::try_from(ends - now()).unwrap_or(0).div_ceil(1000), 1);
    Error::TooMany(Limited {
        policy: limit.name,
        quota: limit.quota,
        window: limit.window,
        retry_after: Duration::from_secs(left),
    })
}
