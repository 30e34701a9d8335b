//! The clock of a database that several processes share, told from its answers.
//!
//! An answer has the database's time of some moment between question and answer, so it says between which two numbers the difference of the
//! database's clock to this process's steady one is. A slow answer says little and changes little, and a fast one corrects it.

use super::clock_rules::Millis;

/// What the database's clock said, and when it was asked and heard by the steady clock.
#[derive(Debug, Clone, Copy)]
pub struct ClockAnswer {
    /// Before the question.
    pub asked: Millis,
    /// The database's time, since the Unix epoch.
    pub time: Millis,
    /// After the answer.
    pub heard: Millis,
}

impl ClockAnswer {
    /// What makes the database's time of the steady clock's: the difference that was known, moved by no more than this answer proves. The first
    /// one is off by at most half of the time that its answer took.
    pub fn difference(&self, known: Option<Millis>) -> Millis {
        let (least, most) = (self.time - self.heard, self.time - self.asked);
        let known = known.unwrap_or_else(|| i64::midpoint(least, most));
        known.min(most).max(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An answer to a question of this time that took so long, from a clock that is so much ahead of the steady one.
    fn answer(asked: Millis, took: Millis, ahead: Millis) -> ClockAnswer {
        ClockAnswer {
            asked,
            time: asked + took / 2 + ahead,
            heard: asked + took,
        }
    }

    #[test]
    fn the_first_answer_is_off_by_half_of_its_time_at_most() {
        for read_after in [0, 1_000, 4_000] {
            let slow = ClockAnswer {
                asked: 100,
                time: 100 + read_after + 300_000,
                heard: 4_100,
            };
            let off = slow.difference(None) - 300_000;
            assert!(off.abs() <= 2_000, "{off}");
        }
    }

    #[test]
    fn a_slow_answer_changes_nothing_that_it_does_not_disprove_and_a_fast_one_corrects_it() {
        let known = answer(0, 4, 300_000).difference(None);
        assert_eq!(known, 300_000);
        let unchanged = ClockAnswer {
            asked: 5_000,
            time: 305_010,
            heard: 13_000,
        };
        assert_eq!(unchanged.difference(Some(known)), known);
        let drifted = answer(20_000, 4, 300_500).difference(Some(known));
        assert_eq!(drifted, 300_498, "as far as it proves");
    }

    #[test]
    fn a_clock_that_was_set_is_followed_in_either_direction() {
        for step in [60_000, -60_000] {
            let moved = answer(0, 10, step).difference(Some(0));
            assert!((moved - step).abs() <= 5, "{moved}");
        }
    }
}
