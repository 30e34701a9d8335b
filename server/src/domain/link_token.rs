//! The tokens of a link between two phones. The server stores their hashes only.

use data_encoding::BASE64URL_NOPAD;
use ring::hmac;
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

    /// What says `words` about the link of this token to whoever has the token: the server knows it, and nobody on the way who did not
    /// see the token.
    pub fn proof_of(&self, words: &str) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &self.0);
        BASE64URL_NOPAD.encode(hmac::sign(&key, words.as_bytes()).as_ref())
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
    fn a_proof_is_the_hmac_of_its_words_under_the_hash() {
        // What Python's `hmac.new(sha256(bytes(32)).digest(), b"ended", "sha256")` gives.
        let hash = TokenHash::of_token(&"A".repeat(43)).unwrap();
        assert_eq!(
            hash.proof_of("ended"),
            "3EbHDqm0ASeWyRSiT6P2KJcf7QTD5Be9dmaXE-41PlQ"
        );
        assert_ne!(hash.proof_of("open"), hash.proof_of("ended"));
    }

    #[test]
    fn only_32_bytes_of_base64url_are_a_token_or_a_hash() {
        for text in ["", "abc", &"A".repeat(42), &"A".repeat(44), &"=".repeat(43)] {
            assert!(TokenHash::of_token(text).is_none(), "{text:?}");
            assert!(TokenHash::parse(text).is_none(), "{text:?}");
        }
    }
}
