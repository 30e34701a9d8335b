//! The public URL of the site: scheme, host and port.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use http::Uri;

/// An origin as RFC 6454 writes it, without a trailing slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    text: String,
    is_https: bool,
    is_loopback: bool,
}

impl Origin {
    /// The origin of a server that listens on `address` without encryption.
    pub fn http(address: SocketAddr) -> Self {
        Self {
            text: format!("http://{address}"),
            is_https: false,
            is_loopback: address.ip().is_loopback(),
        }
    }

    /// `https://example.com`, without a trailing slash.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether browsers reach it encrypted.
    pub fn is_https(&self) -> bool {
        self.is_https
    }

    /// Whether only this machine reaches it.
    pub fn is_loopback(&self) -> bool {
        self.is_loopback
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Why a text is no origin.
#[derive(Debug, thiserror::Error)]
#[error("it must be http:// or https:// with a host and nothing behind it")]
pub struct NotAnOrigin;

impl FromStr for Origin {
    type Err = NotAnOrigin;

    fn from_str(text: &str) -> Result<Self, NotAnOrigin> {
        let uri: Uri = text.parse().map_err(|_| NotAnOrigin)?;
        let scheme = uri
            .scheme_str()
            .filter(|scheme| matches!(*scheme, "http" | "https"))
            .ok_or(NotAnOrigin)?;
        let authority = uri
            .authority()
            .filter(|authority| !authority.as_str().contains('@'))
            .ok_or(NotAnOrigin)?;
        let has_more = uri.path() != "/" || uri.query().is_some() || text.contains(['#', '?']);
        if has_more || authority.host().is_empty() {
            return Err(NotAnOrigin);
        }
        let host = authority
            .host()
            .trim_start_matches('[')
            .trim_end_matches(']');
        let is_loopback = host.eq_ignore_ascii_case("localhost")
            || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        let text = format!("{scheme}://{}", authority.as_str().to_ascii_lowercase());
        Ok(Self {
            text,
            is_https: scheme == "https",
            is_loopback,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_no_trailing_slash_and_knows_its_scheme() {
        let origin: Origin = "https://Example.com/".parse().unwrap();
        assert_eq!(origin.as_str(), "https://example.com");
        assert!(origin.is_https());
        assert!(!origin.is_loopback());
    }

    #[test]
    fn this_machine_is_recognised() {
        for text in [
            "http://localhost:3000",
            "http://127.0.0.1",
            "http://127.8.9.1:1",
            "http://[::1]:3000",
        ] {
            assert!(text.parse::<Origin>().unwrap().is_loopback(), "{text}");
        }
        assert!(
            !"http://localhost.example.com"
                .parse::<Origin>()
                .unwrap()
                .is_loopback()
        );
    }

    #[test]
    fn everything_else_is_refused() {
        for text in [
            "",
            "example.com",
            "ftp://example.com",
            "https://",
            "https://a/b",
            "https://a?b",
            "https://a#b",
            "https://u:p@a",
        ] {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }
}
