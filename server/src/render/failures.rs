//! Counts and logs failed renders, and says with which status their pages are answered.

use http::StatusCode;

use super::error::RenderError;
use crate::telemetry::alarm;

/// Logs and counts a failed render, and returns the status to answer with. One that only lacked capacity is no fault, and visitors can cause
/// any number of them.
pub(super) fn record_failure(page: &'static str, error: &RenderError) -> StatusCode {
    let reason = error.reason();
    metrics::counter!("render_failed_total", "page" => page, "reason" => reason).increment(1);
    if error.is_overload() {
        alarm::BUSY.raise(|count| {
            tracing::warn!(page, reason, count, %error, "A page was not rendered; served the fallback");
        });
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    alarm::RENDER.count();
    tracing::error!(page, reason, %error, "Render failed; served the fallback");
    StatusCode::INTERNAL_SERVER_ERROR
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use super::*;

    /// A log in memory.
    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn lines(error: &RenderError, times: usize) -> usize {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_writer(move || writer.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, || {
            for _ in 0..times {
                record_failure("verify", error);
            }
        });
        let bytes = log.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().count()
    }

    #[test]
    fn a_flood_does_not_fill_the_log_and_each_fault_is_logged() {
        for overload in [RenderError::Late, RenderError::QueueFull] {
            assert!(lines(&overload, 20) <= 1, "{overload}");
        }
        assert_eq!(lines(&RenderError::Suspended, 20), 20);
    }
}
