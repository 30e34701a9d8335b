//! How long jobs wait before they try again what failed.

use std::time::Duration;

/// Doublings after which every delay is at its longest.
const MAX_DOUBLINGS: i32 = 16;

/// The first and the longest delay of one kind of job.
#[derive(Debug, Clone, Copy)]
pub(super) struct RetryDelay {
    pub(super) first: Duration,
    pub(super) max: Duration,
}

impl RetryDelay {
    /// The delay after a number of earlier failures: the first one, doubled for each of them up to the longest.
    pub(super) fn after(self, earlier: i32) -> Duration {
        let doublings = earlier.clamp(0, MAX_DOUBLINGS).unsigned_abs();
        (self.first * 2_u32.pow(doublings)).min(self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_up_to_the_longest() {
        let delay = RetryDelay {
            first: Duration::from_secs(5),
            max: Duration::from_hours(1),
        };
        let seconds = |earlier| delay.after(earlier).as_secs();
        assert_eq!(
            [i32::MIN, 0, 1, 2, 9, 10, i32::MAX].map(seconds),
            [5, 5, 10, 20, 2560, 3600, 3600]
        );
    }
}
