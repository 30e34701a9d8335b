//! Limits on how often a caller may do something, counted in the database so that they hold across processes.

use std::time::Duration;

use entity::rate_bucket;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query};
use sea_orm::{ConnectionTrait, EntityTrait};

use super::database::Database;
use crate::crypto::keys::{Keys, device_subject};
use crate::domain::clock::{Millis, millis, now};
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;
use crate::error::{Error, Limited};

pub mod permit;
pub mod policy;

use policy::{Counts, Limit, Policy};

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
}

/// Counts requests. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Limits {
    db: Database,
    keys: Keys,
    is_enforced: bool,
}

impl Limits {
    /// With `is_enforced` false nothing is counted, for tests that send more requests than people do.
    pub fn new(db: Database, keys: Keys, is_enforced: bool) -> Self {
        Self {
            db,
            keys,
            is_enforced,
        }
    }

    /// Counts one request against every limit of a policy, whether it will succeed or not. Fails with the limit that is used up.
    pub async fn take(
        &self,
        policy: &Policy,
        caller: &Caller,
        about: About<'_>,
    ) -> Result<(), Error> {
        self.count(policy.limits, caller, about).await
    }

    /// Counts a failed request against the limits that count failures only.
    async fn record_failure(
        &self,
        policy: &Policy,
        caller: &Caller,
        about: About<'_>,
    ) -> Result<(), Error> {
        match self.count(policy.failures, caller, about).await {
            Err(Error::TooMany(_)) | Ok(()) => Ok(()),
            Err(other) => Err(other),
        }
    }

    /// Fails where a limit that counts failures only is used up.
    async fn check_failures(
        &self,
        policy: &Policy,
        caller: &Caller,
        about: About<'_>,
    ) -> Result<(), Error> {
        if !self.is_enforced {
            return Ok(());
        }
        for limit in policy.failures {
            let Some(key) = self.key(limit, caller, about) else {
                continue;
            };
            let bucket = rate_bucket::Entity::find_by_id(key)
                .one(self.db.read())
                .await?;
            if let Some(bucket) = bucket
                && i64::from(limit.quota) <= bucket.count
                && now() < bucket.expires_at
            {
                return Err(limited(limit, bucket.expires_at));
            }
        }
        Ok(())
    }

    async fn count(
        &self,
        limits: &[Limit],
        caller: &Caller,
        about: About<'_>,
    ) -> Result<(), Error> {
        if !self.is_enforced {
            return Ok(());
        }
        let transaction = self.db.begin_counting().await?;
        let mut verdict = Ok(());
        for limit in limits {
            let Some(key) = self.key(limit, caller, about) else {
                continue;
            };
            if let Err(ends) = take_one(&transaction, limit, key).await? {
                verdict = Err(limited(limit, ends));
                break;
            }
        }
        transaction.commit().await?;
        verdict
    }

    fn key(&self, limit: &Limit, caller: &Caller, about: About<'_>) -> Option<Vec<u8>> {
        let subject = match (limit.counts, about) {
            (Counts::Device, _) => device_subject(caller.device.as_ref()?),
            (Counts::Block, _) => caller.block.clone(),
            (Counts::Subject, About::Address(address)) => address.mailbox().into_bytes(),
            (Counts::Subject, About::Code(code)) => code.as_str().as_bytes().to_vec(),
            (Counts::Subject, About::Nothing) => return None,
            (Counts::Everyone, _) => Vec::new(),
        };
        Some(self.keys.limit_key(limit.name, &subject))
    }
}

/// Counts one request in a single statement: it begins a window, adds to it, or changes nothing when the window is full. The inner error
/// is the time when that window ends.
async fn take_one(
    db: &impl ConnectionTrait,
    limit: &Limit,
    key: Vec<u8>,
) -> Result<Result<(), Millis>, Error> {
    use rate_bucket::Column::{Count, ExpiresAt, Key, WindowStart};
    let now = now();
    let ends = now + millis(limit.window);
    let old = |column: rate_bucket::Column| Expr::col((rate_bucket::Entity, column));
    let has_ended = || old(ExpiresAt).lte(now);
    let next = OnConflict::column(Key)
        .values([
            (
                Count,
                Expr::case(has_ended(), 1_i64)
                    .finally(old(Count).add(1_i64))
                    .into(),
            ),
            (
                WindowStart,
                Expr::case(has_ended(), now)
                    .finally(old(WindowStart))
                    .into(),
            ),
            (
                ExpiresAt,
                Expr::case(has_ended(), ends).finally(old(ExpiresAt)).into(),
            ),
        ])
        .action_and_where(has_ended().or(old(Count).lt(i64::from(limit.quota))))
        .to_owned();
    let insert = Query::insert()
        .into_table(rate_bucket::Entity)
        .columns([Key, WindowStart, Count, ExpiresAt])
        .values_panic([key.clone().into(), now.into(), 1_i64.into(), ends.into()])
        .on_conflict(next)
        .to_owned();
    if db.execute(&insert).await?.rows_affected() == 1 {
        return Ok(Ok(()));
    }
    let full = rate_bucket::Entity::find_by_id(key).one(db).await?;
    Ok(Err(full.map_or(now, |bucket| bucket.expires_at)))
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
