//! Ranges of addresses, such as `10.0.0.0/8`.

use std::net::IpAddr;
use std::str::FromStr;

/// A range of addresses that begin alike, or one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressRange {
    first: u128,
    /// The bits that all its addresses share; IPv4 addresses are the last 32 of 128.
    bits: u32,
}

impl AddressRange {
    /// Whether an address is in the range.
    pub fn contains(&self, address: IpAddr) -> bool {
        begin(address_bits(address), self.bits) == self.first
    }
}

impl FromStr for AddressRange {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const REFUSED: &str =
            "a range is an address, or one with the number of its first bits, such as 10.0.0.0/8";
        let (address, bits) = match text.trim().split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text.trim(), None),
        };
        let address: IpAddr = address.parse().map_err(|_| REFUSED)?;
        let longest = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(longest), str::parse).map_err(|_| REFUSED)?;
        if bits > longest {
            return Err(REFUSED);
        }
        let bits = 128 - longest + bits;
        let range = Self {
            first: address_bits(address),
            bits,
        };
        if begin(range.first, bits) == range.first {
            Ok(range)
        } else {
            Err("after the first bits of a range its address has zeros, such as 10.0.0.0/8")
        }
    }
}

fn address_bits(address: IpAddr) -> u128 {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

/// The first bits, and zeros.
fn begin(address: u128, bits: u32) -> u128 {
    address & u128::MAX.checked_shl(128 - bits).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_the_addresses_that_begin_alike() {
        for (range, inside, outside) in [
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.0"),
            ("172.17.0.0/16", "::ffff:172.17.0.1", "172.18.0.1"),
            ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
            ("0.0.0.0/0", "1.2.3.4", "2001:db8::1"),
            ("::1", "::1", "127.0.0.1"),
        ] {
            let parsed: AddressRange = range.parse().unwrap();
            assert!(parsed.contains(inside.parse().unwrap()), "{range}");
            assert!(!parsed.contains(outside.parse().unwrap()), "{range}");
        }
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for text in [
            "",
            "10.0.0.0/33",
            "10.0.0.1/8",
            "10/8",
            "::/129",
            "proxy",
            "10.0.0.0/-1",
        ] {
            assert!(text.parse::<AddressRange>().is_err(), "{text}");
        }
    }
}
