//! Why the server cannot start with its settings.

use std::error::Error as _;

use clap::error::{ContextKind, ErrorKind};

/// One line for the operator. It holds no value that may be secret.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A setting cannot be read, or the help or the version was asked for.
    #[error(transparent)]
    Arguments(clap::Error),
    /// Two settings exclude each other, or one is missing, or what it names does not fit.
    #[error("{0}")]
    Contradiction(String),
}

impl ConfigError {
    /// clap repeats a value that it cannot read, and a URL may hold a password: the line names the setting and the reason only.
    pub(super) fn of_arguments(cause: clap::Error) -> Self {
        let (ErrorKind::ValueValidation, Some(setting)) =
            (cause.kind(), cause.get(ContextKind::InvalidArg))
        else {
            return Self::Arguments(cause);
        };
        let reason = cause.source().map(ToString::to_string).unwrap_or_default();
        Self::Contradiction(format!("invalid value for '{setting}': {reason}"))
    }
}
