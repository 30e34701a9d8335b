//! What can be wrong with an answer of a time-stamp authority.

/// Why an answer is not kept. None of it is about a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is no response in DER.
    #[error("the answer is no time-stamp response")]
    Unreadable,
    /// The authority did not grant the token, with this status.
    #[error("the authority refused with status {status}, failure {failure}")]
    Refused {
        /// `PKIStatus` (RFC 3161, section 2.4.2).
        status: u32,
        /// The first bit of `PKIFailureInfo`, or -1.
        failure: i16,
    },
    /// It has no token.
    #[error("the answer has no token")]
    NoToken,
    /// What is in it is no token.
    #[error("the token is no signed time stamp")]
    NoStamp,
    /// The token is for something else.
    #[error("the token is for another fingerprint")]
    Fingerprint,
    /// The token answers another question.
    #[error("the token has another number than the question")]
    Number,
    /// The authority's time is not the server's.
    #[error("the token's time is {0} seconds away from the clock")]
    Time(u64),
    /// The certificate of the signer is not in it.
    #[error("the token lacks the certificate of its signer")]
    NoCertificate,
    /// The certificate is for something else.
    #[error("the signer's certificate is not for time stamps")]
    Purpose,
    /// The certificate was not valid at the token's time.
    #[error("the signer's certificate is not valid at the token's time")]
    Expired,
    /// The signature does not fit.
    #[error("the token's signature is wrong")]
    Signature,
}
