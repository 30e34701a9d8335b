//! Signatures that say when the server knew something (Ed25519, RFC 8032).
//!
//! What is signed is one line of ASCII, so that it can be written down and checked with any tool:
//!
//! - receipt|1|HEAD|TIME|KEY says: at TIME the server was shown the fingerprint HEAD, so what HEAD stands for was there by then.
//! - nonce|1|NONCE|TIME|KEY says: at TIME the server drew NONCE, so what was made with NONCE was made after that.
//!
//! 1 is the version. HEAD and NONCE are 64 hexadecimal digits in lower case, TIME is the server's, in whole Unix seconds. KEY is the first
//! 16 hexadecimal digits of the SHA-256 of the public key's 32 bytes. The first word keeps one kind from being taken for the other.

use data_encoding::{BASE64, BASE64URL_NOPAD, HEXLOWER};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use sha2::{Digest as _, Sha256};

/// The version of what is signed.
pub const VERSION: u8 = 1;
/// How many bytes of a public key's SHA-256 name it.
const KEY_ID_BYTES: usize = 8;

/// What is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Statement {
    /// The server was shown a fingerprint.
    Receipt,
    /// The server drew a number.
    Nonce,
}

impl Statement {
    fn word(self) -> &'static str {
        match self {
            Self::Receipt => "receipt",
            Self::Nonce => "nonce",
        }
    }
}

/// The key that signs.
#[derive(Debug)]
pub struct ReceiptSigner {
    pair: Ed25519KeyPair,
    id: String,
}

impl ReceiptSigner {
    /// A new key as text, for [`ReceiptSigner::from_text`].
    pub fn generate() -> Option<String> {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new());
        Some(BASE64URL_NOPAD.encode(document.ok()?.as_ref()))
    }

    /// Reads a key.
    pub fn from_text(text: &str) -> Option<Self> {
        let document = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        let pair = Ed25519KeyPair::from_pkcs8(&document).ok()?;
        let id = key_id(pair.public_key().as_ref());
        Some(Self { pair, id })
    }

    /// The key's name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The public key: 32 bytes.
    pub fn public_key(&self) -> Vec<u8> {
        self.pair.public_key().as_ref().to_vec()
    }

    /// The signature of a statement about 64 hexadecimal digits at a time in Unix seconds, in base64.
    pub fn sign(&self, statement: Statement, digits: &str, time: i64) -> String {
        let text = text(statement, digits, time, &self.id);
        BASE64.encode(self.pair.sign(text.as_bytes()).as_ref())
    }
}

/// The name of a public key.
pub fn key_id(public_key: &[u8]) -> String {
    let digest = Sha256::digest(public_key);
    HEXLOWER.encode(digest.get(..KEY_ID_BYTES).unwrap_or_default())
}

fn text(statement: Statement, digits: &str, time: i64, key: &str) -> String {
    format!("{}|{VERSION}|{digits}|{time}|{key}", statement.word())
}

#[cfg(test)]
mod tests {
    use ring::signature::{ED25519, UnparsedPublicKey};

    use super::*;

    fn signer() -> ReceiptSigner {
        ReceiptSigner::from_text(&ReceiptSigner::generate().unwrap()).unwrap()
    }

    #[test]
    fn a_key_is_named_by_its_sha_256() {
        // What `head -c 32 /dev/zero | sha256sum` gives.
        assert_eq!(key_id(&[0; 32]), "66687aadf862bd77");
    }

    #[test]
    fn what_is_signed_is_the_line_that_is_documented() {
        let signer = signer();
        let head = "ab".repeat(32);
        for (statement, word) in [(Statement::Receipt, "receipt"), (Statement::Nonce, "nonce")] {
            let signature = BASE64
                .decode(signer.sign(statement, &head, 1_795_255_199).as_bytes())
                .unwrap();
            let line = format!("{word}|1|{head}|1795255199|{}", signer.id());
            let key = UnparsedPublicKey::new(&ED25519, signer.public_key());
            assert!(key.verify(line.as_bytes(), &signature).is_ok());
            for other in ["receipt", "nonce"].iter().filter(|other| **other != word) {
                let line = line.replace(word, other);
                assert!(key.verify(line.as_bytes(), &signature).is_err());
            }
        }
    }

    #[test]
    fn a_text_that_is_no_key_is_refused() {
        for text in ["", "AAAA", "not base64url!"] {
            assert!(ReceiptSigner::from_text(text).is_none(), "{text}");
        }
    }
}
