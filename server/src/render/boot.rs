//! What happens once, before the first request: the snapshot and the first look at every page.

use std::time::{Duration, Instant};
use std::{io, thread};

use super::error::RenderError;
use super::isolate::STACK;
use super::page::Page;
use super::snapshot::Snapshot;
use crate::bundle::BundleError;

/// Why the engine cannot start.
#[derive(Debug, thiserror::Error)]
pub enum BootError {
    /// The server script is broken.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A page does not come to an end.
    #[error("a page of the UI build does not finish rendering")]
    Stuck,
    /// The UI build cannot be used.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// A thread cannot be started, or a page not be compressed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Takes the snapshot on a thread that has the stack for it, and gives up after `limit`.
pub fn snapshot(
    script: String,
    payloads: Vec<String>,
    limit: Duration,
) -> Result<(Snapshot, Vec<Result<(), RenderError>>), BootError> {
    let thread = thread::Builder::new()
        .name("snapshot".to_owned())
        .stack_size(STACK);
    let thread = thread.spawn(move || Snapshot::build(&script, &payloads))?;
    Ok(wait(thread, limit)??)
}

/// Waits for a thread that runs pages nobody can end, for as long as `limit`: a page that never ends would otherwise
/// stop the start for good.
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

/// Says which pages cannot be rendered. No person's data has gone in, so the message may be told.
pub(super) fn report(pages: &[Page], ends: &[Result<(), RenderError>]) {
    for (page, end) in pages.iter().zip(ends) {
        if let Err(error) = end {
            let message = if let RenderError::Threw(thrown) = error {
                thrown.message.as_str()
            } else {
                ""
            };
            tracing::error!(page = page.name, error = %error, message, "A page of the UI build does not render");
        }
    }
}
