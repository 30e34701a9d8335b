//! Sealing and opening the columns of the server's own rows.

use crate::crypto::keys::Keys;
use crate::domain::email_address::EmailAddress;
use crate::error::Error;

/// A column of a row: where sealed bytes belong.
#[derive(Debug, Clone, Copy)]
pub struct Column<'a> {
    /// The table.
    pub table: &'a str,
    /// The row's id.
    pub row: &'a [u8],
    /// The column.
    pub column: &'a str,
}

impl Column<'_> {
    /// Seals a text for this column.
    pub fn seal(&self, keys: &Keys, text: &str) -> Result<Vec<u8>, Error> {
        keys.rows()
            .seal(&self.place(), text)
            .ok_or_else(|| Error::internal(anyhow::anyhow!("a text is too long to seal")))
    }

    /// Opens what this column holds; fails where the secret changed or the bytes were moved or damaged.
    pub fn open(&self, keys: &Keys, bytes: &[u8]) -> Result<String, Error> {
        keys.rows().open(&self.place(), bytes).ok_or_else(|| {
            Error::internal(anyhow::anyhow!(
                "{}.{} does not open",
                self.table,
                self.column
            ))
        })
    }

    /// Opens an address.
    pub fn open_address(&self, keys: &Keys, bytes: &[u8]) -> Result<EmailAddress, Error> {
        self.open(keys, bytes)?
            .parse()
            .map_err(|_| Error::internal(anyhow::anyhow!("a sealed address cannot be read")))
    }

    fn place(&self) -> [&[u8]; 3] {
        [self.table.as_bytes(), self.row, self.column.as_bytes()]
    }
}
