//! Limits on how often a caller may do something, counted in the database so that they hold across processes.

use std::sync::Arc;
use std::time::Duration;

use super::batch_loader::BatchLoader;
use super::database::Database;
use crate::crypto::keys::{Keys, device_subject};
use crate::domain::clock::{Millis, now};
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;
use crate::domain::link_token::TokenHash;
use crate::domain::mailed_token::MailedToken;
use crate::domain::network::ClientAddress;
use crate::error::{Error, Limited};

mod counter_loader;
mod counters;
mod known_hashes;
mod known_tokens;
pub mod link_policies;
pub mod policy;
pub mod rate_limit;
mod refusals;
mod unknown_secrets;

use counter_loader::CounterLoader;
use counters::{Charge, Role};
use known_hashes::{HashTable, KnownHashes};
use known_tokens::KnownTokens;
use policy::{Counts, Limit, Policy};
use refusals::Refusals;

/// The shortest window from which a request that led to nothing is taken back.
const LONG_WINDOW: Duration = Duration::from_hours(24);

/// Who sends a request, for the limits that count devices and networks.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The device, where the request has its cookie.
    pub device: Option<DeviceId>,
    /// The network.
    pub network: ClientAddress,
}

/// What a request is about, for the limits that count subjects.
#[derive(Debug, Clone, Copy)]
pub enum RequestSubject<'a> {
    /// Nothing that limits count.
    Nothing,
    /// An e-mail address.
    Address(&'a EmailAddress),
    /// A gift code; none for a text that is none.
    Code(Option<&'a GiftCode>),
    /// The token of a mailed link.
    Mailed(&'a MailedToken),
    /// A token of a link between two phones.
    Token(&'a TokenHash),
    /// The same, and how many bytes come with it.
    Sent(&'a TokenHash, u32),
}

/// Counts requests. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Limits {
    db: Database,
    keys: Keys,
    is_enforced: bool,
    refusals: Arc<Refusals>,
    counters: BatchLoader<CounterLoader>,
    known_tokens: BatchLoader<KnownTokens>,
    known_devices: BatchLoader<KnownHashes>,
    known_codes: BatchLoader<KnownHashes>,
    known_links: BatchLoader<KnownHashes>,
}

impl Limits {
    /// With `is_enforced` false nothing is counted, for tests that send more requests than people do.
    pub fn new(db: Database, keys: Keys, is_enforced: bool) -> Self {
        let known = |table| BatchLoader::new(KnownHashes::new(db.clone(), table));
        Self {
            counters: BatchLoader::new(CounterLoader(db.clone())),
            known_tokens: BatchLoader::new(KnownTokens(db.clone())),
            known_devices: known(HashTable::Devices),
            known_codes: known(HashTable::GiftCodes),
            known_links: known(HashTable::MailedLinks),
            db,
            keys,
            is_enforced,
            refusals: Arc::default(),
        }
    }

    /// Counts a request, whether it will succeed or not, against all limits of a policy or, where one of them is used up, against none: a refused
    /// request uses up nothing of the others. Fails with the limit that is used up. A refusal is remembered, so that repeating the request costs
    /// no transaction.
    pub async fn take(
        &self,
        policy: &'static Policy,
        caller: &Caller,
        about: RequestSubject<'_>,
    ) -> Result<(), Error> {
        let mut charges = self.charges(policy.limits, Role::Refuses, caller, about);
        charges.extend(self.charges(policy.budgets, Role::Budget, caller, about));
        charges.extend(self.charges(policy.spared, Role::Spares, caller, about));
        self.add(charges).await
    }

    /// The same for a request about nothing. Where a limit is used up, a device that is stored may do a little more: others on its network may have
    /// used that up.
    pub async fn take_or_spare(
        &self,
        policy: &'static Policy,
        caller: &Caller,
    ) -> Result<(), Error> {
        let about = RequestSubject::Nothing;
        let refusal = match self.take(policy, caller, about).await {
            Err(Error::TooMany(refusal)) => refusal,
            counted => return counted,
        };
        let own = self.charges(policy.own, Role::Refuses, caller, about);
        let has_room = own.iter().all(|one| self.refusals.end(&one.key).is_none());
        let is_stored = match &caller.device {
            Some(device) if has_room && !own.is_empty() => {
                self.known_devices.load(device.to_vec()).await?
            }
            _ => false,
        };
        if is_stored {
            self.add(own).await
        } else {
            Err(Error::TooMany(refusal))
        }
    }

    /// Counts a failed request against the limits that count failures only.
    async fn record_failure(
        &self,
        policy: &'static Policy,
        caller: &Caller,
        about: RequestSubject<'_>,
    ) -> Result<(), Error> {
        let charges = self.charges(policy.failures, Role::Refuses, caller, about);
        if charges.is_empty() {
            return Ok(());
        }
        let transaction = self.db.begin_counting().await?;
        counters::add(&transaction, &counters::sum(&charges)).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Takes a request back from the limits of a day that have counted it.
    async fn give_back(
        &self,
        policy: &'static Policy,
        caller: &Caller,
        about: RequestSubject<'_>,
    ) -> Result<(), Error> {
        let mut charges = self.charges(policy.limits, Role::Refuses, caller, about);
        charges.retain(|one| LONG_WINDOW <= one.limit.window);
        if charges.is_empty() {
            return Ok(());
        }
        let counted = charges
            .iter()
            .map(|one| (one.key.as_slice(), one.amount.into()));
        let transaction = self.db.begin_counting().await?;
        counters::take_back(&transaction, &counted.collect()).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Fails where a limit that counts failures only is used up.
    async fn check_failures(
        &self,
        policy: &'static Policy,
        caller: &Caller,
        about: RequestSubject<'_>,
    ) -> Result<(), Error> {
        let charges = self.charges(policy.failures, Role::Refuses, caller, about);
        if charges.is_empty() {
            return Ok(());
        }
        let counts = counters::read(self.db.read(), &charges).await?;
        let full = counters::first(&charges, &counts);
        full.map_or(Ok(()), |(charge, ends)| Err(limited(charge, ends)))
    }

    async fn add(&self, charges: Vec<Charge>) -> Result<(), Error> {
        if charges.is_empty() {
            return Ok(());
        }
        let refused = charges
            .iter()
            .find_map(|one| Some((one, self.refusals.end(&one.key)?)));
        if let Some((full, ends)) = refused {
            return Err(limited(full, ends));
        }
        let (charges, verdict) = self.counters.load(charges).await?;
        let full = verdict.and_then(|(index, ends)| Some((charges.get(index)?, ends)));
        full.map_or(Ok(()), |(full, ends)| {
            // A budget that has no room for a long item may have some for a short one.
            if full.role == Role::Refuses {
                self.refusals.remember(&full.key, ends);
            }
            Err(limited(full, ends))
        })
    }

    /// What a request adds to which counters, in the order of the limits; none where limits are not enforced.
    fn charges(
        &self,
        limits: &'static [Limit],
        role: Role,
        caller: &Caller,
        about: RequestSubject<'_>,
    ) -> Vec<Charge> {
        let limits = if self.is_enforced { limits } else { &[] };
        let charges = |limit: &'static Limit| {
            let amount = match (limit.counts, about) {
                (Counts::BytesByBlock | Counts::BytesBySubject, RequestSubject::Sent(_, bytes)) => {
                    bytes
                }
                _ => 1,
            };
            let each = move |(subject, factor): (Vec<u8>, u32)| Charge {
                limit,
                key: self.keys.limit_key(limit.name, &subject),
                quota: limit.quota.saturating_mul(factor),
                amount,
                role,
            };
            subjects(limit.counts, caller, about).into_iter().map(each)
        };
        limits.iter().flat_map(charges).collect()
    }
}

/// What a limit counts of a request, each with how much more than the quota it may have.
fn subjects(counts: Counts, caller: &Caller, about: RequestSubject<'_>) -> Vec<(Vec<u8>, u32)> {
    let one = |subject: Vec<u8>| vec![(subject, 1)];
    let networks = caller.network.networks();
    match (counts, about) {
        (Counts::Device, _) => caller
            .device
            .as_ref()
            .map(device_subject)
            .map_or(Vec::new(), one),
        (Counts::Block, _) | (Counts::BytesByBlock, RequestSubject::Sent(..)) => networks
            .map(|network| (network.key(), counts.factor(network.width)))
            .collect(),
        (Counts::Subject, RequestSubject::Address(address)) => one(address.mailbox().into_bytes()),
        (Counts::Subject, RequestSubject::Code(Some(code))) => one(code.as_str().into()),
        (Counts::Subject, RequestSubject::Mailed(token)) => one(token.as_str().into()),
        (Counts::Subject, RequestSubject::Token(of) | RequestSubject::Sent(of, _))
        | (Counts::BytesBySubject, RequestSubject::Sent(of, _)) => one(of.as_bytes().to_vec()),
        (Counts::SubjectByBlock, RequestSubject::Address(address)) => {
            one([caller.network.key(), address.mailbox().as_bytes()].concat())
        }
        (Counts::Subject, RequestSubject::Nothing | RequestSubject::Code(None))
        | (Counts::BytesByBlock | Counts::BytesBySubject | Counts::SubjectByBlock, _) => Vec::new(),
    }
}

fn limited(charge: &Charge, ends: Millis) -> Error {
    let limit = charge.limit;
    let left = Ord::max(u64::try_from(ends - now()).unwrap_or(0).div_ceil(1000), 1);
    Error::TooMany(Limited {
        policy: limit.name,
        quota: charge.quota,
        window: limit.window,
        retry_after: Duration::from_secs(left),
        is_of_network: limit.counts.is_of_network(),
    })
}
