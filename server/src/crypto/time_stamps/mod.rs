//! Time-stamp tokens (RFC 3161): the question for one, and the check of the answer before it is kept.
//!
//! Checked are the status, the fingerprint with its algorithm, the number that was drawn for the question, the time, and that the token has the
//! certificate of its signer, which is for time stamps and was valid then. The signature is checked where its kind is known here. Not checked are who
//! issued the certificate and whether it was revoked: whom to trust is for whoever checks a recording.

use std::ops::RangeInclusive;

use der::Encode as _;
use der::asn1::OctetString;

pub use self::fault::Fault;
use self::parts::{MessageImprint, SHA_256, TimeStampReq, TimeStampResp, TstInfo};
pub use self::signed::Signature;
use self::signed::{Signed, read};
use crate::domain::chain_head::ChainHead;

#[cfg(test)]
mod authority;
mod fault;
mod parts;
mod signed;
#[cfg(test)]
mod tests;

/// What is asked of an authority.
#[derive(Debug)]
pub struct Query {
    head: ChainHead,
    number: u64,
}

/// A token that passed.
#[derive(Debug)]
pub struct Token {
    /// The `ContentInfo` in DER, as the authority sent it.
    pub der: Vec<u8>,
    /// Whether its signature was checked.
    pub signature: Signature,
}

impl Query {
    /// For a fingerprint, with a number that was drawn for this question alone.
    pub fn new(head: ChainHead, number: u64) -> Self {
        Self { head, number }
    }

    /// The request in DER.
    pub fn to_der(&self) -> Option<Vec<u8>> {
        let question = TimeStampReq {
            version: 1,
            imprint: MessageImprint {
                algorithm: SHA_256,
                hash: OctetString::new(self.head.bytes().as_slice()).ok()?,
            },
            number: self.number,
            with_certificate: true,
        };
        question.to_der().ok()
    }

    /// The token in an answer to this question. `times` are the Unix seconds in which the authority may have made it; none where nobody here knows
    /// the time.
    pub fn token(&self, answer: &[u8], times: Option<RangeInclusive<i64>>) -> Result<Token, Fault> {
        let response = TimeStampResp::read(answer).map_err(|_| Fault::Unreadable)?;
        if let Some((status, failure)) = response.status.refusal() {
            return Err(Fault::Refused { status, failure });
        }
        let token = response.token.ok_or(Fault::NoToken)?;
        let der = token.to_der().map_err(|_| Fault::NoToken)?;
        let Signed { content, signer } = read(&der)?;
        let stamp = TstInfo::read(&content).map_err(|_| Fault::NoStamp)?;
        if !stamp.imprint.is_of(self.head.bytes()) {
            return Err(Fault::Fingerprint);
        }
        if stamp.number != Some(self.number) {
            return Err(Fault::Number);
        }
        if let Some(times) = times {
            let away = distance(stamp.time, &times);
            if away != 0 {
                return Err(Fault::Time(away));
            }
        }
        let signature = signer.check(&content, stamp.time)?;
        Ok(Token { der, signature })
    }
}

/// How far a time is from a range.
fn distance(time: i64, range: &RangeInclusive<i64>) -> u64 {
    let nearest = time.clamp(*range.start(), *range.end());
    time.abs_diff(nearest)
}
