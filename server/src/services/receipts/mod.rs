//! Confirms times: signs that a fingerprint was shown to the server, and draws numbers that nobody knew before. `crypto/receipts.rs` says
//! what is signed. Nothing of a request is kept.

use std::sync::Arc;

use data_encoding::HEXLOWER;

use crate::crypto::keys::Keys;
use crate::crypto::receipts::{ReceiptSigner, Statement};
use crate::domain::chain_head::ChainHead;
use crate::domain::clock::{self, now};
use crate::error::Error;
use crate::services::database::Database;

mod key;

pub use key::PublicKey;

/// What confirms times. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Receipts(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    signer: ReceiptSigner,
    keys: Vec<PublicKey>,
}

/// A signed statement.
#[derive(Debug)]
pub struct Signed {
    /// What it is about: 64 hexadecimal digits.
    pub digits: String,
    /// The server's time, in Unix seconds.
    pub time: i64,
    /// The name of the key.
    pub key: String,
    /// In base64.
    pub signature: String,
}

impl Receipts {
    /// Reads the keys, and makes one where none signs.
    pub async fn open(db: &Database, keys: &Keys) -> Result<Self, Error> {
        let (signer, keys) = key::load_or_create(db, keys).await?;
        Ok(Self(Arc::new(Inner { signer, keys })))
    }

    /// Every key that ever signed, oldest first. Processes on one database have the same ones: a key ends while none runs.
    pub fn keys(&self) -> &[PublicKey] {
        &self.0.keys
    }

    /// Signs that a fingerprint is there by now.
    pub fn receipt(&self, head: &ChainHead) -> Result<Signed, Error> {
        self.sign(Statement::Receipt, head.to_hex())
    }

    /// Draws a number, and signs that it was not there before.
    pub fn nonce(&self) -> Result<Signed, Error> {
        let drawn: [u8; 32] = rand::random();
        self.sign(Statement::Nonce, HEXLOWER.encode(&drawn))
    }

    /// Fails while the clock is in doubt: a wrong time that is signed cannot be taken back.
    fn sign(&self, statement: Statement, digits: String) -> Result<Signed, Error> {
        if !clock::is_trusted() {
            return Err(Error::ClockDoubt);
        }
        let signer = &self.0.signer;
        let time = clock::seconds(now());
        let kind = match statement {
            Statement::Receipt => "receipt",
            Statement::Nonce => "nonce",
        };
        metrics::counter!("time_receipts_total", "kind" => kind).increment(1);
        Ok(Signed {
            signature: signer.sign(statement, &digits, time),
            digits,
            time,
            key: signer.id().to_owned(),
        })
    }
}
