//! What a gift's buyer writes to the friend.

/// A message, trimmed and not empty; 480 characters at most were typed.
#[derive(Clone, PartialEq, Eq)]
pub struct PersonalMessage(String);

const MAX_LENGTH: usize = 480;

/// A typed message, read.
#[derive(Debug, PartialEq, Eq)]
pub enum Typed {
    /// Nothing was written.
    Nothing,
    /// A message.
    Message(PersonalMessage),
    /// More than fits, or characters that nobody types.
    Unusable,
}

impl PersonalMessage {
    /// Reads a message as typed. Line breaks stay, each as one character: browsers send those of a form as two (HTML,
    /// "Multipart/URL-encoded form data", normalises them to CRLF) and count one in `maxlength`.
    pub fn parse(typed: &str) -> Typed {
        let typed = typed.replace("\r\n", "\n").replace('\r', "\n");
        let message = typed.trim();
        let is_odd = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        if MAX_LENGTH < typed.chars().count() || message.chars().any(is_odd) {
            Typed::Unusable
        } else if message.is_empty() {
            Typed::Nothing
        } else {
            Typed::Message(Self(message.to_owned()))
        }
    }

    /// The message, for the friend only.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Debug output must not carry the message into a log.
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
        assert_eq!(PersonalMessage::parse(" \n "), Typed::Nothing);
        assert_eq!(PersonalMessage::parse(&"a".repeat(481)), Typed::Unusable);
        assert_eq!(PersonalMessage::parse("a\0b"), Typed::Unusable);
        let Typed::Message(message) = PersonalMessage::parse(" Take care.\nAnn ") else {
            panic!("a message was expected")
        };
        assert_eq!(message.as_str(), "Take care.\nAnn");
    }

    #[test]
    fn a_line_break_counts_once_however_it_is_sent() {
        for line_break in ["\n", "\r\n", "\r"] {
            let lines = |count: usize| vec!["a"; count].join(line_break);
            let Typed::Message(message) = PersonalMessage::parse(&lines(240)) else {
                panic!("479 characters fit")
            };
            assert_eq!(message.as_str(), vec!["a"; 240].join("\n"));
            assert_eq!(PersonalMessage::parse(&lines(241)), Typed::Unusable);
        }
    }
}
