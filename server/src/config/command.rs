//! Tasks that the binary does for an operator instead of serving. The settings are those of the server.

use std::path::PathBuf;

use clap::Subcommand;
use uuid::Uuid;

use crate::domain::clock::{Millis, parse_time};

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
    /// Takes over a paid payment of Stripe's whose order is not in the database, as after a restore from a backup. Needs `PAYMENTS=stripe`.
    Adopt {
        /// The payment intent (`pi_...`).
        payment: String,
        /// A gift was bought, and not the product for the buyer.
        #[arg(long)]
        gift: bool,
        /// The buyer's address, which gets the mail and gives access, or `-` for standard input.
        #[arg(long)]
        buyer: Option<String>,
    },
    /// Writes what is kept about an e-mail address as JSON, with the addresses and messages in clear; of a gift only what that side may know.
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
    /// Replaces the secret: has the data key wrapped by a new one. Where the secret is in the settings it takes two runs, and each says what to do
    /// next. Servers go on running.
    RotateSecret,
    /// Seals everything in the database anew with another data key, after a copy of it got into other hands together with the secret. Every server
    /// process must be stopped.
    Reseal,
    /// Says to the servers that the clock is right, after they have doubted it: they delete and fire again what is due. Look at the
    /// clock first.
    TrustClock,
    /// After a restore from a backup, before the server starts: drops the timers of sessions that the lost server has handled, so that nobody to
    /// whom pushes went is alerted again, or about a session that was ended since. What was due later, or for others, is left and fires.
    Restored {
        /// A time at which the lost server still worked, such as `2026-11-29T22:10:00Z`.
        #[arg(value_parser = time)]
        worked_at: Millis,
    },
    /// Checks the settings, the database, whether the secret fits it, and what is outside: the price at Stripe, the mail server, and a bucket of
    /// sound copies. Names the migrations that the next start would run. Starts nothing.
    CheckConfig,
}

fn time(text: &str) -> Result<Millis, String> {
    parse_time(text).ok_or_else(|| "not a time such as 2026-11-29T22:10:00Z".to_owned())
}
