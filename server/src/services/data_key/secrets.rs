//! The secrets of a process, and what they open.

use entity::data_key;

use crate::crypto::keys::{Keys, Secret};
use crate::error::Error;

/// What releases before the data key sealed in a secret's row.
pub(super) const CHECK: &str = "this secret opens this database";

/// The secrets of a process.
#[derive(Debug)]
pub struct Secrets {
    /// The one that is to stay.
    pub current: Secret,
    /// The one before it, while it is being replaced.
    pub old: Option<Secret>,
}

/// What the secrets open.
#[derive(Debug)]
pub enum Found {
    /// Nothing is sealed in this database yet.
    Nothing,
    /// The data key.
    Key {
        /// The key.
        keys: Keys,
        /// Whether the row is wrapped by the current secret.
        is_wrapped: bool,
    },
    /// The secrets do not fit.
    SecretMismatch(SecretMismatch),
}

/// Why the secrets do not fit, as a line for the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SecretMismatch {
    /// The database was written with another one.
    #[error(
        "the secret (SERVER_SECRET, or the file in DATA_DIR) does not open this database; set the one that it was written with"
    )]
    Other,
    /// A release before the data key was replacing it.
    #[error(
        "the secret of this database is being replaced; go on with the program from before this upgrade until its rotate-secret says that nothing needs the old one, then start this one"
    )]
    Unfinished,
    /// Another one is in the table than the rows were written with.
    #[error(
        "the data key in this database (table data_keys) does not open its orders, as after a restore of some tables into a new database; restore the whole backup into an empty one"
    )]
    OtherKey,
}

impl Secrets {
    /// The current one first.
    pub(super) fn each(&self) -> impl Iterator<Item = (&Secret, bool)> {
        let old = self.old.as_ref().map(|old| (old, false));
        std::iter::once((&self.current, true)).chain(old)
    }

    /// The data key of a row, and whether the current secret opens it.
    pub(super) fn open(&self, row: &data_key::Model) -> Option<(Keys, bool)> {
        let mut each = self.each();
        each.find_map(|(secret, is_current)| unwrap(secret, row).map(|keys| (keys, is_current)))
    }
}

fn unwrap(secret: &Secret, row: &data_key::Model) -> Option<Keys> {
    let version = row.version.to_be_bytes();
    let wrapped = secret.unwrap(&place(&version), &row.wrapped);
    wrapped.or_else(|| checks(secret, row).then(|| secret.derived().clone()))
}

/// Whether a row of a release before the data key belongs to a secret.
pub(super) fn checks(secret: &Secret, row: &data_key::Model) -> bool {
    let place: [&[u8]; 3] = [b"server_secrets", &row.version.to_be_bytes(), b"check_ct"];
    secret.derived().open(&place, &row.wrapped).as_deref() == Some(CHECK)
}

/// Whether a release before the data key has written the row.
pub(super) fn is_from_before(secrets: &Secrets, row: &data_key::Model) -> bool {
    secrets.each().any(|(secret, _)| checks(secret, row))
}

/// The data key, wrapped by the current secret.
pub(super) fn wrapped(secrets: &Secrets, keys: &Keys, version: i32) -> Result<Vec<u8>, Error> {
    let wrapped = secrets
        .current
        .wrap(&place(&version.to_be_bytes()), keys)
        .ok_or_else(|| anyhow::anyhow!("the data key cannot be wrapped"))?;
    Ok(wrapped)
}

fn place(version: &[u8]) -> [&[u8]; 3] {
    [b"data_keys", version, b"wrapped"]
}
