//! Encryption of push messages for one browser (RFC 8291), and the signature by which push services know the sender (VAPID, RFC 8292).

use data_encoding::BASE64URL_NOPAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};

use crate::domain::push_subscription::PushSubscription;

/// The longest text that fits into the one record that push services take: 4096 bytes without header, delimiter and tag (RFC 8291,
/// section 4).
pub const MAX_TEXT_BYTES: usize = 3993;
/// The record's size in the header, in bytes.
const RECORD_SIZE: u32 = 4096;
/// The end of the last record's text (RFC 8188, section 2).
const LAST_RECORD: u8 = 2;

/// Encrypts a text for a browser. Fails where the browser's key is no point of the curve, or the text is too long.
pub fn encrypt(subscription: &PushSubscription, text: &[u8]) -> Option<Vec<u8>> {
    if MAX_TEXT_BYTES < text.len() {
        return None;
    }
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).ok()?;
    let public = private.compute_public_key().ok()?;
    let browser = UnparsedPublicKey::new(&ECDH_P256, subscription.p256dh());
    let sealed = agree_ephemeral(private, &browser, |secret| {
        let parts = Parts {
            secret,
            sender: public.as_ref(),
            salt: rand::random(),
        };
        seal(subscription, &parts, text)
    });
    sealed.ok()?.ok()
}

/// What is new for each message.
struct Parts<'a> {
    /// What both keys give.
    secret: &'a [u8],
    /// The sender's public key.
    sender: &'a [u8],
    salt: [u8; 16],
}

fn seal(
    subscription: &PushSubscription,
    parts: &Parts<'_>,
    text: &[u8],
) -> Result<Vec<u8>, Unspecified> {
    let browser = subscription.p256dh().as_slice();
    let shared = Salt::new(HKDF_SHA256, subscription.auth()).extract(parts.secret);
    let info = [b"WebPush: info\0", browser, parts.sender].concat();
    let input: [u8; 32] = expand(&shared, &info)?;
    let prk = Salt::new(HKDF_SHA256, &parts.salt).extract(&input);
    let key: [u8; 16] = expand(&prk, b"Content-Encoding: aes128gcm\0")?;
    let nonce: [u8; 12] = expand(&prk, b"Content-Encoding: nonce\0")?;
    let mut sealed = [text, &[LAST_RECORD]].concat();
    LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?).seal_in_place_append_tag(
        Nonce::assume_unique_for_key(nonce),
        Aad::empty(),
        &mut sealed,
    )?;
    let length = u8::try_from(parts.sender.len()).map_err(|_| Unspecified)?;
    Ok([
        &parts.salt,
        RECORD_SIZE.to_be_bytes().as_slice(),
        &[length],
        parts.sender,
        &sealed,
    ]
    .concat())
}

/// The length of what is expanded, for `ring`.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const LENGTH: usize>(prk: &Prk, info: &[u8]) -> Result<[u8; LENGTH], Unspecified> {
    let mut bytes = [0; LENGTH];
    prk.expand(&[info], Length(LENGTH))?.fill(&mut bytes)?;
    Ok(bytes)
}

/// The key by which push services know this installation.
pub struct Signer(EcdsaKeyPair);

impl Signer {
    /// A new key as text, for [`Signer::from_text`].
    pub fn generate() -> Option<String> {
        let document =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        Some(BASE64URL_NOPAD.encode(document.ok()?.as_ref()))
    }

    /// Reads a key.
    pub fn from_text(text: &str) -> Option<Self> {
        let document = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        let key = EcdsaKeyPair::from_pkcs8(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            &document,
            &SystemRandom::new(),
        );
        key.ok().map(Self)
    }

    /// The public key, in base64url: browsers subscribe with it.
    pub fn public_key(&self) -> String {
        BASE64URL_NOPAD.encode(self.0.public_key().as_ref())
    }

    /// The `Authorization` header of a message to a push service. `audience` is the service's origin, `contact` a `mailto:` or https URL,
    /// `expires` in Unix seconds, at most a day ahead.
    pub fn authorization(&self, audience: &str, contact: &str, expires: i64) -> Option<String> {
        let head = BASE64URL_NOPAD.encode(br#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = serde_json::json!({ "aud": audience, "exp": expires, "sub": contact });
        let claims = BASE64URL_NOPAD.encode(claims.to_string().as_bytes());
        let signed = format!("{head}.{claims}");
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes()).ok()?;
        let signature = BASE64URL_NOPAD.encode(signature.as_ref());
        let key = self.public_key();
        Some(format!("vapid t={signed}.{signature}, k={key}"))
    }
}

/// Hides the key from debug output.
impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer(..)")
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as Verifier};

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
    }

    fn subscription() -> PushSubscription {
        PushSubscription::parse(
            "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg",
        )
        .unwrap()
    }

    /// RFC 8291, section 5 and appendix A, from the shared secret on.
    #[test]
    fn the_example_of_rfc_8291_is_encrypted_to_its_message() {
        let parts = Parts {
            secret: &bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"),
            sender: &bytes(
                "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
            ),
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap(),
        };
        let text = b"When I grow up, I want to be a watermelon";
        let message = seal(&subscription(), &parts, text).unwrap();
        assert_eq!(
            BASE64URL_NOPAD.encode(&message),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn two_messages_differ_and_the_longest_one_fits_into_a_record() {
        let one = encrypt(&subscription(), b"look").unwrap();
        assert_ne!(one, encrypt(&subscription(), b"look").unwrap());
        let longest = encrypt(&subscription(), &[b'x'; MAX_TEXT_BYTES]).unwrap();
        assert_eq!(longest.len(), 4096);
        assert!(encrypt(&subscription(), &[b'x'; MAX_TEXT_BYTES + 1]).is_none());
    }

    #[test]
    fn a_key_that_is_no_point_of_the_curve_is_refused() {
        let p256dh = BASE64URL_NOPAD.encode(&[&[4_u8][..], &[7; 64]].concat());
        let other = PushSubscription::parse("https://a.example", &p256dh, "BTBZMqHH6r4Tts7J_aSIgg");
        assert!(encrypt(&other.unwrap(), b"look").is_none());
    }

    #[test]
    fn a_signature_is_that_of_the_public_key_over_audience_contact_and_end() {
        let text = Signer::generate().unwrap();
        let signer = Signer::from_text(&text).unwrap();
        assert_eq!(bytes(&signer.public_key()).len(), 65);
        let header = signer.authorization("https://a.example", "mailto:b@example.com", 7);
        let header = header.unwrap();
        let (token, key) = header
            .strip_prefix("vapid t=")
            .unwrap()
            .split_once(", k=")
            .unwrap();
        assert_eq!(key, signer.public_key());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        Verifier::new(&ECDSA_P256_SHA256_FIXED, bytes(key))
            .verify(signed.as_bytes(), &bytes(signature))
            .unwrap();
        let claims: serde_json::Value =
            serde_json::from_slice(&bytes(signed.split('.').nth(1).unwrap())).unwrap();
        assert_eq!(claims["aud"], "https://a.example");
        assert_eq!(claims["sub"], "mailto:b@example.com");
        assert_eq!(claims["exp"], 7);
        assert!(Signer::from_text("AAAA").is_none());
    }
}
