//! The token in a link that was mailed.

/// A token as somebody sends it. The server stores the keyed hashes of its own.
#[derive(Clone, PartialEq, Eq)]
pub struct MailedToken(String);

impl MailedToken {
    /// The token of a link, or what somebody takes for one.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The token as it is in the link.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Hides the token from debug output, and so from logs.
impl std::fmt::Debug for MailedToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MailedToken(..)")
    }
}
