//! Sealed text: XChaCha20-Poly1305 over padded text, bound to the place where it is stored.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};

/// The layout of the bytes: version, nonce, ciphertext.
const VERSION: u8 = 1;
const NONCE_LENGTH: usize = 24;
/// Texts are padded to a multiple of this, so that their length reveals little.
const PADDING_BLOCK: usize = 64;

/// Seals and opens with one key.
#[derive(Clone)]
pub struct Sealer {
    cipher: XChaCha20Poly1305,
}

impl Sealer {
    /// A sealer for a key of 32 bytes.
    pub fn new(key: &[u8; 32]) -> Self {
        Self {
            cipher: XChaCha20Poly1305::new(&(*key).into()),
        }
    }

    /// Seals a text. `place` says where it is stored, such as table, row and column: it opens nowhere else. `None` for more than 65,535
    /// bytes.
    pub fn seal(&self, place: &[&[u8]], text: &str) -> Option<Vec<u8>> {
        let nonce: [u8; NONCE_LENGTH] = rand::random();
        let padded = pad(text.as_bytes())?;
        let payload = Payload {
            msg: &padded,
            aad: &join(place),
        };
        let sealed = self.cipher.encrypt(&XNonce::from(nonce), payload).ok()?;
        Some([&[VERSION], nonce.as_slice(), &sealed].concat())
    }

    /// Opens a text that was sealed for the same place. `None` where key, place or bytes differ.
    pub fn open(&self, place: &[&[u8]], bytes: &[u8]) -> Option<String> {
        let (version, rest) = bytes.split_first()?;
        let (nonce, sealed) = rest.split_at_checked(NONCE_LENGTH)?;
        let nonce: [u8; NONCE_LENGTH] = nonce.try_into().ok()?;
        if *version != VERSION {
            return None;
        }
        let payload = Payload {
            msg: sealed,
            aad: &join(place),
        };
        let padded = self.cipher.decrypt(&XNonce::from(nonce), payload).ok()?;
        unpad(&padded).and_then(|text| String::from_utf8(text.to_vec()).ok())
    }
}

/// Hides the key from debug output.
impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealer(..)")
    }
}

/// Joins the parts with their lengths, so that no two lists give the same bytes.
fn join(place: &[&[u8]]) -> Vec<u8> {
    place
        .iter()
        .flat_map(|part| [&(part.len() as u64).to_be_bytes(), *part].concat())
        .collect()
}

fn pad(text: &[u8]) -> Option<Vec<u8>> {
    let length = u16::try_from(text.len()).ok()?;
    let mut padded = [&length.to_be_bytes(), text].concat();
    padded.resize(padded.len().next_multiple_of(PADDING_BLOCK), 0);
    Some(padded)
}

fn unpad(padded: &[u8]) -> Option<&[u8]> {
    let (length, text) = padded.split_first_chunk::<2>()?;
    text.get(..usize::from(u16::from_be_bytes(*length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: &[&[u8]] = &[b"contacts", b"row 1", b"name"];

    #[test]
    fn a_text_opens_only_with_its_key_and_place() {
        let sealer = Sealer::new(&[1; 32]);
        let sealed = sealer.seal(PLACE, "Zoë").unwrap();
        assert_eq!(sealer.open(PLACE, &sealed).unwrap(), "Zoë");
        assert!(Sealer::new(&[2; 32]).open(PLACE, &sealed).is_none());
        assert!(
            sealer
                .open(&[b"contacts", b"row 2", b"name"], &sealed)
                .is_none()
        );
        assert!(
            sealer
                .open(&[b"contacts", b"row 1na", b"me"], &sealed)
                .is_none()
        );
    }

    #[test]
    fn a_text_with_a_changed_byte_does_not_open() {
        let sealer = Sealer::new(&[1; 32]);
        let sealed = sealer.seal(PLACE, "+61 400 000 001").unwrap();
        for index in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[index] ^= 1;
            assert!(sealer.open(PLACE, &changed).is_none(), "byte {index}");
        }
        assert!(sealer.open(PLACE, &[]).is_none());
    }

    #[test]
    fn sealed_lengths_are_padded_and_two_seals_differ() {
        let sealer = Sealer::new(&[1; 32]);
        let short = sealer.seal(PLACE, "a").unwrap();
        assert_eq!(
            short.len(),
            sealer.seal(PLACE, &"a".repeat(62)).unwrap().len()
        );
        assert_ne!(short, sealer.seal(PLACE, "a").unwrap());
        assert!(sealer.seal(PLACE, &"a".repeat(70_000)).is_none());
    }

    proptest::proptest! {
        #[test]
        fn every_text_opens_unchanged(text in ".{0,200}", key in proptest::array::uniform32(0_u8..)) {
            let sealer = Sealer::new(&key);
            let sealed = sealer.seal(PLACE, &text).unwrap();
            proptest::prop_assert_eq!(sealer.open(PLACE, &sealed).unwrap(), text);
        }
    }
}
