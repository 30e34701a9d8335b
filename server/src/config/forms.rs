//! Formats of settings: keys, URLs of mail, of databases and of Stripe's API.

use url::Url;

use crate::domain::origin::is_loopback;

/// Whether nothing but white space is there.
pub(super) fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Whether the text is the prefix of a key and more.
fn begins(text: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| {
        text.strip_prefix(prefix)
            .is_some_and(|rest| !is_blank(rest))
    })
}

pub(super) fn is_secret_key(text: &str) -> bool {
    begins(text, &["sk_test_", "sk_live_", "rk_test_", "rk_live_"])
}

pub(super) fn is_publishable_key(text: &str) -> bool {
    begins(text, &["pk_test_", "pk_live_"])
}

pub(super) fn is_webhook_secret(text: &str) -> bool {
    begins(text, &["whsec_"]) && !text.contains(char::is_whitespace)
}

/// Whether Stripe takes the text as a statement descriptor. <https://docs.stripe.com/get-started/account/statement-descriptors>
pub(super) fn is_statement_name(text: &str) -> bool {
    let is_allowed =
        |one: char| (one.is_ascii_graphic() || one == ' ') && !"<>\\'\"*".contains(one);
    (5..=22).contains(&text.len())
        && text.chars().all(is_allowed)
        && text.contains(|one: char| one.is_ascii_alphabetic())
}

pub(super) fn is_api_base(text: &str) -> bool {
    text.ends_with('/') && Url::parse(text).is_ok_and(|url| is_private(&url))
}

/// Whether a URL is where an S3 may be: without a path, a user or a query.
pub(super) fn is_endpoint(url: &Url) -> bool {
    let is_bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    is_bare && url.username().is_empty() && is_private(url)
}

/// Whether a URL is where a time-stamp authority may be: with any path, and without a user, who would not be sent.
pub(super) fn is_authority(url: &Url) -> bool {
    let has_user = !url.username().is_empty() || url.password().is_some();
    !has_user && url.fragment().is_none() && is_private(url)
}

/// Whether what is sent to a URL leaves this machine over TLS only.
fn is_private(url: &Url) -> bool {
    match url.scheme() {
        "https" => true,
        "http" => is_loopback(url),
        _ => false,
    }
}

pub(super) fn is_database(url: &str) -> bool {
    let is_postgres = url.starts_with("postgres://") || url.starts_with("postgresql://");
    url.starts_with("sqlite:") || (is_postgres && Url::parse(url).is_ok())
}

/// Whether mails leave this machine only over TLS. <https://docs.rs/lettre/0.11/lettre/transport/smtp/struct.AsyncSmtpTransport.html>
pub(super) fn is_private_mail(text: &str) -> bool {
    let Ok(url) = Url::parse(text) else {
        return false;
    };
    let requires_tls = || {
        url.query_pairs()
            .any(|(name, value)| name == "tls" && value == "required")
    };
    match url.scheme() {
        "smtps" | "sendmail" => true,
        "smtp" => requires_tls() || is_loopback(&url),
        _ => false,
    }
}
