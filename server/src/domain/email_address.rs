//! A valid e-mail address.

use std::fmt;
use std::str::FromStr;

use email_address::Options;
use unicode_normalization::UnicodeNormalization as _;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The longest address that a mail server must take (RFC 5321, section 4.5.3.1.3, less the angle brackets).
const MAX_BYTES: usize = 254;

/// A valid address. Debug output hides it, so that it cannot reach a log by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct EmailAddress {
    text: String,
    key: String,
}

impl EmailAddress {
    /// The address as it was typed, trimmed.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The address in lower case and composed characters, so that two spellings of one address are equal.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The address without dots and `+tag`, which many providers ignore. For counting requests only.
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

/// The text is not a valid address.
#[derive(Debug, thiserror::Error)]
#[error("Please enter a valid email address")]
pub struct NotAnEmailAddress;

/// The description is stricter than the parser, which also accepts quoted names and other alphabets: no short pattern describes those.
impl PartialSchema for EmailAddress {
    fn schema() -> RefOr<Schema> {
        let pattern = "^[\\t-\\r \\u0085\\u00a0]*[A-Za-z0-9_+-]{1,30}(\\.[A-Za-z0-9_+-]{1,30})?@([a-z0-9]{1,20}\\.){1,3}[a-z]{2,10}[\\t-\\r \\u0085\\u00a0]*$";
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("An e-mail address in its usual form."))
            .max_length(Some(MAX_BYTES))
            .pattern(Some(pattern))
            .examples(["ann@example.com"]);
        schema.into()
    }
}

impl ToSchema for EmailAddress {}

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
    fn common_addresses_are_accepted() {
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
    fn text_that_is_not_an_address_is_refused() {
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
    fn two_spellings_of_one_address_have_the_same_key() {
        let (one, other): (EmailAddress, EmailAddress) = (
            "JO@Example.com".parse().unwrap(),
            "jo@example.com".parse().unwrap(),
        );
        assert_eq!(one.key(), other.key());
        assert_eq!(one.as_str(), "JO@Example.com");
    }

    #[test]
    fn dots_and_tags_make_no_other_mailbox() {
        let of = |text: &str| text.parse::<EmailAddress>().unwrap().mailbox();
        assert_eq!(of("Jo.Smith+shop@Example.com"), of("josmith@example.com"));
        assert_ne!(of("jo@example.com"), of("jo@example.org"));
    }

    #[test]
    fn debug_output_hides_the_address() {
        let address: EmailAddress = "a@example.com".parse().unwrap();
        assert_eq!(format!("{address:?}"), "EmailAddress(..)");
    }
}
