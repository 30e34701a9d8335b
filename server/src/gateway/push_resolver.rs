//! Looks up push services, and refuses addresses of this machine and of private networks: a name that anybody registers may have any
//! address.

use std::future::Future;
use std::io::{Error, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper_util::client::legacy::connect::dns::{GaiResolver, Name};
use tower::Service;

/// Resolves names to public addresses.
#[derive(Debug, Clone)]
pub(super) struct PublicResolver(GaiResolver);

impl PublicResolver {
    pub(super) fn new() -> Self {
        Self(GaiResolver::new())
    }
}

impl Service<Name> for PublicResolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Service::<Name>::poll_ready(&mut self.0, context)
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let resolving = self.0.call(name);
        Box::pin(async move {
            let public: Vec<SocketAddr> = resolving
                .await?
                .filter(|address| is_public(address.ip()))
                .collect();
            if public.is_empty() {
                let message = "the host has no public address";
                return Err(Error::new(ErrorKind::PermissionDenied, message));
            }
            Ok(public.into_iter())
        })
    }
}

/// Whether an address is one of the public Internet (IANA's registries of special-purpose addresses).
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_multicast();
    let is_shared = first == 100 && (64..128).contains(&second);
    let is_protocol = (first, second, third) == (192, 0, 0);
    let is_benchmark = first == 198 && (18..20).contains(&second);
    !is_special && !is_shared && !is_protocol && !is_benchmark && first != 0 && first < 240
}

/// Global unicast addresses without those for tunnels, protocols and documentation.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let is_global = first & 0xe000 == 0x2000;
    let is_protocol = first == 0x2001 && second < 0x0200;
    let is_documentation = (first == 0x2001 && second == 0x0db8) || first == 0x3fff;
    is_global && !is_protocol && !is_documentation && first != 0x2002
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_name_of_this_machine_is_not_resolved() {
        let name = "localhost".parse().unwrap();
        let refused = PublicResolver::new().call(name).await.map(drop);
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::PermissionDenied);
    }

    #[test]
    fn addresses_of_this_machine_and_of_private_networks_are_not_public() {
        for address in [
            "127.0.0.1",
            "127.255.0.1",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "::ffff:127.0.0.1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "142.250.74.10",
            "17.253.144.10",
            "2a00:1450:4001::200a",
            "2620:149:a44::1",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }
}
