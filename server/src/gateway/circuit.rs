//! Leaves a failing service alone for a while instead of letting every caller wait for it.

use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use crate::domain::clock::{Millis, now};

const FAILURES: u32 = 5;
const PAUSE: Millis = 30_000;

/// Closed at first; opens after five failures in a row and then lets one probe through every 30 seconds.
#[derive(Debug, Default)]
pub struct Circuit {
    failures: AtomicU32,
    next_probe: AtomicI64,
}

impl Circuit {
    /// Whether a call may be tried now.
    pub fn may_try(&self) -> bool {
        self.may_try_at(now())
    }

    /// Notes how a call went.
    pub fn note(&self, went_well: bool) {
        self.note_at(went_well, now());
    }

    fn may_try_at(&self, now: Millis) -> bool {
        if self.failures.load(Ordering::Relaxed) < FAILURES {
            return true;
        }
        let due = self.next_probe.load(Ordering::Relaxed);
        // One caller alone wins the exchange and is the probe.
        due <= now
            && self
                .next_probe
                .compare_exchange(due, now + PAUSE, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }

    fn note_at(&self, went_well: bool, now: Millis) {
        if went_well {
            self.failures.store(0, Ordering::Relaxed);
        } else if FAILURES
            <= self
                .failures
                .fetch_add(1, Ordering::Relaxed)
                .saturating_add(1)
        {
            self.next_probe.store(now + PAUSE, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_opens_after_five_failures_and_probes_once_in_half_a_minute() {
        let circuit = Circuit::default();
        for _ in 0..4 {
            circuit.note_at(false, 0);
        }
        assert!(circuit.may_try_at(1));
        circuit.note_at(false, 1);
        assert!(!circuit.may_try_at(30_000));
        assert!(circuit.may_try_at(30_001));
        assert!(!circuit.may_try_at(30_002), "one probe at a time");
        circuit.note_at(true, 30_003);
        assert!(circuit.may_try_at(30_004));
    }
}
