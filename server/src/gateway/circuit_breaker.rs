//! A circuit breaker: while a service fails, requests to it are refused at once instead of making every caller wait.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const FAILURE_THRESHOLD: u32 = 5;
const RESET_TIMEOUT: Duration = Duration::from_secs(30);

/// Closed at first. Opens after five failures in a row, and then lets one request through every 30 seconds, whatever becomes of the machine's
/// wall clock.
#[derive(Debug, Default)]
pub struct CircuitBreaker {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    next_probe: Option<Instant>,
}

impl CircuitBreaker {
    /// Whether a request may be sent now.
    pub fn may_try(&self) -> bool {
        self.may_try_at(Instant::now())
    }

    /// Records the outcome of a request.
    pub fn record(&self, is_success: bool) {
        self.record_at(is_success, Instant::now());
    }

    fn may_try_at(&self, now: Instant) -> bool {
        let mut state = self.state();
        if state.failures < FAILURE_THRESHOLD {
            return true;
        }
        let is_due = state.next_probe.is_none_or(|due| due <= now);
        if is_due {
            // This caller's request is the probe; the others wait for the next one.
            state.next_probe = Some(now + RESET_TIMEOUT);
        }
        is_due
    }

    fn record_at(&self, is_success: bool, now: Instant) {
        let mut state = self.state();
        if is_success {
            state.failures = 0;
            return;
        }
        state.failures = state.failures.saturating_add(1);
        if FAILURE_THRESHOLD <= state.failures {
            state.next_probe = Some(now + RESET_TIMEOUT);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_circuit_opens_after_five_failures_and_lets_one_request_through_every_30_seconds() {
        let circuit = CircuitBreaker::default();
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        for _ in 0..4 {
            circuit.record_at(false, at(0));
        }
        assert!(circuit.may_try_at(at(1)));
        circuit.record_at(false, at(1));
        assert!(!circuit.may_try_at(at(30_000)));
        assert!(circuit.may_try_at(at(30_001)));
        assert!(!circuit.may_try_at(at(30_002)), "one probe at a time");
        circuit.record_at(true, at(30_003));
        assert!(circuit.may_try_at(at(30_004)));
    }
}
