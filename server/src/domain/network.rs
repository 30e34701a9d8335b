//! The networks that requests come from, for limits only: they are neither stored in clear nor logged.

use std::net::IpAddr;

/// The network of one customer: an IPv4 address or the first 64 bits of an IPv6 address.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientAddress([u8; 16]);

/// How wide a network is. One customer may have many of the narrow ones, so that all are counted together, and the wider ones may have more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Width {
    /// An IPv4 address, or 64 bits of an IPv6 address.
    Customer,
    /// 56 bits of an IPv6 address, which a household may have.
    Household,
    /// 24 bits of an IPv4 address or 48 of an IPv6 address, which a company may have.
    Company,
}

/// A network of any width.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network {
    /// Its width.
    pub width: Width,
    bits: [u8; 16],
}

impl ClientAddress {
    /// The network of an address.
    pub fn of(address: IpAddr) -> Self {
        let bits = match address.to_canonical() {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            IpAddr::V6(address) => first(64, address.to_bits()),
        };
        Self(bits.to_be_bytes())
    }

    /// The bytes that limits count.
    pub fn key(&self) -> &[u8] {
        &self.0
    }

    /// This network and the wider ones around it, the narrowest first.
    pub fn networks(self) -> impl Iterator<Item = Network> {
        let bits = u128::from_be_bytes(self.0);
        // Of 128 bits, the last 32 are an IPv4 address.
        let is_ipv4 = IpAddr::from(self.0).to_canonical().is_ipv4();
        let widths = [
            (Width::Customer, 128, 64),
            (Width::Household, 128, 56),
            (Width::Company, 120, 48),
        ];
        let widths = widths
            .into_iter()
            .filter(move |(width, ..)| !(is_ipv4 && *width == Width::Household));
        widths.map(move |(width, of_ipv4, of_ipv6)| Network {
            width,
            bits: first(if is_ipv4 { of_ipv4 } else { of_ipv6 }, bits).to_be_bytes(),
        })
    }

    /// The widest network around this one, among which turns are taken.
    pub fn widest(self) -> Network {
        let narrow = Network {
            width: Width::Customer,
            bits: self.0,
        };
        self.networks().last().unwrap_or(narrow)
    }
}

impl Network {
    /// The bytes that limits count; those of another width are others.
    pub fn key(&self) -> Vec<u8> {
        let width = match self.width {
            Width::Customer => None,
            Width::Household => Some(56),
            Width::Company => Some(48),
        };
        self.bits.into_iter().chain(width).collect()
    }
}

/// The first bits of an address, and zeros.
fn first(count: u32, bits: u128) -> u128 {
    bits & u128::MAX.checked_shl(128 - count).unwrap_or(0)
}

impl std::fmt::Debug for ClientAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ClientAddress(..)")
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Network(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> ClientAddress {
        ClientAddress::of(text.parse().unwrap())
    }

    /// How many networks two addresses share.
    fn shared(one: &str, other: &str) -> usize {
        let keys: Vec<_> = of(one).networks().map(|network| network.key()).collect();
        let others = of(other).networks();
        others.filter(|other| keys.contains(&other.key())).count()
    }

    #[test]
    fn addresses_of_one_network_are_the_same_client() {
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:1.2.3.4"), of("1.2.3.4"));
        assert_ne!(of("1.2.3.4"), of("1.2.3.5"));
    }

    #[test]
    fn a_client_is_counted_with_those_of_the_same_56_and_48_bits_and_of_24_by_ipv4() {
        assert_eq!(shared("2001:db8:1:2::1", "2001:db8:1:2::9"), 3);
        assert_eq!(shared("2001:db8:1:2::1", "2001:db8:1:ff::1"), 2);
        assert_eq!(shared("2001:db8:1:2::1", "2001:db8:1:100::1"), 1);
        assert_eq!(shared("2001:db8:1:2::1", "2001:db8:2:2::1"), 0);
        assert_eq!(shared("1.2.3.4", "1.2.3.4"), 2);
        assert_eq!(shared("1.2.3.4", "1.2.3.255"), 1);
        assert_eq!(shared("1.2.3.4", "1.2.4.4"), 0);
        assert_eq!(shared("1.2.3.4", "::1"), 0);
    }

    #[test]
    fn networks_of_different_widths_are_never_the_same() {
        let keys: Vec<_> = of("2001:db8::1")
            .networks()
            .map(|network| network.key())
            .collect();
        assert!(keys[0] != keys[1] && keys[1] != keys[2]);
        assert_eq!(keys[0], of("2001:db8::1").key());
        assert_eq!(of("2001:db8::1").widest().key(), keys[2]);
    }
}
