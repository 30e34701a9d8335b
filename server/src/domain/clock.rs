//! Times as the database stores them, and the time of this process: a steady clock that follows a wall clock for as long as that one can be
//! trusted (`clock_rules.rs`).
//!
//! The wall clock is the machine's, or the database's where processes of several machines share one (`database_clock.rs`): what one of them
//! stores, the others compare with their time.

use std::sync::{LazyLock, PoisonError, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::time::{ClockId, clock_gettime};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::clock_rules::{ClockDoubt, ClockReading, ClockState, TOLERANCE};
pub use super::clock_rules::{DAY, Millis};
use super::database_clock::ClockAnswer;

/// Of the whole process, which works on one database.
static CLOCK: LazyLock<RwLock<Clock>> = LazyLock::new(|| RwLock::new(Clock::new()));

#[derive(Debug, Clone, Copy)]
struct Clock {
    state: ClockState,
    /// What makes the database's time of the steady clock's; none where the machine's wall clock counts.
    database: Option<Millis>,
    /// When the time of this process last jumped forward, by the steady clock.
    jumped: Option<Millis>,
}

/// After this time every process on a database has noticed that the time has jumped.
const JUMP_PAUSE: Millis = 60_000;

/// A clock that nobody sets and that counts the time for which the machine sleeps.
#[cfg(target_os = "linux")]
const STEADY: ClockId = ClockId::Boottime;
#[cfg(not(target_os = "linux"))]
const STEADY: ClockId = ClockId::Monotonic;

/// The time now. When somebody sets the wall clock by more than `TOLERANCE`, it runs on steadily until the new time is trusted.
pub fn now() -> Millis {
    state().time(steady())
}

/// The state of this process's clock.
pub fn state() -> ClockState {
    clock().state
}

/// Whether the database's clock is the wall clock.
pub fn is_of_database() -> bool {
    clock().database.is_some()
}

/// From now on the database's clock is the wall clock. What was trusted before goes on until the next look.
pub fn follow(answer: &ClockAnswer) {
    let mut clock = CLOCK.write().unwrap_or_else(PoisonError::into_inner);
    clock.database = Some(answer.difference(clock.database));
    // Nothing was compared yet: this process goes by the database's time from its beginning.
    if clock.state.doubt() == Some(ClockDoubt::Unread) {
        clock.state = ClockState::unread(clock.reading(None));
    }
}

/// Whether rows may be deleted because of their age.
pub fn is_trusted() -> bool {
    state().doubt().is_none()
}

/// The time by which it is decided whether something is too old: while the clock is in doubt, nothing is.
pub fn time_of_ages() -> Millis {
    if is_trusted() { now() } else { 0 }
}

/// Whether the time has just jumped forward, and other processes on the database may not know it yet.
pub fn has_jumped() -> bool {
    clock().has_jumped(steady())
}

/// Compares the clocks. `seen` is when a server last worked on the database, where that is known. Returns the new state.
pub fn look(seen: Option<Millis>) -> ClockState {
    change(|clock| clock.state.look(clock.reading(seen)))
}

/// Trusts the wall clock where the operator has confirmed it: `seen` is the time that the operator's command has stored. Returns the new
/// state.
pub fn hear(seen: Option<Millis>) -> ClockState {
    change(|clock| clock.state.hear(clock.reading(seen)))
}

fn clock() -> Clock {
    *CLOCK.read().unwrap_or_else(PoisonError::into_inner)
}

fn change(to: impl FnOnce(&Clock) -> ClockState) -> ClockState {
    let mut clock = CLOCK.write().unwrap_or_else(PoisonError::into_inner);
    *clock = clock.with(to(&clock), steady());
    clock.state
}

impl Clock {
    fn new() -> Self {
        let (wall, steady, seen) = (machine(), steady(), None);
        let state = ClockState::unread(ClockReading { wall, steady, seen });
        Self {
            state,
            database: None,
            jumped: None,
        }
    }

    /// The clock in another state, at a time of the steady clock.
    fn with(self, state: ClockState, steady: Millis) -> Self {
        let is_start = self.state.doubt() == Some(ClockDoubt::Unread);
        let is_jump = !is_start && self.state.time(steady) + TOLERANCE < state.time(steady);
        let jumped = is_jump.then_some(steady).or(self.jumped);
        Self {
            state,
            jumped,
            ..self
        }
    }

    fn has_jumped(&self, steady: Millis) -> bool {
        let is_shared = self.database.is_some();
        is_shared && self.jumped.is_some_and(|at| steady - at < JUMP_PAUSE)
    }

    fn reading(&self, seen: Option<Millis>) -> ClockReading {
        let steady = steady();
        let wall = self.database.map_or_else(machine, |more| steady + more);
        ClockReading { wall, steady, seen }
    }
}

/// What the machine's wall clock says.
fn machine() -> Millis {
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

/// Reads a time such as `2026-11-29T22:10:00Z` (RFC 3339).
pub fn parse_time(text: &str) -> Option<Millis> {
    let time = OffsetDateTime::parse(text, &Rfc3339).ok()?;
    Some(time.unix_timestamp() * 1000)
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
    fn for_a_minute_it_is_known_that_the_time_has_jumped_forward() {
        let reading = |wall, steady| ClockReading {
            wall,
            steady,
            seen: Some(wall),
        };
        let mut clock = Clock::new();
        clock.database = Some(0);
        clock.state = ClockState::unread(reading(100 * DAY, 0));
        clock = clock.with(clock.state.look(reading(100 * DAY, 0)), 0);
        clock = clock.with(clock.state.look(reading(101 * DAY, 1_000)), 1_000);
        assert!(!clock.has_jumped(1_000), "the time runs on");
        clock = clock.with(clock.state.hear(reading(101 * DAY, 2_000)), 2_000);
        clock = clock.with(clock.state.look(reading(101 * DAY, 2_000)), 3_000);
        assert!(clock.has_jumped(61_999) && !clock.has_jumped(62_000));
        clock = clock.with(clock.state.look(reading(90 * DAY, 70_000)), 70_000);
        clock = clock.with(clock.state.hear(reading(90 * DAY, 70_000)), 70_000);
        assert!(!clock.has_jumped(70_000), "back");
    }

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
    fn a_time_is_read_as_it_is_written() {
        assert_eq!(parse_time(&iso(1_795_255_199_000)), Some(1_795_255_199_000));
        let east = parse_time("2026-11-21T12:59:59+03:00");
        assert_eq!(east, Some(1_795_255_199_000));
        for wrong in ["", "2026-11-21", "2026-11-21T09:59:59", "1795255199"] {
            assert_eq!(parse_time(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_time_for_a_person_is_not_before_the_time() {
        assert_eq!(moment(1_795_255_199_999), "21 November 2026, 10:00 UTC");
        assert_eq!(moment(1_795_255_200_000), "21 November 2026, 10:00 UTC");
        assert_eq!(moment(1_795_255_200_001), "21 November 2026, 10:01 UTC");
    }
}
