//! The tokens of a link between two phones. The server stores their hashes only.

use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest as _, Sha256};

/// The SHA-256 of a token of 32 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of a token in base64url. `None` for anything but 32 bytes.
    pub fn of_token(token: &str) -> Option<Self> {
        bytes(token).map(|token| Self(Sha256::digest(token).into()))
    }

    /// A hash that was sent itself, in base64url. `None` for anything but 32 bytes.
    pub fn parse(hash: &str) -> Option<Self> {
        bytes(hash).map(Self)
    }

    /// The hash as the database stores it.
    pub fn to_vec(&self) -> Vec<u8> {
        self.0.to_vec()
    }

    /// The hash's bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

fn bytes(text: &str) -> Option<[u8; 32]> {
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
    bytes.try_into().ok()
}

/// Hides the hash from debug output, and so from logs.
impl std::fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TokenHash(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_by_its_sha_256() {
        // The token is 32 zero bytes; the hash is what `sha256sum` gives for them.
        let token = "A".repeat(43);
        let hash = TokenHash::parse("Zmh6rfhivXdsj8GLjp-OIAiXFIVu4jOzkCpZHQ1fKSU").unwrap();
        assert_eq!(TokenHash::of_token(&token), Some(hash));
    }

    #[test]
    fn only_32_bytes_of_base64url_are_a_token_or_a_hash() {
        for text in ["", "abc", &"A".repeat(42), &"A".repeat(44), &"=".repeat(43)] {
            assert!(TokenHash::of_token(text).is_none(), "{text:?}");
            assert!(TokenHash::parse(text).is_none(), "{text:?}");
        }
    }
}
