//! The signatures that identify this server to push services: one an hour for each service, as Apple asks, and not one for each message.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::crypto::web_push::Signer;

/// How long a signature is used, in seconds.
const REUSE_SECONDS: i64 = 3600;
/// How long it is valid, in seconds; a day at most (RFC 8292, section 2).
const VALID_SECONDS: i64 = 12 * 3600;
/// The services that are remembered at most: a browser may name any host of some of them.
const MAX_SIGNATURES: usize = 256;

/// The signatures in use.
pub(super) struct PushSignatures {
    signer: Signer,
    contact: String,
    made: Mutex<HashMap<String, CachedSignature>>,
}

/// A signature.
struct CachedSignature {
    at: i64,
    header: String,
}

impl PushSignatures {
    /// `contact` is a `mailto:` or https URL.
    pub(super) fn new(signer: Signer, contact: String) -> Self {
        Self {
            signer,
            contact,
            made: Mutex::new(HashMap::new()),
        }
    }

    /// The `Authorization` header for a service's origin, at `now` in Unix seconds.
    pub(super) fn header(&self, origin: &str, now: i64) -> Option<String> {
        let mut made = self.lock();
        // A clock that was set back makes a new one, too.
        let is_used = |one: &CachedSignature| (one.at..one.at + REUSE_SECONDS).contains(&now);
        if let Some(one) = made.get(origin).filter(|one| is_used(one)) {
            return Some(one.header.clone());
        }
        let header = self
            .signer
            .authorization(origin, &self.contact, now + VALID_SECONDS)?;
        if MAX_SIGNATURES <= made.len() {
            made.retain(|_, one| is_used(one));
        }
        if made.len() < MAX_SIGNATURES || made.contains_key(origin) {
            let one = CachedSignature {
                at: now,
                header: header.clone(),
            };
            made.insert(origin.to_owned(), one);
        }
        Some(header)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, CachedSignature>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_800_000_000;

    fn signatures() -> PushSignatures {
        let signer = Signer::from_text(&Signer::generate().unwrap()).unwrap();
        PushSignatures::new(signer, "mailto:a@example.com".to_owned())
    }

    #[test]
    fn a_service_gets_one_signature_an_hour_and_another_service_another_one() {
        let signatures = signatures();
        let at = |origin, now| signatures.header(origin, now).unwrap();
        let first = at("https://a.example", NOW);
        assert_eq!(at("https://a.example", NOW + 3599), first);
        assert_ne!(at("https://b.example", NOW), first);
        assert_ne!(at("https://a.example", NOW + 3600), first);
        assert_ne!(at("https://a.example", NOW - 3600), first);
    }

    #[test]
    fn many_names_of_services_take_no_more_memory() {
        let signatures = signatures();
        for index in 0..2 * MAX_SIGNATURES {
            signatures
                .header(&format!("https://{index}.example"), NOW)
                .unwrap();
        }
        assert_eq!(signatures.lock().len(), MAX_SIGNATURES);
        // An hour later there is room again.
        let later = NOW + REUSE_SECONDS;
        let first = signatures.header("https://a.example", later);
        assert_eq!(signatures.header("https://a.example", later), first);
    }
}
