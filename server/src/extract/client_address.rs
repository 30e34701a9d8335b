//! The network address of a request, for limits only: it is neither stored nor logged.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use http::header::HeaderMap;
use http::request::Parts;

/// How many proxies in front of the server add to `X-Forwarded-For`.
#[derive(Debug, Clone, Copy)]
pub struct TrustedProxies(pub u8);

/// The network of one customer: an IPv4 address or the first 64 bits of an IPv6 address.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientAddress([u8; 16]);

impl ClientAddress {
    /// The network of an address.
    pub fn of(address: IpAddr) -> Self {
        let bits = match address.to_canonical() {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            IpAddr::V6(address) => address.to_bits() & !u128::from(u64::MAX),
        };
        Self(bits.to_be_bytes())
    }

    /// The bytes that limits count.
    pub fn key(&self) -> &[u8] {
        &self.0
    }
}

impl std::fmt::Debug for ClientAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ClientAddress(..)")
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map(|peer| peer.0.ip());
        let peer = peer.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
        let TrustedProxies(proxies) = TrustedProxies::from_ref(state);
        Ok(Self::of(client(&parts.headers, peer, proxies)))
    }
}

/// The address that the outermost trusted proxy saw. Each proxy adds one address at the right; a client can write anything to the left.
fn client(headers: &HeaderMap, peer: IpAddr, proxies: u8) -> IpAddr {
    let Some(index) = usize::from(proxies).checked_sub(1) else {
        return peer;
    };
    let lines = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok());
    let seen: Vec<&str> = lines
        .flat_map(|line| line.split(','))
        .map(str::trim)
        .collect();
    seen.iter()
        .rev()
        .nth(index)
        .and_then(|text| text.parse().ok())
        .unwrap_or(peer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(forwarded: &[&str], proxies: u8) -> String {
        let headers = forwarded
            .iter()
            .map(|value| ("x-forwarded-for".parse().unwrap(), value.parse().unwrap()))
            .collect();
        client(&headers, "10.0.0.1".parse().unwrap(), proxies).to_string()
    }

    #[test]
    fn without_a_trusted_proxy_the_header_is_ignored() {
        assert_eq!(seen(&["1.2.3.4"], 0), "10.0.0.1");
    }

    #[test]
    fn trusted_proxies_are_counted_from_the_right() {
        assert_eq!(seen(&["6.6.6.6, 1.2.3.4"], 1), "1.2.3.4");
        assert_eq!(seen(&["6.6.6.6, 1.2.3.4, 10.9.9.9"], 2), "1.2.3.4");
        assert_eq!(seen(&["6.6.6.6", "1.2.3.4"], 1), "1.2.3.4");
        assert_eq!(seen(&["nonsense"], 1), "10.0.0.1");
        assert_eq!(seen(&[], 1), "10.0.0.1");
    }

    #[test]
    fn addresses_of_one_network_are_the_same_client() {
        let of = |text: &str| ClientAddress::of(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:1.2.3.4"), of("1.2.3.4"));
        assert_ne!(of("1.2.3.4"), of("1.2.3.5"));
    }
}
