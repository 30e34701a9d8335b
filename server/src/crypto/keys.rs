//! The server's keys, all derived from one secret.

use std::sync::Arc;

use super::seal::Sealer;
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;

/// Every key by its use. While the secret is being replaced there are two of each: the current one is for writing, both are for reading.
/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct Keys {
    current: Arc<Set>,
    old: Option<Arc<Set>>,
}

/// The keys that come from one secret.
struct Set {
    email: [u8; 32],
    gift: [u8; 32],
    code: [u8; 32],
    proof: [u8; 32],
    limits: [u8; 32],
    rows: Sealer,
}

impl std::fmt::Debug for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Set(..)")
    }
}

impl Set {
    fn derive(secret: &[u8]) -> Self {
        Self {
            email: blake3::derive_key("hrm 2026-11 e-mail lookup v1", secret),
            gift: blake3::derive_key("hrm 2026-11 gift code v1", secret),
            code: blake3::derive_key("hrm 2026-11 gift code lookup v1", secret),
            proof: blake3::derive_key("hrm 2026-11 proof token lookup v1", secret),
            limits: blake3::derive_key("hrm 2026-11 rate limits v1", secret),
            rows: Sealer::new(&blake3::derive_key("hrm 2026-11 sealed rows v1", secret)),
        }
    }

    fn code_hash(&self, code: &GiftCode) -> Vec<u8> {
        hash(&self.code, code.as_str().as_bytes())
    }
}

impl Keys {
    /// Derives every key from the secret, which all processes of one installation share.
    pub fn derive(secret: &[u8]) -> Self {
        Self::of(Arc::new(Set::derive(secret)), None)
    }

    /// The same while `old` is being replaced by `secret`.
    pub fn derive_both(secret: &[u8], old: &[u8]) -> Self {
        let old = Arc::new(Set::derive(old));
        Self::of(Arc::new(Set::derive(secret)), Some(old))
    }

    fn of(current: Arc<Set>, old: Option<Arc<Set>>) -> Self {
        Self { current, old }
    }

    /// Whether there is an old secret beside the current one.
    pub fn has_old(&self) -> bool {
        self.old.is_some()
    }

    /// The hash to store for an address.
    pub fn email_hash(&self, address: &EmailAddress) -> Vec<u8> {
        hash(&self.current.email, address.key().as_bytes())
    }

    /// The hashes that find the rows of an address, the current one first.
    pub fn email_hashes(&self, address: &EmailAddress) -> Vec<Vec<u8>> {
        self.each(|set| hash(&set.email, address.key().as_bytes()))
    }

    /// The gift code of a new purchase.
    pub fn gift_code(&self, purchase_id: uuid::Uuid) -> GiftCode {
        GiftCode::derive(&self.current.gift, purchase_id.as_bytes())
    }

    /// The gift code of a purchase by the hash that was stored for it. `None` where neither secret gives a code with this hash.
    pub fn gift_code_with(&self, purchase_id: uuid::Uuid, code_hash: &[u8]) -> Option<GiftCode> {
        self.sets().find_map(|set| {
            let code = GiftCode::derive(&set.gift, purchase_id.as_bytes());
            (set.code_hash(&code) == code_hash).then_some(code)
        })
    }

    /// The hash to store for a gift code.
    pub fn gift_code_hash(&self, code: &GiftCode) -> Vec<u8> {
        self.current.code_hash(code)
    }

    /// The hashes that find the row of a gift code, the current one first.
    pub fn gift_code_hashes(&self, code: &GiftCode) -> Vec<Vec<u8>> {
        self.each(|set| set.code_hash(code))
    }

    /// The hash to store for a one-time link's token.
    pub fn proof_hash(&self, token: &str) -> Vec<u8> {
        hash(&self.current.proof, token.as_bytes())
    }

    /// The hashes that find the row of a one-time link's token, the current one first.
    pub fn proof_hashes(&self, token: &str) -> Vec<Vec<u8>> {
        self.each(|set| hash(&set.proof, token.as_bytes()))
    }

    /// The key of a limit's counter for one subject, from which the subject cannot be read. It stays the same while the secret is being
    /// replaced, so that no counter begins anew before the old secret is dropped.
    pub fn limit_key(&self, limit: &str, subject: &[u8]) -> Vec<u8> {
        let set = self.old.as_ref().unwrap_or(&self.current);
        let mut hasher = blake3::Hasher::new_keyed(&set.limits);
        hasher
            .update(&(limit.len() as u64).to_be_bytes())
            .update(limit.as_bytes())
            .update(subject);
        hasher.finalize().as_bytes().to_vec()
    }

    /// The network of a request about an address, from which neither can be read.
    pub fn asking_network(&self, network: &[u8], address: &EmailAddress) -> Vec<u8> {
        let subject = [network, address.mailbox().as_bytes()].concat();
        self.limit_key("asking network", &subject)
    }

    /// The device of a request about an address, by its id.
    pub fn asking_device(&self, device: &[u8], address: &EmailAddress) -> Vec<u8> {
        let subject = [device, address.mailbox().as_bytes()].concat();
        self.limit_key("asking device", &subject)
    }

    /// Seals a text for the place where it is stored. `None` for more than 65,535 bytes.
    pub fn seal(&self, place: &[&[u8]], text: &str) -> Option<Vec<u8>> {
        self.current.rows.seal(place, text)
    }

    /// Opens what was sealed for the same place with the current or the old secret.
    pub fn open(&self, place: &[&[u8]], bytes: &[u8]) -> Option<String> {
        self.sets().find_map(|set| set.rows.open(place, bytes))
    }

    /// The keys of the current secret without those of the old one.
    #[must_use]
    pub fn current_alone(&self) -> Self {
        Self::of(Arc::clone(&self.current), None)
    }

    /// The keys of the old secret alone.
    pub fn old_alone(&self) -> Option<Self> {
        let old = self.old.as_ref()?;
        Some(Self::of(Arc::clone(old), None))
    }

    fn sets(&self) -> impl Iterator<Item = &Set> {
        let old = self.old.as_deref();
        std::iter::once(&*self.current).chain(old)
    }

    fn each(&self, key: impl Fn(&Set) -> Vec<u8>) -> Vec<Vec<u8>> {
        self.sets().map(key).collect()
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

    #[test]
    fn with_both_secrets_what_either_of_them_wrote_is_found_and_opened() {
        let (before, after) = (Keys::derive(b"one"), Keys::derive(b"two"));
        let both = Keys::derive_both(b"two", b"one");
        let (id, place): (_, &[&[u8]]) = (uuid::Uuid::now_v7(), &[b"table", b"row"]);
        let address = "ann@example.com".parse().unwrap();
        for keys in [&before, &after] {
            let code = keys.gift_code(id);
            let stored = keys.gift_code_hash(&code);
            assert_eq!(both.gift_code_with(id, &stored), Some(code.clone()));
            assert!(both.gift_code_hashes(&code).contains(&stored));
            assert!(
                both.email_hashes(&address)
                    .contains(&keys.email_hash(&address))
            );
            assert!(
                both.proof_hashes("token")
                    .contains(&keys.proof_hash("token"))
            );
            let sealed = keys.seal(place, "text").unwrap();
            assert_eq!(both.open(place, &sealed).unwrap(), "text");
        }
        let sealed = both.seal(place, "text").unwrap();
        assert!(after.open(place, &sealed).is_some() && before.open(place, &sealed).is_none());
        assert_eq!(both.email_hash(&address), after.email_hash(&address));
        assert_eq!(both.gift_code(id), after.gift_code(id));
        assert_eq!(both.limit_key("a", b"b"), before.limit_key("a", b"b"));
        assert!(
            before
                .gift_code_with(id, &after.gift_code_hash(&after.gift_code(id)))
                .is_none()
        );
    }
}
