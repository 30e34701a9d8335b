//! The test cards and what becomes of them. <https://docs.stripe.com/testing#cards>

use serde_json::{Value, json};

/// What a card does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Card {
    /// It pays.
    Pays,
    /// It pays after a 3-D Secure check.
    AsksFirst,
    /// It is declined.
    Declined,
    /// Its number is none of the test cards.
    Unknown,
}

impl Card {
    /// The card of a number as typed.
    pub(super) fn of(number: &str) -> Self {
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        match digits.as_str() {
            "4242424242424242" => Self::Pays,
            "4000002500003155" => Self::AsksFirst,
            "4000000000000002" => Self::Declined,
            _ => Self::Unknown,
        }
    }
}

/// Stripe's words for a card that is declined.
pub(super) const DECLINED: &str = "Your card was declined.";
/// Stripe's words for a number that is none.
pub(super) const UNKNOWN: &str = "Your card number is invalid.";
/// Stripe's words for a check that failed.
pub(super) const NOT_AUTHENTICATED: &str = "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

/// The body of Stripe's answer to a card that does not pay.
pub(super) fn card_error(code: &str, message: &str) -> Value {
    json!({ "error": { "type": "card_error", "code": code, "message": message } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_be_typed_with_spaces() {
        assert_eq!(Card::of("4242 4242 4242 4242"), Card::Pays);
        assert_eq!(Card::of("4000 0000 0000 0002"), Card::Declined);
        assert_eq!(Card::of("4000-0025-0000-3155"), Card::AsksFirst);
        assert_eq!(Card::of("1234"), Card::Unknown);
    }
}
