//! The name of an emergency contact.

/// A name, trimmed and never empty; 80 characters at most were typed.
#[derive(Clone, PartialEq, Eq)]
pub struct ContactName(String);

const MAX_LENGTH: usize = 80;

impl ContactName {
    /// Reads a name; a blank one becomes "Emergency Contact" (spec section 5). `None` where it is too long.
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

    /// The name, for its owner's device only.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Debug output must not carry the name into a log.
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
