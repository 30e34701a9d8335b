//! What happens once, before the first request: the snapshot and the first look at every page.

use std::time::{Duration, Instant};
use std::{io, thread};

use super::error::RenderError;
use super::isolate::STACK;
use super::snapshot::Snapshot;
use super::table::Page;
use crate::bundle::BundleError;

/// A page that never ends would stop the start, so after this time the start gives up.
const BOOT_TIME: Duration = Duration::from_secs(30);

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

/// Takes the snapshot on a thread that has the stack for it.
pub fn snapshot(
    script: String,
    payloads: Vec<String>,
) -> Result<(Snapshot, Vec<Result<(), RenderError>>), BootError> {
    let thread = thread::Builder::new()
        .name("snapshot".to_owned())
        .stack_size(STACK);
    Ok(wait(
        thread.spawn(move || Snapshot::build(&script, &payloads))?,
    )??)
}

/// Waits for a thread that runs pages nobody can end.
pub(super) fn wait<T>(thread: thread::JoinHandle<T>) -> Result<T, BootError> {
    let started = Instant::now();
    while !thread.is_finished() {
        if BOOT_TIME < started.elapsed() {
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
