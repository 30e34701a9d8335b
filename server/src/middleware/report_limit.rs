//! The limit on reports of policy violations: token buckets in bounded memory. It does not use the database, because anybody can send reports.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::error::{Error, Limited};

/// The most keys in memory. When there are more, those whose buckets are full again are dropped first.
const KEYS: usize = 100_000;

/// The limits on reports. Each fails with the time until the next report is accepted.
#[derive(Debug)]
pub struct ReportLimits {
    per_client: TokenBuckets,
    total: TokenBuckets,
}

impl Default for ReportLimits {
    fn default() -> Self {
        Self {
            per_client: TokenBuckets::per_minute(10),
            total: TokenBuckets::per_minute(300),
        }
    }
}

impl ReportLimits {
    /// Counts a report of `client`, which is kept in memory as a hash only.
    pub(crate) fn check(&self, client: &[u8]) -> Result<(), Error> {
        self.per_client.check(client)?;
        self.total.check(b"all")
    }
}

/// A bucket of `burst` tokens for each key, filled again within `period`.
struct TokenBuckets {
    quota: u32,
    period: Duration,
    burst: f64,
    per_second: f64,
    secret: [u8; 32],
    buckets: Mutex<HashMap<[u8; 16], Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl TokenBuckets {
    fn new(burst: u32, period: Duration) -> Self {
        let per_second = f64::from(burst) / period.as_secs_f64();
        Self {
            quota: burst,
            period,
            burst: f64::from(burst),
            per_second,
            secret: rand::random(),
            buckets: Mutex::default(),
        }
    }

    fn per_minute(burst: u32) -> Self {
        Self::new(burst, Duration::from_mins(1))
    }

    /// Takes a token from the bucket of `key`, which is kept as a hash under a secret of this process.
    fn check(&self, key: &[u8]) -> Result<(), Error> {
        self.take(key, Instant::now()).map_err(|retry_after| {
            Error::TooMany(Limited {
                policy: "reports",
                quota: self.quota,
                window: self.period,
                retry_after,
            })
        })
    }

    fn take(&self, key: &[u8], now: Instant) -> Result<(), Duration> {
        let key = self.hash(key);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if KEYS <= buckets.len() && !buckets.contains_key(&key) {
            self.drop_full(&mut buckets, now);
        }
        let bucket = buckets.entry(key).or_insert(Bucket {
            tokens: self.burst,
            at: now,
        });
        *bucket = Bucket {
            tokens: self.filled(*bucket, now),
            at: now,
        };
        if bucket.tokens < 1.0 {
            return Err(Duration::from_secs_f64(
                (1.0 - bucket.tokens) / self.per_second,
            ));
        }
        bucket.tokens -= 1.0;
        Ok(())
    }

    /// Drops the keys whose buckets are full, which has no effect on them. If there are none, drops all.
    fn drop_full(&self, buckets: &mut HashMap<[u8; 16], Bucket>, now: Instant) {
        buckets.retain(|_, bucket| self.filled(*bucket, now) < self.burst);
        if KEYS <= buckets.len() {
            buckets.clear();
        }
    }

    fn filled(&self, bucket: Bucket, now: Instant) -> f64 {
        let waited = now.saturating_duration_since(bucket.at).as_secs_f64();
        waited
            .mul_add(self.per_second, bucket.tokens)
            .min(self.burst)
    }

    fn hash(&self, key: &[u8]) -> [u8; 16] {
        let hash = blake3::keyed_hash(&self.secret, key);
        let mut short = [0; 16];
        for (to, from) in short.iter_mut().zip(hash.as_bytes()) {
            *to = *from;
        }
        short
    }
}

impl fmt::Debug for TokenBuckets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenBuckets")
            .field("burst", &self.burst)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_its_burst_and_then_waits() {
        let (limiter, now) = (TokenBuckets::per_minute(3), Instant::now());
        for _ in 0..3 {
            assert_eq!(limiter.take(b"a", now), Ok(()));
        }
        let wait = limiter.take(b"a", now).unwrap_err();
        assert!((19..=20).contains(&wait.as_secs()), "{wait:?}");
        assert_eq!(
            limiter.take(b"b", now),
            Ok(()),
            "another key has its own bucket"
        );
        assert_eq!(limiter.take(b"a", now + Duration::from_secs(21)), Ok(()));
        assert!(limiter.take(b"a", now + Duration::from_secs(21)).is_err());
    }

    #[test]
    fn the_number_of_keys_in_memory_is_bounded() {
        let (limiter, now) = (TokenBuckets::per_minute(3), Instant::now());
        for key in 0..=KEYS {
            assert_eq!(limiter.take(&key.to_le_bytes(), now), Ok(()));
        }
        assert!(limiter.buckets.lock().unwrap().len() <= KEYS);
    }
}
