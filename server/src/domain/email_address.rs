//! An e-mail address, normalised so that one mailbox has one form.

/// An address of 254 characters at most, trimmed and in lower case.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct EmailAddress(String);

/// RFC 3696 erratum 1690: a path holds 254 characters besides its brackets.
const MAX_LENGTH: usize = 254;

impl EmailAddress {
    /// Reads an address as a person types it; `None` where it cannot be one that receives mail.
    pub fn parse(typed: &str) -> Option<Self> {
        let address = typed.trim().to_lowercase();
        if address.len() > MAX_LENGTH
            || address.chars().any(|c| c.is_control() || c.is_whitespace())
        {
            return None;
        }
        let options = email_address::Options::default()
            .with_required_tld()
            .without_domain_literal()
            .without_display_text();
        email_address::EmailAddress::parse_with_options(&address, options).ok()?;
        Some(Self(address))
    }

    /// The address itself, for the mail server and for its owner's device only.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The mailbox behind spellings that many providers treat alike (dots, `+tag`), for counting attempts only.
    pub fn mailbox(&self) -> String {
        let (local, domain) = self.0.rsplit_once('@').unwrap_or((&self.0, ""));
        let plain = local.split('+').next().unwrap_or(local).replace('.', "");
        format!("{plain}@{domain}")
    }
}

/// Debug output must not carry the address into a log.
impl std::fmt::Debug for EmailAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EmailAddress(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_mailbox_has_one_form() {
        let address = EmailAddress::parse("  Ann.Lee+Shop@Example.COM ").unwrap();
        assert_eq!(address.as_str(), "ann.lee+shop@example.com");
        assert_eq!(address.mailbox(), "annlee@example.com");
    }

    #[test]
    fn what_cannot_receive_mail_is_refused() {
        for typed in [
            "",
            " ",
            "ann",
            "ann@",
            "@example.com",
            "ann@example",
            "a b@example.com",
            "ann@[127.0.0.1]",
            "Ann <ann@example.com>",
            "ann@example.com\r\nBcc: x@example.com",
            "ann@exa\0mple.com",
            "ann@b@example.com",
        ] {
            assert!(EmailAddress::parse(typed).is_none(), "{typed:?}");
        }
        let long = format!("{}@example.com", "a".repeat(250));
        assert!(EmailAddress::parse(&long).is_none());
    }

    #[test]
    fn debug_output_hides_the_address() {
        let address = EmailAddress::parse("ann@example.com").unwrap();
        assert_eq!(format!("{address:?}"), "EmailAddress(..)");
    }

    proptest::proptest! {
        #[test]
        fn parsing_never_panics_and_what_passes_parses_again(typed in ".{0,300}") {
            if let Some(address) = EmailAddress::parse(&typed) {
                proptest::prop_assert!(address.as_str().len() <= MAX_LENGTH);
                let again = EmailAddress::parse(address.as_str());
                proptest::prop_assert_eq!(again, Some(address));
            }
        }
    }
}
