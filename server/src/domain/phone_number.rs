//! A phone number as a person keeps it in a phone.

/// A number with a digit in it, trimmed; 32 characters at most were typed.
#[derive(Clone, PartialEq, Eq)]
pub struct PhoneNumber(String);

const MAX_LENGTH: usize = 32;

impl PhoneNumber {
    /// Reads a number as typed: digits and the marks people put between them. Spec section 5: not blank.
    pub fn parse(typed: &str) -> Option<Self> {
        let number = typed.trim();
        let is_mark = |c: char| {
            matches!(
                c,
                '+' | '-' | '(' | ')' | '.' | '/' | '*' | '#' | ' ' | ',' | ';' | 'x'
            )
        };
        let is_written_right = number.chars().all(|c| c.is_ascii_digit() || is_mark(c));
        let has_digit = number.chars().any(|c| c.is_ascii_digit());
        (typed.chars().count() <= MAX_LENGTH && is_written_right && has_digit)
            .then(|| Self(number.to_owned()))
    }

    /// The number, for its owner's device only.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Debug output must not carry the number into a log.
impl std::fmt::Debug for PhoneNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PhoneNumber(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_as_people_write_them() {
        for typed in [
            "000",
            "+61 400 000 001",
            "(02) 9999-0000",
            "1-800-799-7233",
            "0049/30.1234 x12",
        ] {
            assert_eq!(PhoneNumber::parse(typed).unwrap().as_str(), typed);
        }
        assert_eq!(PhoneNumber::parse("  000 ").unwrap().as_str(), "000");
    }

    #[test]
    fn what_cannot_be_called_is_refused() {
        for typed in [
            "",
            "   ",
            "+",
            "call me",
            "000\n111",
            "0?&body=1",
            &"1".repeat(33),
        ] {
            assert!(PhoneNumber::parse(typed).is_none(), "{typed:?}");
        }
    }
}
