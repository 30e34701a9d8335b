//! Whether the wall clock can be trusted, decided from three times: the wall clock (`clock.rs` says whose), a steady clock that nobody sets,
//! and the time at which a server last worked on the database.
//!
//! A wall clock that is set while the server runs goes apart from the steady one. A clock that was wrong before the start is far from the
//! database's time, and so is a right one after the server was off for long: nobody but the operator can tell these two apart.

/// Milliseconds: a time since the Unix epoch, or between two times.
pub type Millis = i64;

const MINUTE: Millis = 60_000;
/// 24 hours.
pub const DAY: Millis = 24 * 60 * MINUTE;
/// How far the clocks may be apart without a doubt: time servers move a clock by less at once.
pub const TOLERANCE: Millis = 15_000;
/// How far the wall clock may be from the one that the operator has confirmed. The word is heard some seconds later.
const WORD_TOLERANCE: Millis = MINUTE;
/// How long a server may be off without a doubt about the time at its start. Longer than a timer may run (25 hours), so that every timer of
/// before is due by then.
pub const MAX_DOWNTIME: Millis = 2 * DAY;

/// The times of one moment, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct ClockReading {
    /// What the wall clock says, since the Unix epoch.
    pub wall: Millis,
    /// A clock that nobody sets, since any moment of the past.
    pub steady: Millis,
    /// When a server last worked on the database, since the Unix epoch; `None` where that is not known.
    pub seen: Option<Millis>,
}

/// Why the wall clock is not trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockDoubt {
    /// It was not compared with the database yet.
    Unread,
    /// It was set by so much while the server ran; less than 0 is back.
    Set(Millis),
    /// At the start it was so much later than the database's time.
    Later(Millis),
    /// It is so much earlier than the database's time.
    Earlier(Millis),
}

/// What the server takes for the time, and whether it trusts it.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockState {
    /// Added to the steady clock it makes the server's time.
    offset: Millis,
    doubt: Option<ClockDoubt>,
    /// The server's time at its start.
    started: Millis,
}

impl ClockState {
    /// Before the database was asked: the wall clock's time, in doubt.
    pub fn unread(reading: ClockReading) -> Self {
        Self {
            offset: reading.wall - reading.steady,
            doubt: Some(ClockDoubt::Unread),
            started: reading.wall,
        }
    }

    /// The server's time at a time of the steady clock.
    pub fn time(&self, steady: Millis) -> Millis {
        self.offset + steady
    }

    /// Why the wall clock is not trusted.
    pub fn doubt(&self) -> Option<ClockDoubt> {
        self.doubt
    }

    /// Timers that were due before this time are held. The time since the start is measured by this process, whatever the wall clock says, so
    /// later ones fire when they are due.
    pub fn held_before(&self) -> Millis {
        match self.doubt {
            Some(ClockDoubt::Unread | ClockDoubt::Later(_)) => self.started,
            Some(ClockDoubt::Set(_) | ClockDoubt::Earlier(_)) | None => Millis::MIN,
        }
    }

    /// What another look at the clocks changes.
    pub fn look(self, reading: ClockReading) -> Self {
        match self.doubt {
            None | Some(ClockDoubt::Set(_)) => self.run_on(reading),
            // The offset itself is not trusted, so nothing but the database's time tells whether the wall clock is right by now.
            Some(ClockDoubt::Unread | ClockDoubt::Later(_) | ClockDoubt::Earlier(_)) => {
                self.begin(reading)
            }
        }
    }

    /// The operator has said that a wall clock was right, and `seen` is what that one said. Other machines have others.
    pub fn hear(self, reading: ClockReading) -> Self {
        let off = reading.seen.map(|seen| reading.wall - seen);
        if off.is_some_and(|off| off.abs() <= WORD_TOLERANCE) {
            self.trust(reading)
        } else {
            self.look(reading)
        }
    }

    fn trust(self, reading: ClockReading) -> Self {
        Self {
            offset: reading.wall - reading.steady,
            doubt: None,
            ..self
        }
    }

    /// While the wall clock is not trusted, the server's time is the steady clock's.
    fn run_on(self, reading: ClockReading) -> Self {
        let moved = reading.wall - reading.steady - self.offset;
        if TOLERANCE < moved.abs() {
            return Self {
                doubt: Some(ClockDoubt::Set(moved)),
                ..self
            };
        }
        let offset = reading.wall - reading.steady;
        let doubt = behind(reading).map(ClockDoubt::Earlier);
        Self {
            offset,
            doubt,
            ..self
        }
    }

    fn begin(self, reading: ClockReading) -> Self {
        if let Some(late) = behind(reading) {
            return self.not_before_what_is_known(reading, late);
        }
        let off = reading.seen.map_or(0, |seen| reading.wall - seen);
        if MAX_DOWNTIME < off {
            return Self {
                doubt: Some(ClockDoubt::Later(off)),
                ..self
            };
        }
        self.trust(reading)
    }

    /// It is at least as late as when a server last worked, so timers do not fire later than they must. Once the process runs, its time does
    /// not jump.
    fn not_before_what_is_known(self, reading: ClockReading, late: Millis) -> Self {
        let is_start = self.doubt == Some(ClockDoubt::Unread);
        let known = reading.wall + late - reading.steady;
        Self {
            offset: if is_start { known } else { self.offset },
            doubt: Some(ClockDoubt::Earlier(late)),
            ..self
        }
    }
}

/// How much earlier the wall clock is than the database's time, where that is more than can be.
fn behind(reading: ClockReading) -> Option<Millis> {
    let late = reading.seen? - reading.wall;
    (TOLERANCE < late).then_some(late)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Millis = 1_000 * DAY;

    fn at(wall: Millis, steady: Millis, seen: Millis) -> ClockReading {
        let seen = Some(seen);
        ClockReading { wall, steady, seen }
    }

    /// A server that started at `START` on a database that was in use a minute before.
    fn running() -> ClockState {
        let first = at(START, 0, START - MINUTE);
        let state = ClockState::unread(first).look(first);
        assert_eq!(state.doubt(), None);
        state
    }

    #[test]
    fn clocks_that_agree_are_trusted_and_the_wall_clock_is_followed() {
        let state = running().look(at(START + MINUTE + 9_000, MINUTE, START + MINUTE));
        assert_eq!(state.doubt(), None);
        assert_eq!(state.time(2 * MINUTE), START + 2 * MINUTE + 9_000);
        assert!(state.held_before() < 0, "no timer is held");
    }

    #[test]
    fn nothing_is_trusted_before_the_database_was_asked() {
        let state = ClockState::unread(at(START, 0, START));
        assert_eq!(state.doubt(), Some(ClockDoubt::Unread));
        assert_eq!(state.held_before(), START);
        let empty = ClockReading {
            wall: START,
            steady: 0,
            seen: None,
        };
        assert_eq!(state.look(empty).doubt(), None, "the first start");
    }

    #[test]
    fn while_the_wall_clock_is_set_the_steady_one_counts_until_both_agree_again() {
        for step in [401 * DAY, 60 * MINUTE, -60 * MINUTE, -401 * DAY] {
            let seen = START + MINUTE;
            let stepped = running().look(at(START + MINUTE + step, MINUTE, seen));
            assert_eq!(stepped.doubt(), Some(ClockDoubt::Set(step)));
            assert_eq!(stepped.time(2 * MINUTE), START + 2 * MINUTE);
            assert!(
                stepped.held_before() < 0,
                "timers are due by the steady clock"
            );
            let still = stepped.look(at(START + 5 * MINUTE + step, 5 * MINUTE, seen));
            assert_eq!(still.doubt(), Some(ClockDoubt::Set(step)));
            let back = still.look(at(START + 6 * MINUTE, 6 * MINUTE, seen));
            assert_eq!(back.doubt(), None);
        }
    }

    #[test]
    fn a_start_long_after_the_last_work_is_in_doubt_and_holds_the_timers_of_before() {
        let first = at(START, 0, START - 401 * DAY);
        let state = ClockState::unread(first).look(first);
        assert_eq!(state.doubt(), Some(ClockDoubt::Later(401 * DAY)));
        assert_eq!(state.held_before(), START);
        let later = state.look(at(START + DAY, DAY, START - 401 * DAY));
        assert_eq!(later.doubt(), Some(ClockDoubt::Later(402 * DAY)));
        assert_eq!(later.held_before(), START, "timers of this process fire");
        assert_eq!(later.time(DAY), START + DAY);
        let set_right = later.look(at(START - 400 * DAY, DAY + MINUTE, START - 401 * DAY));
        assert_eq!(set_right.doubt(), None, "a time server has set the clock");
        assert_eq!(set_right.time(DAY + MINUTE), START - 400 * DAY);
    }

    #[test]
    fn a_server_that_was_off_for_a_weekend_needs_nobody() {
        let first = at(START, 0, START - MAX_DOWNTIME);
        assert_eq!(ClockState::unread(first).look(first).doubt(), None);
    }

    #[test]
    fn a_start_before_the_last_work_goes_on_from_there_until_the_clock_is_right() {
        let first = at(START, 0, START + 60 * MINUTE);
        let state = ClockState::unread(first).look(first);
        assert_eq!(state.doubt(), Some(ClockDoubt::Earlier(60 * MINUTE)));
        assert_eq!(state.time(MINUTE), START + 61 * MINUTE);
        let again = state.look(at(START + MINUTE, MINUTE, START + 60 * MINUTE));
        assert_eq!(
            again.time(2 * MINUTE),
            START + 62 * MINUTE,
            "it does not stand still"
        );
        let right = again.look(at(START + 62 * MINUTE, 2 * MINUTE, START + 60 * MINUTE));
        assert_eq!(right.doubt(), None);
    }

    #[test]
    fn another_process_whose_clock_is_later_is_a_doubt_while_it_is() {
        let apart = running().look(at(START + MINUTE, MINUTE, START + 11 * MINUTE));
        assert_eq!(apart.doubt(), Some(ClockDoubt::Earlier(10 * MINUTE)));
        let still = apart.look(at(START + 2 * MINUTE, 2 * MINUTE, START + 12 * MINUTE));
        assert_eq!(still.doubt(), Some(ClockDoubt::Earlier(10 * MINUTE)));
        assert_eq!(still.time(3 * MINUTE), START + 3 * MINUTE, "no jump");
        let gone = still.look(at(START + 12 * MINUTE, 12 * MINUTE, START + 12 * MINUTE));
        assert_eq!(gone.doubt(), None);
    }

    #[test]
    fn the_operators_word_ends_every_doubt() {
        let late = at(START, 0, START - 401 * DAY);
        let doubtful = ClockState::unread(late).look(late);
        let set = running().look(at(START + DAY, MINUTE, START));
        for state in [doubtful, set] {
            let word = START + 7 * DAY - 9_000;
            let trusted = state.hear(at(START + 7 * DAY, 5 * MINUTE, word));
            assert_eq!(trusted.doubt(), None);
            assert_eq!(trusted.time(6 * MINUTE), START + 7 * DAY + MINUTE);
            assert!(trusted.held_before() < 0);
        }
    }

    #[test]
    fn the_operators_word_about_another_machines_clock_ends_no_doubt() {
        let first = at(START, 0, START - 401 * DAY);
        let ahead = ClockState::unread(first).look(first);
        for off in [401 * DAY, 3 * DAY, -2 * MINUTE] {
            let heard = ahead.hear(at(START + MINUTE, MINUTE, START + MINUTE - off));
            assert!(heard.doubt().is_some(), "{off}");
        }
        let set = running().look(at(START + 7 * DAY, MINUTE, START));
        let heard = set.hear(at(START + 7 * DAY, MINUTE, START + MINUTE));
        assert_eq!(heard.doubt(), set.doubt());
        assert_eq!(heard.time(MINUTE), START + MINUTE);
    }
}
