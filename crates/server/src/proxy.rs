//! Proxies in front of the server: single addresses, and networks of them.

use std::net::IpAddr;

/// A proxy, or all proxies of a network: addresses that begin alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proxy {
    is_v4: bool,
    /// The address as a number from the left: one of the old kind has 32 bits.
    address: u128,
    /// Which bits of it count.
    mask: u128,
}

impl Proxy {
    /// Reads `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`.
    pub(crate) fn parse(text: &str) -> Option<Proxy> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().ok()?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Some(most), |bits| whole(bits).filter(|bits| *bits <= most))?;
        let (is_v4, is_clothed) = (address.to_canonical().is_ipv4(), address.to_canonical() != address);
        let bits = if is_clothed { bits.checked_sub(96)? } else { bits };
        let address = from_the_left(address).1;
        let mask = u128::MAX.checked_shl(128 - bits).unwrap_or(0);
        Some(Proxy { is_v4, address: address & mask, mask })
    }

    /// Whether an address is this proxy, or one of the network.
    pub(crate) fn is(self, address: IpAddr) -> bool {
        let (is_v4, address) = from_the_left(address);
        is_v4 == self.is_v4 && address & self.mask == self.address
    }
}

/// An address of either kind as the first bits of a number. The old kind in the new one's clothes is the old kind.
fn from_the_left(address: IpAddr) -> (bool, u128) {
    match address.to_canonical() {
        IpAddr::V4(address) => (true, u128::from(u32::from(address)) << 96),
        IpAddr::V6(address) => (false, u128::from(address)),
    }
}

/// A number of bits, in digits alone: `+8` and `08` are none.
fn whole(text: &str) -> Option<u32> {
    text.parse().ok().filter(|bits: &u32| bits.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_what_begins_alike() {
        for (network, inside, outside) in [
            ("10.0.0.1", "10.0.0.1", "10.0.0.2"),
            ("10.0.0.1", "::ffff:10.0.0.1", "::1"),
            ("10.0.0.0/8", "10.255.1.2", "11.0.0.0"),
            ("172.16.5.6/12", "172.31.255.255", "172.32.0.0"),
            ("0.0.0.0/0", "255.1.2.3", "::1"),
            ("::ffff:10.0.0.0/104", "10.9.9.9", "11.0.0.0"),
            ("fd00::/8", "fdff::1", "fe00::1"),
            ("::/0", "2001:db8::1", "10.0.0.1"),
            ("2001:db8::1", "2001:db8::1", "2001:db8::2"),
        ] {
            let proxy = Proxy::parse(network).unwrap();
            assert!(proxy.is(inside.parse().unwrap()), "{inside} in {network}");
            assert!(!proxy.is(outside.parse().unwrap()), "{outside} in {network}");
        }
    }

    #[test]
    fn what_is_no_network_is_none() {
        for text in [
            "",
            "/8",
            "10.0.0.0/",
            "10.0.0.0/33",
            "10.0.0.0/+8",
            "10.0.0.0/08",
            "10.0.0.0/8/8",
            "::1/129",
            "::ffff:10.0.0.0/95",
            "proxy",
            "10.0.0.1:80",
        ] {
            assert_eq!(Proxy::parse(text), None, "{text}");
        }
    }
}
