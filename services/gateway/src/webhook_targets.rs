//! Targets of webhooks: the operator's list of hosts, and the addresses that a connection may go to.
//!
//! A URL is checked when it is stored and before every attempt. The name is resolved by the HTTP client's own resolver,
//! which drops every address that is not allowed at the moment of connecting, so a name cannot pass the check and then
//! point elsewhere.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use operations::webhooks::WebhookTargets;
use reqwest::Client;
use telemetry::http::{Addrs, ClientConfig, ClientError, Name, Redirects, Resolve, Resolving};
use url::{Host, Url};
use web::DenyList;

/// Addresses of the metadata services of clouds (AWS, Google Cloud) inside a private network.
const METADATA_V6: [Ipv6Addr; 2] =
    [Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254), Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254)];
/// Time to connect, TLS included.
const CONNECT: Duration = Duration::from_secs(5);

/// One entry of the list: `host`, `*.suffix`, with `:port` or `:*`, and `=private`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Lower case; an IPv6 address has brackets.
    host: String,
    /// `host` is the end of the name, after a dot.
    is_suffix: bool,
    port: Ports,
    /// Private addresses are allowed.
    private: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ports {
    /// The default port of the scheme.
    Default,
    Any,
    One(u16),
}

/// An entry that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not host, host:port, *.suffix or one of them with =private")]
pub struct InvalidRule(String);

impl FromStr for Rule {
    type Err = InvalidRule;

    fn from_str(text: &str) -> Result<Self, InvalidRule> {
        let invalid = || InvalidRule(text.to_owned());
        let (target, private) = match text.split_once('=') {
            Some((target, "private")) => (target, true),
            Some(_) => return Err(invalid()),
            None => (text, false),
        };
        // An IPv6 address may lack its brackets if no port follows.
        let bracketed = target.parse::<Ipv6Addr>().map(|address| format!("[{address}]"));
        let target = bracketed.as_deref().unwrap_or(target);
        let (host, port) = match target.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
            _ => (target, None),
        };
        let port = match port {
            None => Ports::Default,
            Some("*") => Ports::Any,
            Some(port) => Ports::One(port.parse().map_err(|_| invalid())?),
        };
        let (host, is_suffix) = host.strip_prefix("*.").map_or((host, false), |suffix| (suffix, true));
        // The parser converts other spellings of addresses, and refuses text that is not a host.
        let host = Host::parse(host).map_err(|_| invalid())?.to_string().to_ascii_lowercase();
        if host.contains('*') || (is_suffix && host.parse::<IpAddr>().is_ok()) {
            return Err(invalid());
        }
        Ok(Self { host, is_suffix, port, private })
    }
}

impl Rule {
    fn matches(&self, host: &str, url: &Url) -> bool {
        let host_matches = match self.is_suffix {
            true => host.strip_suffix(&self.host).is_some_and(|start| start.len() > 1 && start.ends_with('.')),
            false => host == self.host,
        };
        let default = url.port().is_none();
        let port_matches = match self.port {
            Ports::Any => true,
            Ports::Default => default,
            Ports::One(port) => url.port_or_known_default() == Some(port),
        };
        host_matches && port_matches
    }
}

/// Why a target is not contacted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Forbidden {
    /// Not an absolute URL.
    #[error("is not an absolute URL")]
    NotAUrl,
    /// Longer than 2048 bytes.
    #[error("has more than 2048 bytes")]
    TooLong,
    /// Another scheme, or http to another host.
    #[error("must be https; http is for loopback addresses only")]
    Scheme,
    /// User name, password or fragment.
    #[error("must contain neither a user name, a password nor a fragment")]
    Parts,
    /// The operator's list does not name the host.
    #[error("names a host that is not on the list of this gateway; its operator sets AUSPEX_GATEWAY_WEBHOOK_HOSTS")]
    NotListed,
    /// A literal address that is not allowed.
    #[error("names an address that is not public; the operator's list may allow it with `=private`")]
    Address,
    /// A host or an address that the operator denies.
    #[error("names a host that is in AUSPEX_WEB_DENY of this gateway")]
    Denied,
}

/// The list, with a client for public and one for private addresses.
#[derive(Debug)]
pub struct Targets {
    rules: Vec<Rule>,
    denied: DenyList,
    public: Client,
    private: Client,
}

impl WebhookTargets for Targets {
    fn target(&self, url: &str) -> Result<(Url, &Client), String> {
        self.check(url).map_err(|error| error.to_string())
    }
}

impl Targets {
    /// Builds the clients. `denied` excludes networks and hosts in spite of the rules; `timeout` limits an attempt as a
    /// whole.
    ///
    /// # Errors
    /// The HTTP client cannot be built.
    pub fn new(rules: Vec<Rule>, denied: DenyList, timeout: Duration) -> Result<Self, ClientError> {
        let build = |reach: Reach| {
            let denied = denied.clone();
            telemetry::http::client(ClientConfig {
                timeout,
                connect_timeout: CONNECT.min(timeout),
                read_timeout: timeout,
                redirects: Redirects::Never,
                resolver: Some(Arc::new(CheckedNames { reach, denied })),
                decompress: false,
                ..ClientConfig::default()
            })
        };
        let (public, private) = (build(web::guard::is_public)?, build(is_private_allowed)?);
        Ok(Self { rules, denied, public, private })
    }

    /// Checks a URL. Returns it with the client that may connect to it.
    ///
    /// # Errors
    /// The target must not be contacted.
    pub fn check(&self, text: &str) -> Result<(Url, &Client), Forbidden> {
        if text.len() > 2_048 {
            return Err(Forbidden::TooLong);
        }
        let url = Url::parse(text).map_err(|_| Forbidden::NotAUrl)?;
        if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
            return Err(Forbidden::Parts);
        }
        let host = url.host().ok_or(Forbidden::NotAUrl)?.to_owned();
        match url.scheme() {
            "https" => {}
            "http" if is_loopback(&host) => {}
            _ => return Err(Forbidden::Scheme),
        }
        let name = host.to_string();
        let name = name.strip_suffix('.').unwrap_or(&name);
        let rule = self.rules.iter().filter(|rule| rule.matches(name, &url)).max_by_key(|rule| rule.private);
        let rule = rule.ok_or(Forbidden::NotListed)?;
        let (reach, client): (Reach, _) =
            if rule.private { (is_private_allowed, &self.private) } else { (web::guard::is_public, &self.public) };
        // The client does not resolve a literal address, so it is checked here.
        let literal = match host {
            Host::Ipv4(ip) => Some(IpAddr::V4(ip)),
            Host::Ipv6(ip) => Some(IpAddr::V6(ip)),
            Host::Domain(_) => None,
        };
        if literal.is_some_and(|ip| !reach(ip)) {
            return Err(Forbidden::Address);
        }
        let is_denied = match literal {
            Some(ip) => self.denied.check(ip).is_err(),
            None => self.denied.check_name(name).is_err(),
        };
        if is_denied {
            return Err(Forbidden::Denied);
        }
        Ok((url, client))
    }
}

fn is_loopback<S: AsRef<str>>(host: &Host<S>) -> bool {
    match host {
        Host::Ipv4(ip) => ip.is_loopback(),
        Host::Ipv6(ip) => ip.is_loopback(),
        Host::Domain(name) => name.as_ref() == "localhost",
    }
}

type Reach = fn(IpAddr) -> bool;

/// Allows public and private addresses, but never link-local ones (the metadata services of clouds), multicast or
/// unspecified ones.
fn is_private_allowed(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(v4) => web::guard::is_public(ip) || v4.is_private() || v4.is_loopback() || is_shared(v4.octets()),
        IpAddr::V6(v6) => {
            let is_unique_local = v6.segments()[0] & 0xfe00 == 0xfc00 && !METADATA_V6.contains(&v6);
            web::guard::is_public(ip) || v6.is_loopback() || is_unique_local
        }
    }
}

/// Addresses of carriers, 100.64/10, which some clusters use for pods. 100.100.100.200 is the metadata service of a
/// cloud.
fn is_shared(octets: [u8; 4]) -> bool {
    octets[0] == 100 && (64..128).contains(&octets[1]) && octets != [100, 100, 100, 200]
}

/// Resolves names to allowed addresses only.
struct CheckedNames {
    reach: Reach,
    denied: DenyList,
}

#[derive(Debug, thiserror::Error)]
#[error("the name has no address that a webhook may reach")]
struct NoAllowedAddress;

impl Resolve for CheckedNames {
    fn resolve(&self, name: Name) -> Resolving {
        let (reach, denied) = (self.reach, self.denied.clone());
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let allowed: Vec<SocketAddr> =
                found.filter(|address| reach(address.ip()) && denied.check(address.ip()).is_ok()).collect();
            if allowed.is_empty() {
                return Err(NoAllowedAddress.into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(rules: &[&str]) -> Targets {
        let rules = rules.iter().map(|rule| rule.parse().unwrap()).collect();
        Targets::new(rules, DenyList::default(), Duration::from_secs(1)).unwrap()
    }

    #[test]
    fn only_listed_hosts_and_ports_are_targets() {
        let list = targets(&[
            "hooks.example.com",
            "*.example.org:8443",
            "10.1.2.3:*=private",
            "[::1]:9000=private",
            "fd00::7=private",
        ]);
        for url in [
            "https://hooks.example.com/a?b=c",
            "https://HOOKS.example.com.:443/",
            "https://a.b.example.org:8443/",
            "https://10.1.2.3:7/",
            "http://[::1]:9000/",
            "https://[fd00::7]/a",
        ] {
            assert!(list.check(url).is_ok(), "{url}: {:?}", list.check(url).err());
        }
        for url in [
            "https://hooks.example.com:8443/",
            "https://a.hooks.example.com/",
            "https://example.org:8443/",
            "https://aexample.org:8443/",
            "https://a.example.org/",
            "https://[::1]:9001/",
            "https://example.net/",
        ] {
            assert_eq!(list.check(url).unwrap_err(), Forbidden::NotListed, "{url}");
        }
    }

    #[test]
    fn http_credentials_and_fragments_are_refused() {
        let list = targets(&["hooks.example.com", "localhost:*=private"]);
        assert_eq!(list.check("http://hooks.example.com/").unwrap_err(), Forbidden::Scheme);
        assert_eq!(list.check("ftp://hooks.example.com/").unwrap_err(), Forbidden::Scheme);
        assert_eq!(list.check("https://u:p@hooks.example.com/").unwrap_err(), Forbidden::Parts);
        assert_eq!(list.check("https://hooks.example.com/#x").unwrap_err(), Forbidden::Parts);
        assert_eq!(list.check("hooks.example.com").unwrap_err(), Forbidden::NotAUrl);
        assert_eq!(
            list.check(&format!("https://hooks.example.com/{}", "a".repeat(3000))).unwrap_err(),
            Forbidden::TooLong
        );
        assert!(list.check("http://localhost:1234/").is_ok());
    }

    #[test]
    fn private_addresses_need_permission_and_metadata_services_never_have_it() {
        let strict = targets(&["10.0.0.1", "127.0.0.1", "169.254.169.254", "8.8.8.8"]);
        for url in ["https://10.0.0.1/", "http://127.0.0.1/", "http://2130706433/", "https://169.254.169.254/"] {
            assert_eq!(strict.check(url).unwrap_err(), Forbidden::Address, "{url}");
        }
        assert!(strict.check("https://8.8.8.8/").is_ok());
        for address in [
            "169.254.169.254",
            "100.100.100.200",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "fe80::1",
            "fd00:ec2::254",
            "fd20:ce::254",
            "168.63.129.16",
            "::ffff:168.63.129.16",
            "::ffff:169.254.169.254",
            "ff02::1",
        ] {
            assert!(!is_private_allowed(address.parse().unwrap()), "{address}");
        }
        for address in ["10.0.0.1", "172.16.0.1", "192.168.1.1", "127.0.0.1", "100.64.0.1", "::1", "fd12::1", "8.8.8.8"]
        {
            assert!(is_private_allowed(address.parse().unwrap()), "{address}");
        }
    }

    #[tokio::test]
    async fn a_denied_host_or_network_is_no_target_in_spite_of_the_list() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let rules = ["*.example.org", "8.8.8.8", "localhost:*=private"].map(|rule| rule.parse().unwrap());
        let denied = "hooks.example.org, 8.8.8.0/24, 127.0.0.0/8, ::1".parse().unwrap();
        let list = Targets::new(rules.to_vec(), denied, Duration::from_secs(5)).unwrap();
        assert!(list.check("https://other.example.org/").is_ok());
        for url in ["https://hooks.example.org/", "https://a.HOOKS.example.org./", "https://8.8.8.8/"] {
            assert_eq!(list.check(url).unwrap_err(), Forbidden::Denied, "{url}");
        }
        let (target, client) = list.check(&format!("http://localhost:{port}/")).unwrap();
        let error = client.get(target).send().await.unwrap_err();
        assert!(format!("{error:?}").contains("NoAllowedAddress"), "the name has denied addresses only: {error:?}");
    }

    #[tokio::test]
    async fn a_listed_name_with_a_private_address_is_not_connected_to() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let url = format!("http://localhost:{port}/");
        let list = targets(&["localhost:*"]);
        let (target, client) = list.check(&url).unwrap();
        let error = client.get(target).send().await.unwrap_err();
        assert!(error.is_connect(), "{error:?}");
        assert!(format!("{error:?}").contains("NoAllowedAddress"), "{error:?}");
    }

    #[test]
    fn an_entry_that_cannot_be_read_is_refused() {
        for bad in ["", "*", "*.", "a b", "host:x", "host:70000", "host=public", "*.10.0.0.1", "a/*", "http://a"] {
            assert!(bad.parse::<Rule>().is_err(), "{bad}");
        }
    }
}
