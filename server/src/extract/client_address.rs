//! The network address of a request, for limits only: it is neither stored in clear nor logged.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use http::header::HeaderMap;
use http::request::Parts;

use crate::domain::address_range::AddressRange;
use crate::domain::network::ClientAddress;
use crate::telemetry::alarm;

/// The proxies in front of the server, which add to `X-Forwarded-For`. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies {
    count: u8,
    ranges: Arc<[AddressRange]>,
}

impl TrustedProxies {
    /// So many, each on this machine or in one of these ranges.
    pub fn new(count: u8, ranges: &[AddressRange]) -> Self {
        Self {
            count,
            ranges: ranges.into(),
        }
    }

    /// Whether what this address writes into `X-Forwarded-For` is believed.
    pub fn has(&self, address: IpAddr) -> bool {
        let is_own = address.to_canonical().is_loopback();
        let is_named = || self.ranges.iter().any(|range| range.contains(address));
        0 < self.count && (is_own || is_named())
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
        let proxies = TrustedProxies::from_ref(state);
        Ok(Self::of(client(&parts.headers, peer, &proxies)))
    }
}

/// The address that the outermost proxy saw. Each proxy adds one address at the right; a client can write anything to the left, and so can
/// whoever reaches the server or a proxy without the one in front of it.
fn client(headers: &HeaderMap, peer: IpAddr, proxies: &TrustedProxies) -> IpAddr {
    let mut seen = headers
        .get_all("x-forwarded-for")
        .iter()
        .rev()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.rsplit(','));
    let mut client = peer;
    for _ in 0..proxies.count {
        let Some(text) = seen.next() else {
            break;
        };
        if !proxies.has(client) {
            report_stranger();
            break;
        }
        let Some(before) = address_in(text.trim()) else {
            report_unreadable();
            break;
        };
        client = before;
    }
    client
}

/// An address, to which some load balancers add the port.
fn address_in(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse::<SocketAddr>().ok().map(|both| both.ip());
    text.parse().ok().or_else(with_port)
}

/// A trusted proxy wrote it.
fn report_unreadable() {
    alarm::PROXY.raise(|count| {
        tracing::warn!(count, "A trusted proxy wrote something else than an address into X-Forwarded-For, so that all of its visitors count as one");
    });
}

/// Anybody may cause this.
fn report_stranger() {
    alarm::PROXY.raise(|count| {
        tracing::warn!(count, "X-Forwarded-For came from an address that is not trusted; a proxy that is not on this machine must be in TRUSTED_PROXY_RANGES");
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen_from(peer: &str, forwarded: &[&str], proxies: u8) -> String {
        let headers = forwarded
            .iter()
            .map(|value| ("x-forwarded-for".parse().unwrap(), value.parse().unwrap()))
            .collect();
        let named = ["10.0.0.0/8".parse().unwrap()];
        let proxies = TrustedProxies::new(proxies, &named);
        client(&headers, peer.parse().unwrap(), &proxies).to_string()
    }

    fn seen(forwarded: &[&str], proxies: u8) -> String {
        seen_from("10.0.0.1", forwarded, proxies)
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
        assert_eq!(seen(&["6.6.6.6, 1.2.3.4", "10.9.9.9"], 2), "1.2.3.4");
        assert_eq!(seen(&["nonsense"], 1), "10.0.0.1");
        assert_eq!(seen(&["6.6.6.6, 1.2.3.4:5678"], 1), "1.2.3.4");
        assert_eq!(seen(&["[2001:db8::1]:5678"], 1), "2001:db8::1");
        assert_eq!(seen(&[], 1), "10.0.0.1");
    }

    #[test]
    fn only_this_machine_and_named_ranges_are_believed() {
        assert_eq!(seen_from("127.0.0.1", &["1.2.3.4"], 1), "1.2.3.4");
        assert_eq!(seen_from("::1", &["1.2.3.4"], 1), "1.2.3.4");
        assert_eq!(seen_from("::ffff:10.2.3.4", &["1.2.3.4"], 1), "1.2.3.4");
        assert_eq!(seen_from("5.6.7.8", &["1.2.3.4"], 1), "5.6.7.8");
        assert_eq!(seen_from("192.168.0.2", &["1.2.3.4"], 1), "192.168.0.2");
    }

    #[test]
    fn who_reaches_a_proxy_without_the_one_in_front_of_it_cannot_forge_an_address() {
        assert_eq!(seen(&["1.2.3.4, 5.6.7.8"], 2), "5.6.7.8");
    }
}
