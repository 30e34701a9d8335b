//! Times as the database stores them, and the time of this process: a steady clock that follows the machine's wall clock for as long as that
//! one can be trusted (`clock_rules.rs`).

use std::sync::{LazyLock, PoisonError, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::time::{ClockId, clock_gettime};
use time::OffsetDateTime;

use super::clock_rules::{ClockReading, ClockState};
pub use super::clock_rules::{DAY, Millis};

/// Of the whole process, as the clocks are of the whole machine.
static CLOCK_STATE: LazyLock<RwLock<ClockState>> =
    LazyLock::new(|| RwLock::new(ClockState::unread(reading(None))));

/// A clock that nobody sets and that counts the time for which the machine sleeps.
#[cfg(target_os = "linux")]
const STEADY: ClockId = ClockId::Boottime;
#[cfg(not(target_os = "linux"))]
const STEADY: ClockId = ClockId::Monotonic;

/// The time now. It does not jump when somebody sets the machine's clock.
pub fn now() -> Millis {
    state().time(steady())
}

/// The state of this process's clock.
pub fn state() -> ClockState {
    *CLOCK_STATE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Whether rows may be deleted because of their age.
pub fn is_trusted() -> bool {
    state().doubt().is_none()
}

/// Compares the clocks. `seen` is when a server last worked on the database, where that is known. Returns the new state.
pub fn look(seen: Option<Millis>) -> ClockState {
    change(|state| state.look(reading(seen)))
}

/// Trusts the machine's clock where the operator has confirmed it: `seen` is the time that the operator's command has stored. Returns the new
/// state.
pub fn hear(seen: Option<Millis>) -> ClockState {
    change(|state| state.hear(reading(seen)))
}

fn change(to: impl FnOnce(ClockState) -> ClockState) -> ClockState {
    let mut state = CLOCK_STATE.write().unwrap_or_else(PoisonError::into_inner);
    *state = to(*state);
    *state
}

fn reading(seen: Option<Millis>) -> ClockReading {
    ClockReading {
        wall: wall(),
        steady: steady(),
        seen,
    }
}

/// What the machine says.
fn wall() -> Millis {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, millis)
}

/// The time of the steady clock, since any moment of the past.
pub fn steady() -> Millis {
    let time = clock_gettime(STEADY);
    time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}

/// A duration in milliseconds, at most the largest number.
pub fn millis(duration: Duration) -> Millis {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// A time in whole seconds since the Unix epoch.
pub fn seconds(at: Millis) -> i64 {
    at.div_euclid(1000)
}

/// A time as ISO 8601 in UTC with milliseconds, as JavaScript's `Date` writes it. Empty for years that `time` does not have.
pub fn iso(at: Millis) -> String {
    let Ok(time) = OffsetDateTime::from_unix_timestamp_nanos(i128::from(at) * 1_000_000) else {
        return String::new();
    };
    let (year, month, day) = time.to_calendar_date();
    let (hour, minute, second, milli) = time.to_hms_milli();
    let month = u8::from(month);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
}

/// A time for a person, to the minute that follows it, such as "27 November 2026, 14:05 UTC".
pub fn moment(at: Millis) -> String {
    let minute = seconds(at + 59_999) / 60;
    let Ok(time) = OffsetDateTime::from_unix_timestamp(minute * 60) else {
        return String::new();
    };
    let (year, month, day) = time.to_calendar_date();
    let (hour, minute, _) = time.to_hms();
    format!("{day} {month} {year}, {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_as_javascript_writes_it() {
        // Expected values from `new Date(n).toISOString()`.
        assert_eq!(iso(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(iso(951_782_400_123), "2000-02-29T00:00:00.123Z");
        assert_eq!(iso(1_795_255_199_999), "2026-11-21T09:59:59.999Z");
        assert_eq!(iso(1_709_251_199_000), "2024-02-29T23:59:59.000Z");
        assert_eq!(iso(1_709_251_200_000), "2024-03-01T00:00:00.000Z");
        assert_eq!(iso(1_798_761_600_000), "2027-01-01T00:00:00.000Z");
        assert_eq!(iso(-1), "1969-12-31T23:59:59.999Z");
    }

    #[test]
    fn a_time_for_a_person_is_not_before_the_time() {
        assert_eq!(moment(1_795_255_199_999), "21 November 2026, 10:00 UTC");
        assert_eq!(moment(1_795_255_200_000), "21 November 2026, 10:00 UTC");
        assert_eq!(moment(1_795_255_200_001), "21 November 2026, 10:01 UTC");
    }
}
