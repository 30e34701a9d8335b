//! Whether the server is stopping.

use std::sync::atomic::{AtomicBool, Ordering};

/// Set once, when the server is asked to stop.
#[derive(Debug, Default)]
pub struct Lifecycle {
    is_stopping: AtomicBool,
}

impl Lifecycle {
    /// From now on every response closes its connection, and `/readyz` says that the server is not ready.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Release);
    }

    /// Whether [`Lifecycle::stop`] has been called.
    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Acquire)
    }
}
