//! What an operator may ask of the binary instead of serving. The settings are those of the server.

use std::path::PathBuf;

use clap::Subcommand;
use uuid::Uuid;

/// A task that ends by itself.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Lists the orders of an e-mail address, a payment (`pi_...`), a checkout session (`cs_...`) or an order id, as JSON. `-` reads it
    /// from standard input, where other users of the machine do not see it.
    Find {
        /// The address or the id.
        subject: String,
    },
    /// Queues the mail of a paid order again; the running server sends it.
    Resend {
        /// The order id.
        order: Uuid,
    },
    /// Writes everything that is kept about an e-mail address as JSON, with the addresses and messages in clear.
    Export {
        /// The address, or `-` for standard input.
        address: String,
    },
    /// Deletes everything that is kept about an e-mail address. Of a payment its id, amount and dates stay.
    Erase {
        /// The address, or `-` for standard input.
        address: String,
    },
    /// Writes a consistent copy of the SQLite database, also while the server runs. For PostgreSQL use `pg_dump`.
    Backup {
        /// The file to create; it must not exist.
        file: PathBuf,
    },
    /// Replaces the secret in two steps: makes a new one beside the old one, and, once the server runs with both, writes everything anew
    /// that needs the old one. Says what to do next.
    RotateSecret,
    /// Checks the settings, the database and whether the secret fits it, and starts nothing.
    CheckConfig,
}
