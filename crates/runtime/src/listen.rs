//! Listening on all addresses of a machine: `[::]` accepts IPv6 and IPv4, which a cluster with IPv6 only and one with
//! IPv4 only need.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use tokio::net::TcpListener;

/// Default address of a server: all addresses of the machine.
pub const fn anywhere(port: u16) -> SocketAddr {
    SocketAddr::new(IpAddr::V6(Ipv6Addr::UNSPECIFIED), port)
}

/// Address of a setting at which a server listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListenAddress(pub SocketAddr);

/// The text is not an address with a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write an address and a port, such as [::]:8080, [fd00::1]:8080 or 0.0.0.0:8080")]
pub struct NotAnAddress;

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for ListenAddress {
    type Err = NotAnAddress;

    /// Parses an address with a port. A port without an address, as `:8080` or `*:8080`, means all addresses.
    fn from_str(text: &str) -> Result<Self, NotAnAddress> {
        if let Ok(address) = text.parse() {
            return Ok(Self(address));
        }
        let (ip, port) = match text.strip_prefix("localhost:") {
            Some(port) => (Some(IpAddr::V4(Ipv4Addr::LOCALHOST)), port),
            None => (None, [":::", "*:", ":"].iter().find_map(|all| text.strip_prefix(all)).unwrap_or(text)),
        };
        let port = port.parse().map_err(|_| NotAnAddress)?;
        Ok(Self(ip.map_or(anywhere(port), |ip| SocketAddr::new(ip, port))))
    }
}

/// Listens at an address. Where the kernel has no IPv6, `[::]` means `0.0.0.0`.
///
/// # Errors
/// The address is in use, or not one of this machine.
pub async fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    match TcpListener::bind(address).await {
        Ok(listener) => Ok(listener),
        Err(error) => match instead_of(address, &error) {
            Some(other) => TcpListener::bind(other).await.map_err(|_| error),
            None => Err(error),
        },
    }
}

/// Returns the address to try in place of one that failed with this error.
fn instead_of(address: SocketAddr, error: &io::Error) -> Option<SocketAddr> {
    let is_taken = matches!(error.kind(), io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied);
    let is_every_v6 = address.ip() == IpAddr::V6(Ipv6Addr::UNSPECIFIED);
    (is_every_v6 && !is_taken).then(|| SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), address.port()))
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpStream;

    use super::*;

    #[tokio::test]
    async fn the_default_address_answers_both_families() {
        let port = listen(anywhere(0)).await.unwrap();
        let number = port.local_addr().unwrap().port();
        assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, number)).await.is_ok());
        // A machine without IPv6 has nothing to answer there.
        let has_v6 = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).await.is_ok();
        assert_eq!(TcpStream::connect((Ipv6Addr::LOCALHOST, number)).await.is_ok(), has_v6);
    }

    #[test]
    fn every_form_of_an_address_with_a_port_is_read() {
        let read = |text: &str| text.parse::<ListenAddress>().map(|address| address.to_string());
        for text in ["[::]:8080", ":8080", "8080", "*:8080", ":::8080"] {
            assert_eq!(read(text).as_deref(), Ok("[::]:8080"), "{text}");
        }
        for text in ["[::1]:80", "[fd00::a]:0", "127.0.0.1:80", "[fe80::1%3]:80"] {
            assert_eq!(read(text).as_deref(), Ok(text), "{text}");
        }
        assert_eq!(read("localhost:80").as_deref(), Ok("127.0.0.1:80"));
        for text in ["", "::", "::1", "fd00::1:8080", "[::]", "0.0.0.0", ":99999", "gateway:80"] {
            assert_eq!(read(text), Err(NotAnAddress), "{text}");
        }
    }

    #[test]
    fn only_a_missing_family_is_replaced() {
        let unsupported = io::Error::from_raw_os_error(97);
        assert_eq!(instead_of(anywhere(80), &unsupported), Some("0.0.0.0:80".parse().unwrap()));
        assert_eq!(instead_of("[::1]:80".parse().unwrap(), &unsupported), None);
        assert_eq!(instead_of("0.0.0.0:80".parse().unwrap(), &unsupported), None);
        assert_eq!(instead_of(anywhere(80), &io::ErrorKind::AddrInUse.into()), None);
    }
}
