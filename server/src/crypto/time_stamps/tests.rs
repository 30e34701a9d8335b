//! Answers of a real authority, and tampered ones.

use std::time::{SystemTime, UNIX_EPOCH};

use data_encoding::HEXLOWER;

use super::authority::Authority;
use super::*;

const P_256: &str = "-algorithm EC -pkeyopt ec_paramgen_curve:P-256";
const P_384: &str = "-algorithm EC -pkeyopt ec_paramgen_curve:P-384";
const RSA: &str = "-algorithm RSA -pkeyopt rsa_keygen_bits:2048";

fn query(byte: u8, number: u64) -> Query {
    Query::new(ChainHead::from_bytes(&[byte; 32]).unwrap(), number)
}

fn answer(authority: &Authority, query: &Query) -> Vec<u8> {
    authority.reply(&query.to_der().unwrap())
}

fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    now.as_secs().try_into().unwrap()
}

/// The answer with one text in place of another of the same length.
fn replaced(answer: &[u8], text: &[u8], other: &[u8]) -> Vec<u8> {
    assert_eq!(text.len(), other.len());
    let mut changed = answer.to_vec();
    let mut count = 0;
    for at in 0..changed.len() - text.len() {
        if changed[at..].starts_with(text) {
            changed[at..at + text.len()].copy_from_slice(other);
            count += 1;
        }
    }
    assert_eq!(count, 1, "the text is there once");
    changed
}

#[test]
fn tokens_of_an_authority_are_taken_and_openssl_takes_them_too() {
    for (key, digest, precision, signature) in [
        (P_256, "sha256", "0", Signature::Right),
        (P_384, "sha384", "3", Signature::Right),
        (P_384, "sha512", "0", Signature::UnknownKind),
        (RSA, "sha512", "6", Signature::Right),
    ] {
        let authority = Authority::new(key, digest);
        authority.settings("sha256", digest, precision);
        // A number whose first bit is set takes nine bytes.
        let query = query(7, u64::MAX - 1);
        let times = now() - 5..=now() + 5;
        let token = query.token(&answer(&authority, &query), Some(times));
        let token = token.unwrap();
        assert_eq!(token.signature, signature, "{key} {digest}");
        assert!(authority.verifies(&token.der, &"07".repeat(32)));
        assert!(!authority.verifies(&token.der, &"08".repeat(32)));
    }
}

#[test]
fn a_token_for_another_question_or_time_is_refused() {
    let authority = Authority::usual();
    let asked = query(1, 17);
    // The authority's time is later than this, however long it takes.
    let early = Some(0..=now() - 1_000);
    let answer = answer(&authority, &asked);
    let fault = |query: &Query, times| query.token(&answer, times).unwrap_err();
    assert_eq!(fault(&query(2, 17), None), Fault::Fingerprint);
    assert_eq!(fault(&query(1, 18), None), Fault::Number);
    assert!(matches!(fault(&asked, early), Fault::Time(1_000..)));
    assert!(asked.token(&answer, None).is_ok(), "nobody knows the time");
}

#[test]
fn what_the_authority_refuses_is_told_with_its_reason() {
    let authority = Authority::usual();
    authority.settings("sha512", "sha256", "0");
    let query = query(1, 17);
    let fault = query.token(&answer(&authority, &query), None).unwrap_err();
    // rejection, badAlg
    let expected = Fault::Refused {
        status: 2,
        failure: 0,
    };
    assert_eq!(fault, expected);
}

#[test]
fn a_token_that_was_changed_is_refused() {
    let authority = Authority::usual();
    let query = query(1, 17);
    let answer = answer(&authority, &query);
    let fault = |answer: &[u8]| query.token(answer, None).unwrap_err();
    let mut forged = answer.clone();
    *forged.last_mut().unwrap() ^= 1;
    assert_eq!(fault(&forged), Fault::Signature, "another signature");
    // The policy 1.2.3.4.1 is signed.
    let policy = replaced(&answer, &[6, 4, 42, 3, 4, 1], &[6, 4, 42, 3, 4, 2]);
    assert_eq!(fault(&policy), Fault::Signature, "another policy");
    // The certificate's purpose, 1.3.6.1.5.5.7.3.8, as code signing.
    let purpose = HEXLOWER.decode(b"2b06010505070308").unwrap();
    let other = HEXLOWER.decode(b"2b06010505070303").unwrap();
    let changed = replaced(&answer, &purpose, &other);
    assert_eq!(fault(&changed), Fault::Purpose);
    let token = query.token(&answer, None).unwrap();
    let Signed { content, signer } = read(&token.der).unwrap();
    let late = signer.check(&content, now() + 10 * 86_400);
    assert_eq!(late, Err(Fault::Expired));
    assert_eq!(signer.check(&content, 0), Err(Fault::Expired));
}

#[test]
fn a_token_without_the_certificate_of_its_signer_is_refused() {
    let authority = Authority::usual();
    let query = query(1, 17);
    let mut asked = query.to_der().unwrap();
    // `certReq` at the end, which is false where it is left out.
    asked.truncate(asked.len() - 3);
    asked[1] -= 3;
    let fault = query.token(&authority.reply(&asked), None).unwrap_err();
    assert_eq!(fault, Fault::NoCertificate);
}

#[test]
fn what_is_no_answer_is_refused_wherever_it_ends() {
    let authority = Authority::usual();
    let query = query(1, 17);
    let answer = answer(&authority, &query);
    for length in 0..answer.len() {
        assert!(query.token(&answer[..length], None).is_err(), "{length}");
    }
    let longer = [answer.as_slice(), b"x"].concat();
    assert_eq!(query.token(&longer, None).unwrap_err(), Fault::Unreadable);
    for garbage in [&b"<html>"[..], &[0x30, 0x84, 0xff, 0xff, 0xff, 0xff]] {
        assert_eq!(query.token(garbage, None).unwrap_err(), Fault::Unreadable);
    }
    // Granted, and nothing else; and something that is no token.
    let empty = [0x30, 5, 0x30, 3, 2, 1, 0];
    assert_eq!(query.token(&empty, None).unwrap_err(), Fault::NoToken);
    let other = [0x30, 7, 0x30, 3, 2, 1, 0, 5, 0];
    assert_eq!(query.token(&other, None).unwrap_err(), Fault::NoStamp);
}
