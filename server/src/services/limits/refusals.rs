//! Limits that are known to be used up, in bounded memory: a repeated request is refused without a query of the database.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::domain::clock::{Millis, now};

/// The most refusals in memory. When there are more, those that have ended are dropped, and then all: the database still knows them.
const MAX_REFUSALS: usize = 50_000;

/// The limits that are used up, by their counters' keys, and when their windows end.
#[derive(Debug, Default)]
pub(super) struct Refusals(Mutex<HashMap<Vec<u8>, Millis>>);

impl Refusals {
    /// When the window of this counter ends, if it is known to be used up.
    pub(super) fn end(&self, key: &[u8]) -> Option<Millis> {
        let refusals = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        refusals.get(key).copied().filter(|end| now() < *end)
    }

    /// Remembers that this counter is used up until `end`.
    pub(super) fn remember(&self, key: &[u8], end: Millis) {
        let mut refusals = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if MAX_REFUSALS <= refusals.len() {
            let now = now();
            refusals.retain(|_, end| now < *end);
            if MAX_REFUSALS <= refusals.len() {
                refusals.clear();
            }
        }
        refusals.insert(key.to_vec(), end);
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
        assert_eq!(refusals.end(b"full"), Some(later));
        assert_eq!(refusals.end(b"over"), None);
        assert_eq!(refusals.end(b"other"), None);
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
