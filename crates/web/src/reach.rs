//! The addresses that a client may connect to: public ones, except in the networks that the operator denies. Pure.

use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;

use ipnet::IpNet;

use crate::guard::{self, Refusal};

/// Networks that an operator denies, for example the own public ranges and the prefix of a NAT64 gateway.
///
/// Written as a list of networks (`203.0.113.0/24`) and addresses, separated by commas or spaces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeniedNetworks(Arc<[IpNet]>);

/// An entry of a list of networks that is neither a network nor an address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither a network such as 203.0.113.0/24 or 2001:db8:64::/96 nor an address")]
pub struct InvalidNetwork(String);

impl FromStr for DeniedNetworks {
    type Err = InvalidNetwork;

    fn from_str(text: &str) -> Result<Self, InvalidNetwork> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        words.map(network).collect::<Result<_, _>>().map(Self)
    }
}

fn network(text: &str) -> Result<IpNet, InvalidNetwork> {
    let alone = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse::<IpNet>().or_else(|_| alone()).map_err(|_| InvalidNetwork(text.chars().take(100).collect()))
}

impl DeniedNetworks {
    /// Checks an address against the networks.
    ///
    /// # Errors
    /// [`Refusal::Denied`] if one of the networks contains the address.
    pub fn check(&self, ip: IpAddr) -> Result<(), Refusal> {
        if self.0.iter().any(|network| network.contains(&ip)) { Err(Refusal::Denied(ip)) } else { Ok(()) }
    }
}

/// Decides which addresses may be connected to.
#[derive(Debug, Clone)]
pub(crate) struct Reach {
    allows: fn(IpAddr) -> bool,
    denied: DeniedNetworks,
}

impl Reach {
    /// Allows public addresses outside the denied networks.
    pub(crate) fn public(denied: &DeniedNetworks) -> Self {
        Self::new(guard::is_public, denied)
    }

    /// Allows what `allows` accepts outside the denied networks. Only tests with local servers pass another function than
    /// `guard::is_public`.
    pub(crate) fn new(allows: fn(IpAddr) -> bool, denied: &DeniedNetworks) -> Self {
        Self { allows, denied: denied.clone() }
    }

    pub(crate) fn check(&self, ip: IpAddr) -> Result<(), Refusal> {
        if (self.allows)(ip) { self.denied.check(ip) } else { Err(Refusal::Address(ip)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_in_a_denied_network_is_not_reached() {
        let denied = "8.8.8.0/24, 2a00:64:0:1::/96 9.9.9.9".parse().unwrap();
        let reach = Reach::public(&denied);
        for ip in ["8.8.8.8", "9.9.9.9", "2a00:64:0:1::7f00:1"] {
            let ip = ip.parse().unwrap();
            assert_eq!(reach.check(ip), Err(Refusal::Denied(ip)));
        }
        for ip in ["8.8.4.4", "9.9.9.10", "2a00:64:0:2::1"] {
            assert_eq!(reach.check(ip.parse().unwrap()), Ok(()), "{ip}");
        }
        let private = "10.0.0.1".parse().unwrap();
        assert_eq!(reach.check(private), Err(Refusal::Address(private)));
    }

    #[test]
    fn a_mistake_in_the_list_is_named() {
        assert_eq!("".parse(), Ok(DeniedNetworks::default()));
        for wrong in ["8.8.8.0/33", "example.org", "8.8.8.8/", "2001:db8::/129"] {
            let error = format!("9.9.9.9,{wrong}").parse::<DeniedNetworks>().unwrap_err();
            assert!(error.to_string().contains(wrong), "{error}");
        }
    }
}
