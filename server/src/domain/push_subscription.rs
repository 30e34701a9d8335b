//! The address at which a browser's push service takes messages for it, with the keys to encrypt them.

use data_encoding::BASE64URL_NOPAD;
use url::{Host, Url};

/// The longest endpoint; those of the push services in use have some 200 to 600 characters.
const MAX_ENDPOINT_BYTES: usize = 1024;

/// A push subscription (<https://www.w3.org/TR/push-api/>). Whether its host may be asked is decided by `domain::push_hosts`.
#[derive(Clone, PartialEq, Eq)]
pub struct PushSubscription {
    endpoint: Url,
    /// The browser's public key: an uncompressed point of P-256.
    p256dh: [u8; 65],
    /// The browser's authentication secret.
    auth: [u8; 16],
}

impl PushSubscription {
    /// Reads what a browser gives. `None` where the endpoint is not https with a domain and no port, or a key has the wrong length.
    pub fn parse(endpoint: &str, p256dh: &str, auth: &str) -> Option<Self> {
        let is_short = endpoint.len() <= MAX_ENDPOINT_BYTES;
        let endpoint = Url::parse(endpoint).ok().filter(|_| is_short)?;
        let is_plain = endpoint.scheme() == "https"
            && matches!(endpoint.host(), Some(Host::Domain(_)))
            && endpoint.port().is_none()
            && endpoint.username().is_empty()
            && endpoint.password().is_none()
            && endpoint.fragment().is_none();
        let p256dh: [u8; 65] = decode(p256dh)?;
        (is_plain && p256dh.starts_with(&[4])).then_some(Self {
            endpoint,
            p256dh,
            auth: decode(auth)?,
        })
    }

    /// Reads what [`PushSubscription::to_text`] wrote.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        Self::parse(lines.next()?, lines.next()?, lines.next()?)
    }

    /// All of it, a line each.
    pub fn to_text(&self) -> String {
        format!(
            "{}\n{}\n{}",
            self.endpoint,
            BASE64URL_NOPAD.encode(&self.p256dh),
            BASE64URL_NOPAD.encode(&self.auth)
        )
    }

    /// The URL to which messages are sent.
    pub fn endpoint(&self) -> &Url {
        &self.endpoint
    }

    /// The endpoint's host.
    pub fn host(&self) -> &str {
        self.endpoint.host_str().unwrap_or_default()
    }

    /// The browser's public key.
    pub fn p256dh(&self) -> &[u8; 65] {
        &self.p256dh
    }

    /// The browser's authentication secret.
    pub fn auth(&self) -> &[u8; 16] {
        &self.auth
    }
}

fn decode<const LENGTH: usize>(text: &str) -> Option<[u8; LENGTH]> {
    let text = text.trim_end_matches('=');
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
    bytes.try_into().ok()
}

/// Hides everything from debug output: an endpoint is a secret that identifies a browser.
impl std::fmt::Debug for PushSubscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushSubscription(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The receiver's keys of RFC 8291, section 5.
    const P256DH: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn at(endpoint: &str) -> Option<PushSubscription> {
        PushSubscription::parse(endpoint, P256DH, AUTH)
    }

    #[test]
    fn a_subscription_is_read_and_written() {
        let one = at("https://fcm.googleapis.com/fcm/send/abc?x=1").unwrap();
        assert_eq!(one.host(), "fcm.googleapis.com");
        assert_eq!(PushSubscription::from_text(&one.to_text()), Some(one));
    }

    #[test]
    fn an_endpoint_that_is_no_plain_https_url_is_refused() {
        for endpoint in [
            "",
            "push",
            "http://fcm.googleapis.com/a",
            "ftp://fcm.googleapis.com/a",
            "https://127.0.0.1/a",
            "https://2130706433/a",
            "https://[::1]/a",
            "https://fcm.googleapis.com:8443/a",
            "https://user@fcm.googleapis.com/a",
            "https://user:secret@fcm.googleapis.com/a",
            "https://fcm.googleapis.com/a#b",
            &format!("https://fcm.googleapis.com/{}", "a".repeat(1024)),
        ] {
            assert!(at(endpoint).is_none(), "{endpoint}");
        }
    }

    #[test]
    fn keys_of_another_length_are_refused() {
        let endpoint = "https://fcm.googleapis.com/a";
        for (p256dh, auth) in [
            ("", AUTH),
            (P256DH, ""),
            (AUTH, AUTH),
            (P256DH, P256DH),
            ("!", AUTH),
        ] {
            assert!(PushSubscription::parse(endpoint, p256dh, auth).is_none());
        }
        let other_form = P256DH.replacen('B', "C", 1);
        assert!(PushSubscription::parse(endpoint, &other_form, AUTH).is_none());
    }
}
