//! How a render, and the start of the engine, can fail.

use std::{fmt, io};

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
    /// The document of a page cannot be written.
    #[error(transparent)]
    Template(#[from] askama::Error),
    /// A thread cannot be started, or a page not be compressed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Why a render failed. The text never holds personal data.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The server script itself cannot run.
    #[error("the server script cannot be used: {0}")]
    Script(String),
    /// The page threw.
    #[error("the page threw {0}")]
    Threw(Thrown),
    /// The page returned something other than a string, such as a promise.
    #[error("the page did not return a string")]
    NotText,
    /// A part of the page suspended or failed inside a Suspense boundary.
    #[error("a part of the page failed inside a Suspense boundary")]
    Suspended,
    /// The payload is longer than a V8 string may be.
    #[error("the payload is too long")]
    TooLong,
    /// The render was ended at its budget.
    #[error("the render was ended at its budget")]
    Timeout,
    /// The render was ended near the heap limit.
    #[error("the render was ended near the heap limit")]
    HeapLimit,
    /// The server's own code panicked during the render.
    #[error("the render thread panicked")]
    Panicked,
    /// The queue is full.
    #[error("the render queue is full")]
    QueueFull,
    /// The request waited too long in the queue.
    #[error("the request waited too long for a render thread")]
    Late,
    /// The render threads have stopped.
    #[error("the render threads have stopped")]
    Stopped,
}

impl RenderError {
    /// The name for logs and metrics.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Script(_) => "script",
            Self::Threw(_) => "threw",
            Self::NotText => "not_text",
            Self::Suspended => "suspended",
            Self::TooLong => "too_long",
            Self::Timeout => "timeout",
            Self::HeapLimit => "heap_limit",
            Self::Panicked => "panicked",
            Self::QueueFull => "queue_full",
            Self::Late => "late",
            Self::Stopped => "stopped",
        }
    }

    /// Whether only capacity was missing, so that another attempt may succeed.
    pub fn is_overload(&self) -> bool {
        matches!(self, Self::QueueFull | Self::Late | Self::Stopped)
    }

    /// Whether the isolate must be discarded: a termination skips `finally` blocks, so React's module state can no longer be trusted.
    pub(crate) fn spoils_isolate(&self) -> bool {
        matches!(self, Self::Timeout | Self::HeapLimit | Self::Panicked)
    }
}

/// What a page threw. `Display` leaves the message out.
#[derive(Debug, Default)]
pub struct Thrown {
    /// The error's class, such as `TypeError`.
    pub class: String,
    /// Line in `server.js`.
    pub line: usize,
    /// Column in `server.js`.
    pub column: usize,
    /// The message. It may hold personal data, except at start.
    pub message: String,
}

impl fmt::Display for Thrown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} at server.js:{}:{}",
            self.class, self.line, self.column
        )
    }
}
