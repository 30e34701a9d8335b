//! Times as the database stores them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chrono::{DateTime, SecondsFormat};

/// Milliseconds since the Unix epoch.
pub type Millis = i64;

/// The time now.
pub fn now() -> Millis {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, millis)
}

/// A duration in milliseconds, at most the largest number.
pub fn millis(duration: Duration) -> Millis {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// A time as ISO 8601 in UTC with milliseconds, as JavaScript's `Date` writes it. Empty for years that chrono does not have.
pub fn iso(at: Millis) -> String {
    let time = DateTime::from_timestamp_millis(at);
    time.map(|time| time.to_rfc3339_opts(SecondsFormat::Millis, true))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_as_javascript_writes_it() {
        // Expected values from `new Date(n).toISOString()`.
        assert_eq!(iso(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(iso(951_782_400_123), "2000-02-29T00:00:00.123Z");
        assert_eq!(iso(1_795_255_199_999), "2026-11-21T09:59:59.999Z");
        assert_eq!(iso(1_709_251_199_000), "2024-02-29T23:59:59.000Z");
        assert_eq!(iso(1_709_251_200_000), "2024-03-01T00:00:00.000Z");
        assert_eq!(iso(1_798_761_600_000), "2027-01-01T00:00:00.000Z");
        assert_eq!(iso(-1), "1969-12-31T23:59:59.999Z");
    }
}
