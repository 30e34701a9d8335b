//! What happens once, at start: the snapshot and the first render of each page that is the same for everybody.

use std::thread;
use std::time::{Duration, Instant};

use super::error::{BootError, RenderError};
use super::isolate::STACK;
use super::snapshot::Snapshot;

/// Takes the snapshot on a thread with a large enough stack. Fails after `limit`.
pub fn snapshot(
    script: String,
    payloads: Vec<String>,
    limit: Duration,
) -> Result<(Snapshot, Vec<Result<String, RenderError>>), BootError> {
    let thread = thread::Builder::new()
        .name("snapshot".to_owned())
        .stack_size(STACK);
    let thread = thread.spawn(move || Snapshot::build(&script, &payloads))?;
    Ok(wait(thread, limit)??)
}

/// Waits at most `limit` for a thread that renders pages without a watchdog: a page that never ends would otherwise block the start.
pub(super) fn wait<T>(thread: thread::JoinHandle<T>, limit: Duration) -> Result<T, BootError> {
    let started = Instant::now();
    while !thread.is_finished() {
        if limit <= started.elapsed() {
            return Err(BootError::Stuck);
        }
        thread::park_timeout(Duration::from_millis(1));
    }
    thread.join().map_err(|_| RenderError::Panicked.into())
}

/// Logs the pages that cannot be rendered. Their payloads hold no personal data, so the message is logged too.
pub(super) fn report<'a>(
    names: impl Iterator<Item = &'a str>,
    outcomes: &[Result<String, RenderError>],
) {
    for (page, outcome) in names.zip(outcomes) {
        if let Err(error) = outcome {
            let message = match error {
                RenderError::Threw(thrown) => thrown.message.as_str(),
                _ => "",
            };
            tracing::error!(page, %error, message, "A page of the UI build does not render");
        }
    }
}
