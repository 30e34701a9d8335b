//! Why the server cannot start with its settings.

/// One line for the operator.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A setting cannot be read, or the help or the version was asked for.
    #[error(transparent)]
    Arguments(#[from] clap::Error),
    /// Two settings exclude each other, or one is missing.
    #[error("{0}")]
    Contradiction(String),
}
