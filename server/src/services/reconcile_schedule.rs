//! When the payment provider is asked about an order.

use std::time::Duration;

use entity::purchase::{Kind, Model, Status};

use crate::domain::clock::{DAY, Millis, millis};

/// How soon the provider is asked about an order for the first time. With the pause of the job, it takes less than ten minutes.
pub const MIN_INTERVAL: Millis = 9 * 60_000;
/// The pause between two questions, as a part of the order's age.
const AGE_DIVISOR: Millis = 10;
/// For how long the provider is asked about a paid order, because a refund may come without an event.
const REFUND_PERIOD: Millis = 180 * DAY;
/// How long the provider is asked about a refunded order, because a refund may fail without an event. Banks may take a month to say so.
const FAILURE_PERIOD: Millis = 60 * DAY;
/// When a dispute is decided at the latest. It may begin after four months, and take another three.
const DISPUTE_PERIOD: Millis = 365 * DAY;

/// The longest pause between two questions about an order, in milliseconds.
const MAX_PAUSE_MS: Millis = REFUND_PERIOD / AGE_DIVISOR;
/// The same.
pub const MAX_PAUSE: Duration = Duration::from_millis(MAX_PAUSE_MS.unsigned_abs());
/// The same about an unpaid one.
pub const MAX_OPEN_PAUSE: Duration = Duration::from_hours(24);

/// When an order that is checked at `now` is to be checked again: unpaid ones after minutes, paid ones after a day, and all of them the
/// later the older they are. None for what cannot change any more.
///
/// `time_of_ages` says how old they are: by a clock that may be wrong none is too old.
pub fn next_check(order: &Model, now: Millis, time_of_ages: Millis) -> Option<Millis> {
    if order.kind == Kind::GiftRedemption {
        // Another order paid for it.
        return None;
    }
    let age_of = |from: Millis| time_of_ages - from;
    let age = age_of(order.paid_at.unwrap_or(order.created_at));
    let pause = Ord::max(MIN_INTERVAL, age / AGE_DIVISOR);
    match order.status {
        Status::Pending | Status::Canceled => Some(now + Ord::min(pause, millis(MAX_OPEN_PAUSE))),
        Status::Paid if age < REFUND_PERIOD => Some(now + Ord::max(DAY, pause)),
        // A dispute may be known before the payment.
        Status::Disputed if age_of(order.created_at) < DISPUTE_PERIOD => Some(now + DAY),
        Status::Refunded
            if age_of(order.refunded_at.unwrap_or(order.created_at)) < FAILURE_PERIOD =>
        {
            Some(now + DAY)
        }
        Status::Paid | Status::Disputed | Status::Refunded => None,
    }
}
