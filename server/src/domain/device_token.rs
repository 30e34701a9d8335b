//! The secret in the device cookie, and the id under which the server stores the device.

use data_encoding::BASE64URL_NOPAD;

/// 256 random bits that are only in the device's cookie.
#[derive(Clone)]
pub struct DeviceToken([u8; 32]);

/// The id of a device: a hash of its token.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DeviceId([u8; 32]);

impl DeviceToken {
    /// A new device.
    pub fn generate() -> Self {
        Self(rand::random())
    }

    /// Reads the cookie's value: 43 characters of base64url.
    pub fn parse(cookie: &str) -> Option<Self> {
        let bytes = BASE64URL_NOPAD.decode(cookie.as_bytes()).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// The cookie's value.
    pub fn encode(&self) -> String {
        BASE64URL_NOPAD.encode(&self.0)
    }

    /// The id under which the server stores this device.
    pub fn id(&self) -> DeviceId {
        DeviceId(blake3::derive_key("hrm 2026-11 device id v1", &self.0))
    }

    /// The key that seals this device's contacts. It is never stored, so nobody can read them without the cookie.
    pub fn contact_key(&self) -> [u8; 32] {
        blake3::derive_key("hrm 2026-11 device contacts v1", &self.0)
    }
}

impl DeviceId {
    /// The id as the database stores it.
    pub fn to_vec(&self) -> Vec<u8> {
        self.0.to_vec()
    }

    /// The id's bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Hides the token from debug output, and so from logs.
impl std::fmt::Debug for DeviceToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DeviceToken(..)")
    }
}

/// Hides the id from debug output: log lines must not identify a device.
impl std::fmt::Debug for DeviceId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DeviceId(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_from_its_cookie_and_differs_from_its_id_and_key() {
        let token = DeviceToken::generate();
        let cookie = token.encode();
        assert_eq!(cookie.len(), 43);
        let again = DeviceToken::parse(&cookie).unwrap();
        assert_eq!(again.id(), token.id());
        assert_ne!(token.id().to_vec(), token.0.to_vec());
        assert_ne!(token.contact_key().to_vec(), token.id().to_vec());
    }

    #[test]
    fn only_a_complete_token_is_read() {
        for cookie in [
            "",
            "abc",
            "!",
            &"A".repeat(42),
            &"A".repeat(44),
            &"=".repeat(43),
        ] {
            assert!(DeviceToken::parse(cookie).is_none(), "{cookie:?}");
        }
    }
}
