//! The fingerprint of a recording: the newest head of its hash chain, which a phone has confirmed with a time.

use data_encoding::HEXLOWER;

/// A SHA-256. Nothing of the recording follows from it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ChainHead([u8; 32]);

impl ChainHead {
    /// Reads 64 hexadecimal digits in lower case, as the phone writes them. `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = HEXLOWER.decode(text.as_bytes()).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// Takes 32 bytes. `None` for any other number of them.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The digits.
    pub fn to_hex(&self) -> String {
        HEXLOWER.encode(&self.0)
    }
}

/// Hides the fingerprint from debug output, and so from logs.
impl std::fmt::Debug for ChainHead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ChainHead(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_written_as_it_was_read() {
        let text = format!("{}0f", "ab".repeat(31));
        let head = ChainHead::parse(&text).unwrap();
        assert_eq!(head.to_hex(), text);
        assert_eq!(ChainHead::from_bytes(head.bytes()), Some(head));
        assert_eq!(ChainHead::from_bytes(&[0; 31]), None);
    }

    #[test]
    fn only_64_hexadecimal_digits_in_lower_case_are_a_head() {
        for text in [
            "",
            "ab",
            &"AB".repeat(32),
            &"ab".repeat(33),
            &"xy".repeat(32),
            &" ".repeat(64),
        ] {
            assert!(ChainHead::parse(text).is_none(), "{text:?}");
        }
    }
}
