//! Why the store of sound copies refuses, logged once for the operator.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::iter;
use std::time::Duration;

use tokio::time::timeout;

use crate::telemetry::alarm;

/// How many characters of a cause are logged.
const LINE_LENGTH: usize = 300;

/// Why the store did not do what it was asked for. The alarm has the cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// It has no room.
    #[error("the store of sound copies is full")]
    Full,
    /// It cannot be reached, refuses or fails.
    #[error("the store of sound copies cannot be used")]
    Away,
    /// It does not have the object.
    #[error("the store of sound copies lacks an object")]
    Missing,
}

/// The store has changed an object.
#[derive(Debug, thiserror::Error)]
#[error("an object has another length than was stored")]
pub(super) struct OtherLength;

impl From<io::Error> for StoreError {
    fn from(cause: io::Error) -> Self {
        report(&cause)
    }
}

/// Raises the alarm for a failure, and says what it means.
pub(super) fn report(cause: &(dyn Error + 'static)) -> StoreError {
    let error = meaning(cause);
    alarm::SOUND_STORE.raise(|count| {
        tracing::warn!(error = %one_line(cause), count, "{error}");
    });
    error
}

/// The same for a disk that has less free than is reserved.
pub(super) fn full() -> StoreError {
    alarm::SOUND_STORE.raise(|count| {
        tracing::warn!(
            count,
            "The disk of the folder for sound copies has less free than SOUND_RESERVE_MB"
        );
    });
    StoreError::Full
}

/// What the store answers in time.
pub(super) async fn answered<T>(
    longest: Duration,
    asking: impl Future<Output = object_store::Result<T>>,
) -> Result<T, StoreError> {
    match timeout(longest, asking).await {
        Ok(answer) => answer.map_err(|cause| report(&cause)),
        Err(_) => Err(too_slow()),
    }
}

/// The same for a store that does not answer in time.
fn too_slow() -> StoreError {
    alarm::SOUND_STORE.raise(|count| {
        tracing::warn!(count, "The store of sound copies took too long");
    });
    StoreError::Away
}

/// What a failure means, from its causes.
fn meaning(cause: &(dyn Error + 'static)) -> StoreError {
    if let Some(object_store::Error::NotFound { .. }) = cause.downcast_ref() {
        return StoreError::Missing;
    }
    let mut next = Some(cause);
    while let Some(error) = next {
        let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
        if matches!(
            kind,
            Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge)
        ) {
            return StoreError::Full;
        }
        next = error.source();
    }
    StoreError::Away
}

/// The cause on one line and not longer than one, because an S3 answers whole documents: as much of it as leaves room for what lies deepest,
/// which says most. The names of many objects would leave none.
pub(super) fn one_line(cause: &(dyn Error + 'static)) -> String {
    let causes = iter::successors(Some(cause), |&cause| cause.source());
    let texts = causes.map(|cause| {
        let text = cause.to_string();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    let texts: Vec<String> = texts.collect();
    let deepest = texts.last().map_or("", String::as_str);
    let fits = |text: &&String| {
        text.len() + deepest.len() < LINE_LENGTH
            || text.contains(deepest) && text.len() <= LINE_LENGTH
    };
    let line = texts.iter().find(fits).map_or(deepest, String::as_str);
    let line = if line.contains(deepest) {
        line.to_owned()
    } else {
        format!("{line}: {deepest}")
    };
    line.chars().take(LINE_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_from_other_failures_however_deep_it_lies() {
        let of = |source: io::Error| object_store::Error::Generic {
            store: "test",
            source: Box::new(source),
        };
        let full = of(io::Error::from(ErrorKind::StorageFull));
        assert_eq!(meaning(&full), StoreError::Full);
        let denied = of(io::Error::from(ErrorKind::PermissionDenied));
        assert_eq!(meaning(&denied), StoreError::Away);
        let missing = object_store::Error::NotFound {
            path: "a".to_owned(),
            source: Box::new(io::Error::from(ErrorKind::NotFound)),
        };
        assert_eq!(meaning(&missing), StoreError::Missing);
    }

    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    struct Layer(String, #[source] Option<Box<Self>>);

    #[test]
    fn a_line_has_the_deepest_cause_however_much_lies_above_it() {
        let layer = |text: &str, below| Layer(text.to_owned(), below);
        let lost = || Some(Box::new(layer("no such host", None)));
        let line = one_line(&layer("cannot connect", lost()));
        assert_eq!(line, "cannot connect: no such host");
        let names = "a/name,".repeat(100);
        assert_eq!(one_line(&layer(&names, lost())), "no such host");
        let told = layer("cannot connect: no such host", lost());
        assert_eq!(one_line(&told), "cannot connect: no such host");
        let document = "<Error>\n".repeat(100);
        assert_eq!(one_line(&layer(&document, None)).len(), LINE_LENGTH);
    }
}
