//! A phone number as people write it.

use utoipa::ToSchema;

/// Digits, at least one, and the marks that people put between them.
#[derive(Clone, PartialEq, Eq, ToSchema)]
#[schema(
    max_length = 32,
    pattern = "^[\\t-\\r \\u0085\\u00a0]*[+() ./#*,;x-]*[0-9][0-9+() ./#*,;x-]*[\\t-\\r \\u0085\\u00a0]*$",
    examples("+61 400 000 001")
)]
pub struct PhoneNumber(String);

const MAX_LENGTH: usize = 32;

impl PhoneNumber {
    /// Reads a number as typed. `None` where it has no digit, other characters, or more than 32 characters.
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

    /// The number. Only the device that saved it may see it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Hides the number from debug output, and so from logs.
impl std::fmt::Debug for PhoneNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PhoneNumber(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_kept_as_it_was_written() {
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
    fn text_that_cannot_be_dialled_is_refused() {
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
