//! Failures that need action: each is counted by kind. A kind that a hostile client could cause at will is logged at most once a minute.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use crate::domain::clock::{Millis, now};

/// How long lines of one kind are apart, in milliseconds.
const LOG_INTERVAL: Millis = 60_000;

/// A kind of failure. `server/README.md` says what to do about each.
#[derive(Debug)]
pub struct Alarm {
    /// Its name in `alarms_total`.
    kind: &'static str,
    next: AtomicI64,
    unsaid: AtomicU64,
}

/// The database is gone, or its disk is full.
pub static DATABASE: Alarm = Alarm::new("database");
/// The payment provider does not answer, or fails.
pub static PAYMENT_PROVIDER: Alarm = Alarm::new("payment_provider");
/// Requests to the payment provider found no free place.
pub static PAYMENT_PLACES: Alarm = Alarm::new("payment_places");
/// The payment provider refuses the server's key.
pub static PAYMENT_KEY: Alarm = Alarm::new("payment_key");
/// A payment does not match the order that it names.
pub static PAYMENT_MISMATCH: Alarm = Alarm::new("payment_mismatch");
/// Somebody paid for an order that the database does not have.
pub static PAYMENT_UNKNOWN: Alarm = Alarm::new("payment_unknown");
/// The price at the payment provider is not the one that the product is sold for.
pub static PRICE: Alarm = Alarm::new("price");
/// An event's signature is not valid.
pub static WEBHOOK_SIGNATURE: Alarm = Alarm::new("webhook_signature");
/// An event is signed rightly for another time.
pub static CLOCK: Alarm = Alarm::new("clock");
/// The clock, a steady one and the database disagree.
pub static CLOCK_DOUBT: Alarm = Alarm::new("clock_doubt");
/// Somebody who is no proxy of ours says where a request comes from, or a proxy says it in a way that cannot be read.
pub static PROXY: Alarm = Alarm::new("proxy");
/// Browsers report violations of the policy of a page.
pub static POLICY_REPORT: Alarm = Alarm::new("policy_report");
/// Requests found no free place.
pub static BUSY: Alarm = Alarm::new("busy");
/// So many requests wait for news of links that others are answered at once.
pub static WAITING: Alarm = Alarm::new("waiting");
/// A mail was not sent.
pub static MAIL: Alarm = Alarm::new("mail");
/// A mail is given up.
pub static MAIL_GIVEN_UP: Alarm = Alarm::new("mail_given_up");
/// A push service refuses what is sent.
pub static PUSH: Alarm = Alarm::new("push");
/// A push is given up.
pub static PUSH_GIVEN_UP: Alarm = Alarm::new("push_given_up");
/// What keeps sound copies is full, cannot be used, or has lost sound.
pub static SOUND_STORE: Alarm = Alarm::new("sound_store");
/// The time-stamp authority gives no token.
pub static TIMESTAMP: Alarm = Alarm::new("timestamp");
/// A background job failed, panicked or took too long.
pub static JOB: Alarm = Alarm::new("job");
/// A request failed because of a fault of the server.
pub static FAULT: Alarm = Alarm::new("fault");
/// A page could not be rendered.
pub static RENDER: Alarm = Alarm::new("render");

/// Every kind.
static ALL: [&Alarm; 23] = [
    &DATABASE,
    &PAYMENT_PROVIDER,
    &PAYMENT_PLACES,
    &PAYMENT_KEY,
    &PAYMENT_MISMATCH,
    &PAYMENT_UNKNOWN,
    &PRICE,
    &WEBHOOK_SIGNATURE,
    &CLOCK,
    &CLOCK_DOUBT,
    &PROXY,
    &POLICY_REPORT,
    &BUSY,
    &WAITING,
    &MAIL,
    &MAIL_GIVEN_UP,
    &PUSH,
    &PUSH_GIVEN_UP,
    &SOUND_STORE,
    &TIMESTAMP,
    &JOB,
    &FAULT,
    &RENDER,
];

impl Alarm {
    const fn new(kind: &'static str) -> Self {
        Self {
            kind,
            next: AtomicI64::new(0),
            unsaid: AtomicU64::new(0),
        }
    }

    /// Counts a failure of which each is logged, because each is about one order or mail, or is a fault.
    pub fn count(&self) {
        metrics::counter!("alarms_total", "kind" => self.kind).increment(1);
    }

    /// Counts a failure, and logs it unless another one of its kind was logged within a minute. `log` gets the number of failures since
    /// that line, this one included.
    pub fn raise(&self, log: impl FnOnce(u64)) {
        self.count();
        if let Some(count) = self.raise_at(now()) {
            log(count);
        }
    }

    fn raise_at(&self, now: Millis) -> Option<u64> {
        self.unsaid.fetch_add(1, Ordering::Relaxed);
        let next = self.next.load(Ordering::Relaxed);
        // A clock that was set back does not silence the line for longer than the pause.
        let is_due = next <= now || now + LOG_INTERVAL < next;
        let is_ours = is_due
            && self
                .next
                .compare_exchange(
                    next,
                    now + LOG_INTERVAL,
                    Ordering::Relaxed,
                    Ordering::Relaxed,
                )
                .is_ok();
        is_ours.then(|| self.unsaid.swap(0, Ordering::Relaxed))
    }
}

/// Makes every kind appear in the metrics with 0, so that an alert sees the first failure as an increase.
pub(super) fn register() {
    for alarm in ALL {
        metrics::counter!("alarms_total", "kind" => alarm.kind).increment(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_logged_once_a_minute_with_the_number_of_failures() {
        let alarm = Alarm::new("test");
        assert_eq!(alarm.raise_at(1_000), Some(1));
        assert_eq!(alarm.raise_at(1_001), None);
        assert_eq!(alarm.raise_at(60_999), None);
        assert_eq!(alarm.raise_at(61_000), Some(3));
        assert_eq!(alarm.raise_at(61_000), None);
        assert_eq!(alarm.raise_at(500), Some(2), "the clock was set back");
    }

    #[test]
    fn readme_says_what_to_do_about_each_kind() {
        let readme = include_str!("../../README.md");
        for alarm in ALL {
            let named = format!("`{}`", alarm.kind);
            assert!(readme.contains(&named), "{named}");
        }
    }
}
