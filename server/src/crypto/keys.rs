//! The data key: the keys of everything that is sealed or hashed, and how they are wrapped by the server's secret.
//!
//! Nothing else that is stored depends on the secret, so another secret changes one stored value, and a key stays the same until all values are
//! sealed anew. A new database gets random keys. The keys of a database from before the data key are those that were derived from its
//! secret: they become its data key as they are, so that all its values open.

use std::sync::Arc;

use data_encoding::BASE64_NOPAD;

use super::seal::Sealer;
use crate::domain::device_token::DeviceId;
use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;

/// What each key was derived for from a secret. Their order is that of the bytes in a wrapped data key.
const PURPOSES: [&str; COUNT] = [
    "hrm 2026-11 e-mail lookup v1",
    "hrm 2026-11 gift code v1",
    "hrm 2026-11 gift code lookup v1",
    "hrm 2026-11 proof token lookup v1",
    "hrm 2026-11 rate limits v1",
    "hrm 2026-11 sealed rows v1",
    "hrm 2026-11 sandbox journal v1",
];
const COUNT: usize = 7;

/// The keys by their use. Cheap to clone.
#[derive(Clone)]
pub struct Keys(Arc<Set>);

struct Set {
    /// All of them, for wrapping.
    bytes: [[u8; 32]; COUNT],
    email: [u8; 32],
    gift: [u8; 32],
    code: [u8; 32],
    proof: [u8; 32],
    limits: [u8; 32],
    rows: Sealer,
    simulation: [u8; 32],
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(..)")
    }
}

impl Keys {
    /// Keys for a new database.
    pub fn random() -> Self {
        Self::of(rand::random())
    }

    /// The keys that were derived from a secret before there was a data key.
    pub fn derive(secret: &[u8]) -> Self {
        Self::of(PURPOSES.map(|purpose| blake3::derive_key(purpose, secret)))
    }

    /// Other keys for a database whose values are sealed anew. The journal of simulated payments, which is no part of it, keeps its own.
    #[must_use]
    pub fn renewed(&self) -> Self {
        let mut bytes: [[u8; 32]; COUNT] = rand::random();
        bytes[COUNT - 1] = self.0.simulation;
        Self::of(bytes)
    }

    fn of(bytes: [[u8; 32]; COUNT]) -> Self {
        let [email, gift, code, proof, limits, rows, simulation] = bytes;
        Self(Arc::new(Set {
            bytes,
            email,
            gift,
            code,
            proof,
            limits,
            rows: Sealer::new(&rows),
            simulation,
        }))
    }

    /// The hash that is stored for an address.
    pub fn email_hash(&self, address: &EmailAddress) -> Vec<u8> {
        hash(&self.0.email, address.key().as_bytes())
    }

    /// The gift code of a purchase. After a reseal it is another one than before.
    pub fn gift_code(&self, purchase_id: uuid::Uuid) -> GiftCode {
        GiftCode::derive(&self.0.gift, purchase_id.as_bytes())
    }

    /// The hash that is stored for a gift code.
    pub fn gift_code_hash(&self, code: &GiftCode) -> Vec<u8> {
        hash(&self.0.code, code.as_str().as_bytes())
    }

    /// The hash that is stored for a one-time link's token.
    pub fn proof_hash(&self, token: &str) -> Vec<u8> {
        hash(&self.0.proof, token.as_bytes())
    }

    /// The key of a limit's counter for one subject, from which the subject cannot be read.
    pub fn limit_key(&self, limit: &str, subject: &[u8]) -> Vec<u8> {
        let mut hasher = blake3::Hasher::new_keyed(&self.0.limits);
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
        self.0.rows.seal(place, text)
    }

    /// Opens what was sealed for the same place.
    pub fn open(&self, place: &[&[u8]], bytes: &[u8]) -> Option<String> {
        self.0.rows.open(place, bytes)
    }

    /// The key of the journal of simulated payments.
    pub fn simulation(&self) -> &[u8; 32] {
        &self.0.simulation
    }
}

/// One secret of the server, for what it opens.
#[derive(Debug, Clone)]
pub struct Secret {
    sealer: Sealer,
    derived: Keys,
}

impl Secret {
    /// What depends on this secret.
    pub fn new(secret: &[u8]) -> Self {
        let key = blake3::derive_key("hrm 2026-11 data key wrapping v1", secret);
        Self {
            sealer: Sealer::new(&key),
            derived: Keys::derive(secret),
        }
    }

    /// Seals keys for the place where they are stored.
    pub fn wrap(&self, place: &[&[u8]], keys: &Keys) -> Option<Vec<u8>> {
        let text = BASE64_NOPAD.encode(keys.0.bytes.as_flattened());
        self.sealer.seal(place, &text)
    }

    /// Opens keys that were wrapped for the same place.
    pub fn unwrap(&self, place: &[&[u8]], wrapped: &[u8]) -> Option<Keys> {
        let text = self.sealer.open(place, wrapped)?;
        let bytes = BASE64_NOPAD.decode(text.as_bytes()).ok()?;
        let (keys, rest) = bytes.as_chunks::<32>();
        let keys = keys.try_into().ok().filter(|_| rest.is_empty())?;
        Some(Keys::of(keys))
    }

    /// The keys of a database from before the data key.
    pub fn derived(&self) -> &Keys {
        &self.derived
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

    const PLACE: &[&[u8]] = &[b"table", b"row"];

    #[test]
    fn other_keys_give_other_hashes_and_codes() {
        let (one, two) = (Keys::random(), Keys::random());
        let address = "ann@example.com".parse().unwrap();
        let id = uuid::Uuid::now_v7();
        assert_eq!(one.email_hash(&address), one.email_hash(&address));
        assert_ne!(one.email_hash(&address), two.email_hash(&address));
        assert_ne!(one.gift_code(id), two.gift_code(id));
        assert_ne!(one.limit_key("a", b"bc"), one.limit_key("ab", b"c"));
    }

    #[test]
    fn wrapped_keys_open_with_their_secret_and_place_alone() {
        let (keys, secret) = (Keys::random(), Secret::new(b"one"));
        let wrapped = secret.wrap(PLACE, &keys).unwrap();
        let opened = secret.unwrap(PLACE, &wrapped).unwrap();
        assert_eq!(opened.0.bytes, keys.0.bytes);
        assert!(Secret::new(b"two").unwrap(PLACE, &wrapped).is_none());
        assert!(secret.unwrap(&[b"elsewhere"], &wrapped).is_none());
        let short = secret.sealer.seal(PLACE, "AAAA").unwrap();
        assert!(secret.unwrap(PLACE, &short).is_none());
    }

    #[test]
    fn another_secret_keeps_the_keys() {
        let before = Secret::new(b"one");
        let sealed = before.derived().seal(PLACE, "text").unwrap();
        let after = Secret::new(b"two");
        let wrapped = after.wrap(PLACE, before.derived()).unwrap();
        let keys = after.unwrap(PLACE, &wrapped).unwrap();
        assert_eq!(keys.open(PLACE, &sealed).unwrap(), "text");
        assert!(after.derived().open(PLACE, &sealed).is_none());
    }

    /// These bytes are in databases: with other ones, nothing in them could be found.
    #[test]
    fn a_secret_derives_the_keys_that_it_always_has() {
        let keys = Keys::derive(b"0123456789abcdef0123456789abcdef");
        let hex = |bytes: &[u8]| data_encoding::HEXLOWER.encode(&bytes[..8]);
        let address = "ann@example.com".parse().unwrap();
        let code = keys.gift_code(uuid::Uuid::nil());
        let found = [
            hex(&keys.email_hash(&address)),
            code.as_str().to_owned(),
            hex(&keys.gift_code_hash(&code)),
            hex(&keys.proof_hash("token")),
            hex(&keys.limit_key("limit", b"subject")),
            hex(keys.simulation()),
        ];
        let always = [
            "2b3415ff78e61b31",
            "ekeyigfsg3yr4fc765n6bkmxde",
            "b3c24fbf1f997149",
            "18c318878c88d3f1",
            "c795e48183c70e3a",
            "887201cedfcd6112",
        ];
        assert_eq!(found, always);
    }

    #[test]
    fn renewed_keys_open_nothing_and_keep_the_key_of_simulated_payments() {
        let keys = Keys::random();
        let renewed = keys.renewed();
        let sealed = keys.seal(PLACE, "text").unwrap();
        assert!(renewed.open(PLACE, &sealed).is_none());
        assert_eq!(renewed.simulation(), keys.simulation());
        let same = keys.0.bytes.iter().zip(renewed.0.bytes);
        assert_eq!(same.filter(|(one, other)| *one == other).count(), 1);
    }
}
