//! The test cards. <https://docs.stripe.com/testing#cards>

use serde_json::{Value, json};

/// What a payment with a card leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Card {
    /// It succeeds.
    Succeeds,
    /// It succeeds after a 3-D Secure check.
    RequiresAuthentication,
    /// It is declined.
    Declined,
    /// The number is not that of a test card.
    Unknown,
}

impl Card {
    /// The card of a number as typed.
    pub(super) fn of(number: &str) -> Self {
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        match digits.as_str() {
            "4242424242424242" => Self::Succeeds,
            "4000002500003155" => Self::RequiresAuthentication,
            "4000000000000002" => Self::Declined,
            _ => Self::Unknown,
        }
    }
}

/// Stripe's message for a card that is declined.
pub(super) const DECLINED: &str = "Your card was declined.";
/// Stripe's message for a wrong number.
pub(super) const UNKNOWN: &str = "Your card number is invalid.";
/// Stripe's message for a failed 3-D Secure check.
pub(super) const NOT_AUTHENTICATED: &str = "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

/// The body of Stripe's response when a card is refused.
pub(super) fn card_error(code: &str, message: &str) -> Value {
    json!({ "error": { "type": "card_error", "code": code, "message": message } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_number_may_have_spaces_and_dashes() {
        assert_eq!(Card::of("4242 4242 4242 4242"), Card::Succeeds);
        assert_eq!(Card::of("4000 0000 0000 0002"), Card::Declined);
        assert_eq!(
            Card::of("4000-0025-0000-3155"),
            Card::RequiresAuthentication
        );
        assert_eq!(Card::of("1234"), Card::Unknown);
    }
}
