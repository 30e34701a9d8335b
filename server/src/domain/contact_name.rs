//! The name of an emergency contact.

use utoipa::ToSchema;

/// A name without control characters. It is trimmed and never empty; blank input becomes a default.
#[derive(Clone, PartialEq, Eq, ToSchema)]
#[schema(
    max_length = 80,
    pattern = "^[\\t-\\r \\u0085\\u00a0]*[^\\u0000-\\u001f\\u007f-\\u009f]*[\\t-\\r \\u0085\\u00a0]*$"
)]
pub struct ContactName(String);

const MAX_LENGTH: usize = 80;

impl ContactName {
    /// Reads a name; a blank one becomes "Emergency Contact". `None` where it has more than 80 characters or a control character.
    pub fn parse(typed: &str) -> Option<Self> {
        let name = typed.trim();
        if MAX_LENGTH < typed.chars().count() || name.chars().any(char::is_control) {
            return None;
        }
        Some(Self(if name.is_empty() {
            "Emergency Contact".to_owned()
        } else {
            name.to_owned()
        }))
    }

    /// The name. Only the device that saved it may see it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Hides the name from debug output, and so from logs.
impl std::fmt::Debug for ContactName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ContactName(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_name_gets_the_default() {
        assert_eq!(
            ContactName::parse("  ").unwrap().as_str(),
            "Emergency Contact"
        );
        assert_eq!(ContactName::parse(" Zoë ").unwrap().as_str(), "Zoë");
    }

    #[test]
    fn a_name_is_bounded() {
        assert!(ContactName::parse(&"ë".repeat(80)).is_some());
        assert!(ContactName::parse(&"ë".repeat(81)).is_none());
        assert!(ContactName::parse("a\nb").is_none());
    }
}
