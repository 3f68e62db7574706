//! Addresses of servers: what of them is printed, and why a connection fails.

use std::time::Duration;

/// Default port of Postgres.
const POSTGRES_PORT: u16 = 5432;

/// Returns the error of a TCP connection to the server; `None` if the port accepts it or the attempt times out.
pub(crate) async fn connect_error(address: &str, limit: Duration) -> Option<std::io::Error> {
    let address = if address.contains(':') { address.to_owned() } else { format!("{address}:{POSTGRES_PORT}") };
    let attempt = tokio::time::timeout(limit, tokio::net::TcpStream::connect(address));
    attempt.await.ok()?.err()
}

/// Returns the hosts and ports of a comma-separated list of URLs. The other parts may contain a password and are not
/// printed.
pub(crate) fn host_ports(urls: &str) -> String {
    let host_port = |url: &str| {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let authority = &rest[..rest.find(['/', '?']).unwrap_or(rest.len())];
        authority.rsplit('@').next().unwrap_or_default().to_owned()
    };
    urls.split(',').map(|url| host_port(url.trim())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_removed_from_printed_addresses() {
        assert_eq!(host_ports("nats://auspex:s3cr3t@127.0.0.1:4222, nats://b:2"), "127.0.0.1:4222, b:2");
        assert_eq!(host_ports("postgres://user:p@ss@host:5432/db?password=x"), "host:5432");
        assert_eq!(host_ports("nowhere"), "nowhere");
    }

    #[tokio::test]
    async fn a_closed_port_returns_its_error_and_an_open_one_none() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        assert!(connect_error(&address, Duration::from_secs(1)).await.is_none());
        drop(listener);
        assert_eq!(
            connect_error(&address, Duration::from_secs(1)).await.unwrap().kind(),
            std::io::ErrorKind::ConnectionRefused
        );
    }
}
