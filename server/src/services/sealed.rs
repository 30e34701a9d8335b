//! Encrypted columns of the server's own rows.

use uuid::Uuid;

use crate::crypto::keys::Keys;
use crate::domain::email_address::EmailAddress;
use crate::error::Error;

/// A column of one row: the place that a sealed value is bound to.
#[derive(Debug, Clone, Copy)]
pub struct EncryptedColumn<'a> {
    /// The table.
    pub table: &'a str,
    /// The row's id.
    pub row: &'a [u8],
    /// The column.
    pub column: &'a str,
}

impl<'a> EncryptedColumn<'a> {
    /// A column of a gift link.
    pub fn of_gift_link(id: &'a Uuid, column: &'a str) -> Self {
        Self {
            table: "gift_links",
            row: id.as_bytes(),
            column,
        }
    }

    /// A column of a mail.
    pub fn of_mail(id: &'a Uuid, column: &'a str) -> Self {
        Self {
            table: "outbox_emails",
            row: id.as_bytes(),
            column,
        }
    }

    /// The address of a verification request.
    pub fn of_verification_request(id: &'a Uuid) -> Self {
        Self {
            table: "verification_requests",
            row: id.as_bytes(),
            column: "email_ct",
        }
    }

    /// Where the pushes of a link go.
    pub fn of_watch(id: &'a Uuid) -> Self {
        Self {
            table: "watches",
            row: id.as_bytes(),
            column: "push_ct",
        }
    }

    /// The key that signs pushes.
    pub fn of_watch_key(id: &'a Uuid) -> Self {
        Self {
            table: "watch_keys",
            row: id.as_bytes(),
            column: "private_ct",
        }
    }

    /// A key that signs receipts. `number` is its number, big-endian.
    pub fn of_receipt_key(number: &'a [u8; 4]) -> Self {
        Self {
            table: "receipt_keys",
            row: number,
            column: "private_ct",
        }
    }

    /// Seals a text for this place.
    pub fn seal(&self, keys: &Keys, text: &str) -> Result<Vec<u8>, Error> {
        keys.seal(&self.place(), text).ok_or_else(|| {
            Error::Internal(anyhow::anyhow!("a text is too long for {}", self.name()))
        })
    }

    /// Opens a sealed value. Fails where it was sealed with another data key, moved or damaged.
    pub fn open(&self, keys: &Keys, bytes: &[u8]) -> Result<String, Error> {
        keys.open(&self.place(), bytes)
            .ok_or_else(|| Error::Internal(anyhow::anyhow!("{} cannot be opened", self.name())))
    }

    /// Opens a sealed address.
    pub fn open_address(&self, keys: &Keys, bytes: &[u8]) -> Result<EmailAddress, Error> {
        self.open(keys, bytes)?
            .parse()
            .map_err(|_| Error::Internal(anyhow::anyhow!("{} is not an address", self.name())))
    }

    /// The place, for the log.
    fn name(&self) -> String {
        let row = Uuid::from_slice(self.row).unwrap_or_default();
        format!("{}.{} of row {row}", self.table, self.column)
    }

    fn place(&self) -> [&[u8]; 3] {
        [self.table.as_bytes(), self.row, self.column.as_bytes()]
    }
}
