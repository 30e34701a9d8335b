//! The server's keys, all derived from one secret.

use std::sync::Arc;

use super::seal::Sealer;
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;

/// Every key by its use. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Keys {
    inner: Arc<Inner>,
}

struct Inner {
    email: [u8; 32],
    gift: [u8; 32],
    code: [u8; 32],
    proof: [u8; 32],
    limits: [u8; 32],
    rows: Sealer,
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Inner(..)")
    }
}

impl Keys {
    /// Derives every key from the secret, which all processes of one installation share.
    pub fn derive(secret: &[u8]) -> Self {
        let inner = Inner {
            email: blake3::derive_key("hrm 2026-11 e-mail lookup v1", secret),
            gift: blake3::derive_key("hrm 2026-11 gift code v1", secret),
            code: blake3::derive_key("hrm 2026-11 gift code lookup v1", secret),
            proof: blake3::derive_key("hrm 2026-11 proof token lookup v1", secret),
            limits: blake3::derive_key("hrm 2026-11 rate limits v1", secret),
            rows: Sealer::new(&blake3::derive_key("hrm 2026-11 sealed rows v1", secret)),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// The hash that finds the rows of an address.
    pub fn email_hash(&self, address: &EmailAddress) -> Vec<u8> {
        hash(&self.inner.email, address.key().as_bytes())
    }

    /// The gift code of a purchase.
    pub fn gift_code(&self, purchase_id: uuid::Uuid) -> GiftCode {
        GiftCode::derive(&self.inner.gift, purchase_id.as_bytes())
    }

    /// The hash that finds the row of a gift code.
    pub fn gift_code_hash(&self, code: &GiftCode) -> Vec<u8> {
        hash(&self.inner.code, code.as_str().as_bytes())
    }

    /// The hash that finds the row of a one-time link's token.
    pub fn proof_hash(&self, token: &str) -> Vec<u8> {
        hash(&self.inner.proof, token.as_bytes())
    }

    /// The key of a limit's counter for one subject, from which the subject cannot be read.
    pub fn limit_key(&self, limit: &str, subject: &[u8]) -> Vec<u8> {
        let mut hasher = blake3::Hasher::new_keyed(&self.inner.limits);
        hasher
            .update(&(limit.len() as u64).to_be_bytes())
            .update(limit.as_bytes())
            .update(subject);
        hasher.finalize().as_bytes().to_vec()
    }

    /// Seals and opens the columns of the server's rows.
    pub fn rows(&self) -> &Sealer {
        &self.inner.rows
    }
}

/// The subject of a limit that counts a device.
pub fn device_subject(device: &DeviceId) -> Vec<u8> {
    [b"device ", device.as_bytes()].concat()
}

fn hash(key: &[u8; 32], bytes: &[u8]) -> Vec<u8> {
    blake3::keyed_hash(key, bytes).as_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_secret_derives_other_hashes_and_codes() {
        let (one, two) = (Keys::derive(b"one"), Keys::derive(b"two"));
        let address = "ann@example.com".parse().unwrap();
        let id = uuid::Uuid::now_v7();
        assert_eq!(
            one.email_hash(&address),
            Keys::derive(b"one").email_hash(&address)
        );
        assert_ne!(one.email_hash(&address), two.email_hash(&address));
        assert_ne!(one.gift_code(id), two.gift_code(id));
        assert_ne!(one.limit_key("a", b"bc"), one.limit_key("ab", b"c"));
    }
}
