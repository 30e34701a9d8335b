//! Ids of the payment provider that a browser sends back. They become part of a URL.

/// Whether a text can be such an id, and has no character with a meaning in URLs.
pub fn is_provider_id(text: &str) -> bool {
    (3..=255).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_would_change_a_url_is_not_an_id() {
        assert!(is_provider_id("pi_3MtwBwLkdIwHu7ix28a3tqPa"));
        assert!(is_provider_id("cs_test_a1"));
        for text in [
            "",
            "pi",
            "../x",
            "pi_1/confirm",
            "pi_1?expand[]=x",
            "pi_1#",
            "pi 1",
            &"a".repeat(256),
        ] {
            assert!(!is_provider_id(text), "{text}");
        }
    }
}
