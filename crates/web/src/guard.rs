//! The address policy: the only place that decides which addresses may be reached. Pure.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// The reason why a URL is not fetched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Not an absolute URL.
    #[error("{0:?} is not an absolute URL")]
    NotAUrl(String),
    /// Neither http nor https.
    #[error("scheme {0:?} is not http or https")]
    Scheme(String),
    /// A port that does not serve pages.
    #[error("port {0} is not allowed for pages (80, 443)")]
    Port(u16),
    /// The URL contains a user name or password.
    #[error("credentials in a URL are not sent")]
    Credentials,
    /// A name of this machine or network, or an incomplete name.
    #[error("host {0:?} is not a public name")]
    HostName(String),
    /// An address that is not on the public Internet.
    #[error("address {0} is not public")]
    Address(IpAddr),
    /// A host that the operator denies, or a name below it.
    #[error("host {0:?} is in AUSPEX_WEB_DENY")]
    DeniedName(String),
    /// An address in a network that the operator denies.
    #[error("address {0} is in a network that AUSPEX_WEB_DENY names")]
    Denied(IpAddr),
}

impl Refusal {
    /// Returns the reason in fixed words, without any part of the address.
    pub fn in_fixed_words(&self) -> &'static str {
        match self {
            Self::NotAUrl(_) => "that is no absolute URL",
            Self::Scheme(_) => "the scheme is not http or https",
            Self::Port(_) => "the port is not allowed for pages (80, 443)",
            Self::Credentials => "credentials in a URL are not sent",
            Self::HostName(_) => "the host is not a public name",
            Self::Address(_) => "the address is not public",
            Self::Denied(_) => "the address is in a denied network",
            Self::DeniedName(_) => "the host is denied",
        }
    }
}

/// Suffixes of names that are never public (RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`, cluster DNS).
const LOCAL_SUFFIXES: [&str; 7] = ["localhost", "local", "internal", "home.arpa", "lan", "localdomain", "svc"];

/// Azure's wire server: a public address that each virtual machine of that cloud reaches as a local service with its
/// configuration and certificates. The metadata services of other clouds have link-local, shared or private addresses.
const AZURE_WIRE_SERVER: Ipv4Addr = Ipv4Addr::new(168, 63, 129, 16);

/// Ports of pages. Other ports belong to services.
pub const WEB_PORTS: [u16; 2] = [80, 443];

/// Parses and checks a URL before a request. The resolver of the HTTP client checks the name's addresses again when
/// connecting, because they may change in between.
pub fn check(text: &str) -> Result<Url, Refusal> {
    check_ports(text, &WEB_PORTS)
}

/// Checks a parsed URL, e.g. the target of a redirect.
pub fn check_url(url: &Url) -> Result<(), Refusal> {
    check_url_ports(url, &WEB_PORTS)
}

/// Parses and checks a URL with these ports.
pub(crate) fn check_ports(text: &str, ports: &[u16]) -> Result<Url, Refusal> {
    let url = Url::parse(text.trim()).map_err(|_| Refusal::NotAUrl(text.chars().take(200).collect()))?;
    check_url_ports(&url, ports)?;
    Ok(url)
}

/// Checks a parsed URL with these ports.
pub(crate) fn check_url_ports(url: &Url, ports: &[u16]) -> Result<(), Refusal> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Refusal::Scheme(url.scheme().to_owned()));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Refusal::Credentials);
    }
    match url.port_or_known_default() {
        Some(port) if ports.contains(&port) => {}
        other => return Err(Refusal::Port(other.unwrap_or(0))),
    }
    // The parser has already converted other spellings (2130706433, 0x7f.1, 017700000001) to the address.
    match url.host() {
        Some(Host::Ipv4(ip)) => check_address(ip.into()),
        Some(Host::Ipv6(ip)) => check_address(ip.into()),
        Some(Host::Domain(name)) => check_name(name),
        None => Err(Refusal::HostName(String::new())),
    }
}

fn check_address(ip: IpAddr) -> Result<(), Refusal> {
    if is_public(ip) { Ok(()) } else { Err(Refusal::Address(ip)) }
}

fn check_name(name: &str) -> Result<(), Refusal> {
    let bare = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let local = LOCAL_SUFFIXES.iter().any(|suffix| bare == *suffix || bare.ends_with(&format!(".{suffix}")));
    // A name of one label is completed with the machine's search domains and may reach a neighbouring pod.
    if local || !bare.contains('.') || bare.split('.').any(str::is_empty) {
        return Err(Refusal::HostName(name.to_owned()));
    }
    Ok(())
}

/// Returns `true` for an address on the public Internet. Pages are fetched from such addresses only.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

/// Excludes all blocks of IANA's IPv4 special-purpose registry that are not globally reachable, the former 6to4 relays,
/// and public addresses that belong to a cloud's own services.
fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = matches!(
        (a, b, c),
        (0 | 10 | 127 | 224..=255, _, _) // this network, private, loopback, multicast, reserved and broadcast
            | (100, 64..=127, _) // CGNAT, 100.64/10
            | (169, 254, _) // link-local, with the cloud's metadata service
            | (172, 16..=31, _) // private
            | (192, 0, 0 | 2) // IETF protocol assignments, TEST-NET-1
            | (192, 88, 99) // 6to4 relays
            | (192, 168, _) // private
            | (198, 18 | 19, _) // benchmarking, 198.18/15
            | (198, 51, 100) // TEST-NET-2
            | (203, 0, 113) // TEST-NET-3
    );
    !special && ip != AZURE_WIRE_SERVER
}

/// Allows global unicast (2000::/3) without special blocks. Every block that can embed an IPv4 address is refused:
/// mapped, compatible, NAT64 (well-known and local), 6to4, Teredo.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    let s = ip.segments();
    let global_unicast = (s[0] & 0xe000) == 0x2000;
    let ietf_assignments = s[0] == 0x2001 && s[1] < 0x0200; // 2001::/23: Teredo, ORCHID, benchmarking
    let documentation = (s[0] == 0x2001 && s[1] == 0x0db8) || (s[0] == 0x3fff && s[1] < 0x1000);
    let six_to_four = s[0] == 0x2002;
    global_unicast && !ietf_assignments && !documentation && !six_to_four
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_private_address_is_refused() {
        let hostile = [
            "http://127.0.0.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f000001/",
            "http://0x7f.1/",
            "http://017700000001/",
            "http://0/",
            "http://0.0.0.0/",
            "http://10.0.0.1/",
            "http://172.16.0.1/",
            "http://172.31.255.255/",
            "http://192.168.1.1/",
            "http://169.254.169.254/latest/meta-data/",
            "http://100.64.0.1/",
            "http://100.127.255.255/",
            "http://192.0.0.1/",
            "http://192.0.2.1/",
            "http://192.88.99.1/",
            "http://198.18.0.1/",
            "http://198.19.255.255/",
            "http://198.51.100.7/",
            "http://203.0.113.9/",
            "http://224.0.0.1/",
            "http://239.1.1.1/",
            "http://240.0.0.1/",
            "http://255.255.255.255/",
            "http://168.63.129.16/machine?comp=goalstate",
            "http://2822734096/",
            "http://100.100.100.200/latest/meta-data/",
            "http://192.0.0.192/opc/v2/",
            "http://[fd00:ec2::254]/latest/meta-data/",
            "http://[fd20:ce::254]/computeMetadata/v1/",
            "http://[::ffff:168.63.129.16]/",
            "http://[::ffff:a83f:8110]/",
            "http://[64:ff9b::a83f:8110]/",
            "http://[64:ff9b:1::a83f:8110]/",
            "http://[2002:a83f:8110::]/",
            "http://[2001:0:a83f:8110::]/",
            "http://[::1]/",
            "http://[::]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[::ffff:7f00:1]/",
            "http://[::ffff:8.8.8.8]/",
            "http://[::127.0.0.1]/",
            "http://[64:ff9b::7f00:1]/",
            "http://[64:ff9b::a9fe:a9fe]/",
            "http://[64:ff9b:1::1]/",
            "http://[2002:7f00:1::]/",
            "http://[2001::1]/",
            "http://[2001:db8::1]/",
            "http://[3fff::1]/",
            "http://[fc00::1]/",
            "http://[fd12:3456::1]/",
            "http://[fe80::1]/",
            "http://[fec0::1]/",
            "http://[ff02::1]/",
            "http://[100::1]/",
            "http://[5f00::1]/",
            "http://localhost/",
            "http://LOCALHOST./",
            "http://a.localhost/",
            "http://printer.local/",
            "http://metadata.google.internal/",
            "http://nats/",
            "http://redis.default.svc/",
            "http://router.lan/",
            "http://127.0.0.1./",
            "http://①②⑦.⓪.⓪.①/",
            "http://127。0。0。1/",
            "http://user@example.org/",
            "http://user:pass@example.org/",
            "http://example.org:22/",
            "http://example.org:6379/",
            "ftp://example.org/",
            "file:///etc/passwd",
            "gopher://example.org/",
            "data:text/html,x",
            "javascript:alert(1)",
            "//example.org/",
            "example.org",
            "",
            "http://",
            "http://.../",
            "http://a..b/",
        ];
        for url in hostile {
            assert!(check(url).is_err(), "{url} must be refused");
        }
        assert!(hostile.len() >= 60);
    }

    #[test]
    fn public_addresses_are_allowed() {
        for url in [
            "https://example.org/a?b=c",
            "http://8.8.8.8/",
            "https://[2606:4700::1111]/",
            "http://example.org:443/x",
            "https://例え.jp/",
        ] {
            assert!(check(url).is_ok(), "{url}");
        }
    }

    #[test]
    fn a_refusal_states_its_reason() {
        assert_eq!(check("http://2130706433/"), Err(Refusal::Address(IpAddr::V4(Ipv4Addr::LOCALHOST))));
        assert_eq!(check("http://example.org:8080/"), Err(Refusal::Port(8080)));
    }
}
