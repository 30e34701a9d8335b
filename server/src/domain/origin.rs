//! The public URL of the site: scheme, host and port.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use url::{Host, Url};

/// An origin as RFC 6454 writes it, without a trailing slash and without the scheme's usual port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    text: String,
    is_https: bool,
    is_loopback: bool,
}

impl Origin {
    /// The origin of a server that listens on `address` without TLS.
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

    /// Whether browsers reach it over https.
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

/// The text is not an origin.
#[derive(Debug, thiserror::Error)]
#[error("it must be http:// or https:// with a host and nothing behind it")]
pub struct NotAnOrigin;

impl FromStr for Origin {
    type Err = NotAnOrigin;

    fn from_str(text: &str) -> Result<Self, NotAnOrigin> {
        let url = Url::parse(text).map_err(|_| NotAnOrigin)?;
        let is_bare = url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        if !is_bare || !matches!(url.scheme(), "http" | "https") {
            return Err(NotAnOrigin);
        }
        url.host().ok_or(NotAnOrigin)?;
        Ok(Self {
            text: url.origin().ascii_serialization(),
            is_https: url.scheme() == "https",
            is_loopback: is_loopback(&url),
        })
    }
}

/// Whether a URL names this machine. Hosts of other schemes than http are not parsed as addresses (WHATWG URL, "opaque host").
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => {
            let address = name.parse::<IpAddr>();
            name == "localhost" || address.is_ok_and(|address| address.is_loopback())
        }
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
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
    fn loopback_addresses_are_recognised() {
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
    fn text_that_is_not_an_origin_is_refused() {
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
