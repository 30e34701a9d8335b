//! The message of a gift's buyer to its recipient.

use utoipa::ToSchema;

/// A message without control characters except tabs and line breaks. It is trimmed and not empty.
#[derive(Clone, PartialEq, Eq, ToSchema)]
#[schema(
    max_length = 480,
    pattern = "^[\\t-\\r \\u0085\\u00a0]*[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*[\\t-\\r \\u0085\\u00a0]*$"
)]
pub struct PersonalMessage(String);

const MAX_LENGTH: usize = 480;

/// A typed message, read.
#[derive(Debug, PartialEq, Eq)]
pub enum ParsedMessage {
    /// It was blank.
    Nothing,
    /// A message.
    Message(PersonalMessage),
    /// It is too long or has control characters.
    Unusable,
}

impl PersonalMessage {
    /// Reads a message as typed. A line break counts as one character: browsers send it as two in a form (HTML, "Constructing the entry
    /// list", normalises it to CRLF) but count one for `maxlength`.
    pub fn parse(typed: &str) -> ParsedMessage {
        let typed = typed.replace("\r\n", "\n").replace('\r', "\n");
        let message = typed.trim();
        let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        if MAX_LENGTH < typed.chars().count() || message.chars().any(is_control) {
            ParsedMessage::Unusable
        } else if message.is_empty() {
            ParsedMessage::Nothing
        } else {
            ParsedMessage::Message(Self(message.to_owned()))
        }
    }

    /// The message. Only the recipient may see it, and the buyer among what is kept about them.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Hides the message from debug output, and so from logs.
impl std::fmt::Debug for PersonalMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PersonalMessage(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_optional_and_bounded() {
        assert_eq!(PersonalMessage::parse(" \n "), ParsedMessage::Nothing);
        assert_eq!(
            PersonalMessage::parse(&"a".repeat(481)),
            ParsedMessage::Unusable
        );
        assert_eq!(PersonalMessage::parse("a\0b"), ParsedMessage::Unusable);
        let ParsedMessage::Message(message) = PersonalMessage::parse(" Take care.\nAnn ") else {
            panic!("a message was expected")
        };
        assert_eq!(message.as_str(), "Take care.\nAnn");
    }

    #[test]
    fn a_line_break_counts_once_however_it_is_sent() {
        for line_break in ["\n", "\r\n", "\r"] {
            let lines = |count: usize| vec!["a"; count].join(line_break);
            let ParsedMessage::Message(message) = PersonalMessage::parse(&lines(240)) else {
                panic!("479 characters fit")
            };
            assert_eq!(message.as_str(), vec!["a"; 240].join("\n"));
            assert_eq!(PersonalMessage::parse(&lines(241)), ParsedMessage::Unusable);
        }
    }
}
