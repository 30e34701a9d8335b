//! Limits that are known to be used up, in bounded memory: a repeated request is refused without a query of the database.
//!
//! How long is measured by the steady clock: a window that began while the clock was ahead must not last until that time comes.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::domain::clock::{Millis, now, steady};

/// The most refusals in memory. When there are more, those that have ended are dropped, and then all: the database still knows them.
const MAX_REFUSALS: usize = 50_000;

/// The limits that are used up, by their counters' keys, and when their windows end by the steady clock.
#[derive(Debug, Default)]
pub(super) struct Refusals(Mutex<HashMap<Vec<u8>, Millis>>);

impl Refusals {
    /// When the window of this counter ends, if it is known to be used up.
    pub(super) fn end(&self, key: &[u8]) -> Option<Millis> {
        self.left(key, steady()).map(|left| now() + left)
    }

    /// How long the window of this counter lasts from this time of the steady clock.
    fn left(&self, key: &[u8], steady: Millis) -> Option<Millis> {
        let refusals = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = refusals.get(key).map(|end| end - steady);
        left.filter(|left| 0 < *left)
    }

    /// Remembers that this counter is used up until `end`.
    pub(super) fn remember(&self, key: &[u8], end: Millis) {
        let mut refusals = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let steady = steady();
        if MAX_REFUSALS <= refusals.len() {
            refusals.retain(|_, end| steady < *end);
            if MAX_REFUSALS <= refusals.len() {
                refusals.clear();
            }
        }
        refusals.insert(key.to_vec(), steady + end - now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_known_until_it_ends() {
        let refusals = Refusals::default();
        let later = now() + 60_000;
        refusals.remember(b"full", later);
        refusals.remember(b"over", now() - 1);
        let end = refusals.end(b"full").unwrap();
        assert!((end - later).abs() < 1_000, "{end} is not {later}");
        assert_eq!(refusals.end(b"over"), None);
        assert_eq!(refusals.end(b"other"), None);
    }

    #[test]
    fn a_refusal_lasts_as_long_as_its_window_however_the_clock_is_set() {
        let refusals = Refusals::default();
        refusals.remember(b"full", now() + 60_000);
        // No clock is asked that can be set.
        let (early, late) = (steady() + 50_000, steady() + 61_000);
        assert!(
            refusals
                .left(b"full", early)
                .is_some_and(|left| left <= 10_000)
        );
        assert_eq!(refusals.left(b"full", late), None);
    }

    #[test]
    fn the_number_of_refusals_in_memory_is_bounded() {
        let refusals = Refusals::default();
        for number in 0..=MAX_REFUSALS {
            refusals.remember(&number.to_le_bytes(), now() + 60_000);
        }
        assert!(refusals.0.lock().unwrap().len() <= MAX_REFUSALS);
    }
}
