//! Whether the server is stopping.

use tokio::sync::watch;

/// Set once, when the server is asked to stop.
#[derive(Debug)]
pub struct Lifecycle {
    is_stopping: watch::Sender<bool>,
}

impl Default for Lifecycle {
    fn default() -> Self {
        Self {
            is_stopping: watch::Sender::new(false),
        }
    }
}

impl Lifecycle {
    /// From now on every response closes its connection, and `/readyz` says that the server is not ready.
    pub fn stop(&self) {
        self.is_stopping.send_replace(true);
    }

    /// Whether [`Lifecycle::stop`] has been called.
    pub fn is_stopping(&self) -> bool {
        *self.is_stopping.borrow()
    }

    /// Ends when [`Lifecycle::stop`] is called, or at once where it was called before.
    pub async fn stopping(&self) {
        // The sender lives as long as `self`.
        let _ = self
            .is_stopping
            .subscribe()
            .wait_for(|stopping| *stopping)
            .await;
    }
}
