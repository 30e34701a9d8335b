//! An e-mail address that is worth writing to.

use std::fmt;
use std::str::FromStr;

use email_address::Options;
use unicode_normalization::UnicodeNormalization as _;

/// The longest address that a mail server must take (RFC 5321, section 4.5.3.1.3, less the angle brackets).
const MAX_BYTES: usize = 254;

/// A valid address. `Debug` hides it, so that it cannot reach a log by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct EmailAddress {
    text: String,
    key: String,
}

impl EmailAddress {
    /// The address as it was typed, without the space around it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The form under which two spellings of one address meet: lower case, composed characters.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The mailbox behind the spellings that many providers treat alike (dots, `+tag`), for counting attempts only.
    pub fn mailbox(&self) -> String {
        let (local, domain) = self.key.rsplit_once('@').unwrap_or((&self.key, ""));
        let plain = local.split('+').next().unwrap_or(local).replace('.', "");
        format!("{plain}@{domain}")
    }
}

impl From<EmailAddress> for String {
    fn from(address: EmailAddress) -> Self {
        address.text
    }
}

impl fmt::Debug for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EmailAddress(..)")
    }
}

/// The text is no valid address (spec section 5).
#[derive(Debug, thiserror::Error)]
#[error("Please enter a valid email address")]
pub struct NotAnEmailAddress;

impl FromStr for EmailAddress {
    type Err = NotAnEmailAddress;

    fn from_str(text: &str) -> Result<Self, NotAnEmailAddress> {
        let text = text.trim();
        let has_control = text.chars().any(char::is_control);
        let options = Options::default()
            .with_required_tld()
            .without_domain_literal()
            .without_display_text();
        let is_address = email_address::EmailAddress::parse_with_options(text, options).is_ok();
        if MAX_BYTES < text.len() || has_control || text.matches('@').count() != 1 || !is_address {
            return Err(NotAnEmailAddress);
        }
        Ok(Self {
            text: text.to_owned(),
            key: text.nfc().collect::<String>().to_lowercase(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_people_have_are_taken() {
        for text in [
            "a@example.com",
            " Jo.Smith+x@mail.example.co.uk ",
            "o'neil@example.org",
            "jürgen@exämple.de",
        ] {
            assert!(text.parse::<EmailAddress>().is_ok(), "{text}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        let long = format!("{}@example.com", "a".repeat(64) + &".b".repeat(100));
        for text in [
            "",
            "@",
            "a",
            "a@",
            "@b.com",
            "a@b",
            "a b@c.com",
            "a@b.com\r\nBcc: x@y.com",
            "a@b.com\0",
            "a@b@c.com",
            "Jo <a@b.com>",
            "a@[127.0.0.1]",
            &long,
        ] {
            assert!(text.parse::<EmailAddress>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn two_spellings_of_one_address_meet() {
        let (one, other): (EmailAddress, EmailAddress) = (
            "JO@Example.com".parse().unwrap(),
            "jo@example.com".parse().unwrap(),
        );
        assert_eq!(one.key(), other.key());
        assert_eq!(one.as_str(), "JO@Example.com");
    }

    #[test]
    fn spellings_of_one_mailbox_are_counted_together() {
        let of = |text: &str| text.parse::<EmailAddress>().unwrap().mailbox();
        assert_eq!(of("Jo.Smith+shop@Example.com"), of("josmith@example.com"));
        assert_ne!(of("jo@example.com"), of("jo@example.org"));
    }

    #[test]
    fn the_address_does_not_show_in_debug_output() {
        let address: EmailAddress = "a@example.com".parse().unwrap();
        assert_eq!(format!("{address:?}"), "EmailAddress(..)");
    }
}
