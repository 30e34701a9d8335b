//! A circuit breaker: while a service fails, requests to it are refused at once instead of making every caller wait.

use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use crate::domain::clock::{Millis, now};

const FAILURES: u32 = 5;
const PAUSE: Millis = 30_000;

/// Closed at first. Opens after five failures in a row, and then lets one request through every 30 seconds.
#[derive(Debug, Default)]
pub struct Circuit {
    failures: AtomicU32,
    next_probe: AtomicI64,
}

impl Circuit {
    /// Whether a request may be sent now.
    pub fn may_try(&self) -> bool {
        self.may_try_at(now())
    }

    /// Records the outcome of a request.
    pub fn record(&self, is_success: bool) {
        self.record_at(is_success, now());
    }

    fn may_try_at(&self, now: Millis) -> bool {
        if self.failures.load(Ordering::Relaxed) < FAILURES {
            return true;
        }
        let due = self.next_probe.load(Ordering::Relaxed);
        // Only one caller's exchange succeeds, and its request is the probe.
        due <= now
            && self
                .next_probe
                .compare_exchange(due, now + PAUSE, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }

    fn record_at(&self, is_success: bool, now: Millis) {
        if is_success {
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
    fn the_circuit_opens_after_five_failures_and_lets_one_request_through_every_30_seconds() {
        let circuit = Circuit::default();
        for _ in 0..4 {
            circuit.record_at(false, 0);
        }
        assert!(circuit.may_try_at(1));
        circuit.record_at(false, 1);
        assert!(!circuit.may_try_at(30_000));
        assert!(circuit.may_try_at(30_001));
        assert!(!circuit.may_try_at(30_002), "one probe at a time");
        circuit.record_at(true, 30_003);
        assert!(circuit.may_try_at(30_004));
    }
}
