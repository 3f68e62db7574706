//! The addresses that a client may connect to: public ones, except in the networks that the operator denies. Pure.

use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;

use ipnet::IpNet;
use url::Host;

use crate::guard::{self, Refusal};

/// Networks and hosts that an operator denies, for example the own public ranges, the prefix of a NAT64 gateway, and
/// own sites.
///
/// Written as a list of networks (`203.0.113.0/24`), addresses and host names (`example.org`, which includes all names
/// below it), separated by commas or spaces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DenyList {
    networks: Arc<[IpNet]>,
    /// Lower case, without a final dot.
    hosts: Arc<[String]>,
}

/// An entry of a deny list that is neither a network, nor an address, nor a host name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is neither a network such as 203.0.113.0/24 or 2001:db8:64::/96, nor an address, nor a host name such as example.org"
)]
pub struct InvalidEntry(String);

impl FromStr for DenyList {
    type Err = InvalidEntry;

    fn from_str(text: &str) -> Result<Self, InvalidEntry> {
        let (mut networks, mut hosts) = (Vec::new(), Vec::new());
        for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
            match (network(word), host(word)) {
                (Some(network), _) => networks.push(network),
                (None, Some(host)) => hosts.push(host),
                (None, None) => return Err(InvalidEntry(word.chars().take(100).collect())),
            }
        }
        Ok(Self { networks: networks.into(), hosts: hosts.into() })
    }
}

fn network(text: &str) -> Option<IpNet> {
    text.parse().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))
}

/// Returns a host name of at least two labels in the form that parsed URLs have.
fn host(text: &str) -> Option<String> {
    match Host::parse(text).ok()? {
        Host::Domain(name) => Some(name.trim_end_matches('.').to_ascii_lowercase()).filter(|name| is_name(name)),
        _ => None,
    }
}

fn is_name(name: &str) -> bool {
    name.contains('.') && name.split('.').all(|label| !label.is_empty() && !label.contains(['*', '/']))
}

impl DenyList {
    /// Name of the setting, which the researcher and the gateway read.
    pub const SETTING: &str = "AUSPEX_WEB_DENY";
    /// Description of the setting.
    pub const DOC: &str = "Networks and hosts that neither pages are fetched from nor webhooks are sent to, besides all addresses that are not public, \
                           separated by commas: own public ranges (CIDR), the prefix of a NAT64 gateway, host names (with all names below them).";

    /// Checks an address against the networks.
    ///
    /// # Errors
    /// [`Refusal::Denied`] if one of the networks contains the address.
    pub fn check(&self, ip: IpAddr) -> Result<(), Refusal> {
        // An address inside of an IPv6 address is the address that is reached.
        let denies = |ip: &IpAddr| self.networks.iter().any(|network| network.contains(ip));
        if denies(&ip) || denies(&ip.to_canonical()) { Err(Refusal::Denied(ip)) } else { Ok(()) }
    }

    /// Checks a name against the hosts.
    ///
    /// # Errors
    /// [`Refusal::DeniedName`] if the name is one of the hosts or below one.
    pub fn check_name(&self, name: &str) -> Result<(), Refusal> {
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        let is_below =
            |host: &String| name.strip_suffix(host.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        if self.hosts.iter().any(is_below) { Err(Refusal::DeniedName(name)) } else { Ok(()) }
    }
}

/// Decides which addresses may be connected to.
#[derive(Debug, Clone)]
pub(crate) struct Reach {
    allows: fn(IpAddr) -> bool,
    denied: DenyList,
}

impl Reach {
    /// Allows public addresses outside the denied networks.
    pub(crate) fn public(denied: &DenyList) -> Self {
        Self::new(guard::is_public, denied)
    }

    /// Allows what `allows` accepts outside the denied networks. Only tests with local servers pass another function
    /// than `guard::is_public`.
    pub(crate) fn new(allows: fn(IpAddr) -> bool, denied: &DenyList) -> Self {
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
    fn a_denied_host_includes_the_names_below_it_in_every_spelling() {
        let denied: DenyList = "Example.org., 9.9.9.9".parse().unwrap();
        for name in ["example.org", "EXAMPLE.org.", "a.b.example.org"] {
            assert!(matches!(denied.check_name(name), Err(Refusal::DeniedName(_))), "{name}");
        }
        for name in ["example.com", "anexample.org", "example.org.example.net"] {
            assert_eq!(denied.check_name(name), Ok(()), "{name}");
        }
        assert!(denied.check("::ffff:9.9.9.9".parse().unwrap()).is_err());
    }

    #[test]
    fn a_mistake_in_the_list_is_named() {
        assert_eq!("".parse(), Ok(DenyList::default()));
        for wrong in
            ["8.8.8.0/33", "example", "*.example.org", "a..b", "8.8.8.8/", "2001:db8::/129", "http://example.org"]
        {
            let error = format!("9.9.9.9,{wrong}").parse::<DenyList>().unwrap_err();
            assert!(error.to_string().contains(wrong), "{error}");
        }
    }
}
