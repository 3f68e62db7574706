//! `--healthy`: asks the process that runs with the same settings if it is ready, for health checks of containers whose
//! image has no other program.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

/// Limit of each step; a process that is alive answers at once.
const TIMEOUT: Duration = Duration::from_secs(3);
/// First line of a positive answer.
const READY: &[u8] = b"HTTP/1.1 200";

/// Returns success if `/readyz` at this address answers 200.
pub(super) fn ask(listens: SocketAddr) -> ExitCode {
    if answers(listens).unwrap_or(false) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn answers(listens: SocketAddr) -> std::io::Result<bool> {
    let mut stream = connect(listens)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut first = [0; READY.len()];
    stream.read_exact(&mut first)?;
    Ok(first == READY)
}

/// Connects to the process. One that listens on all addresses may have no loopback address of one of the families.
fn connect(listens: SocketAddr) -> std::io::Result<TcpStream> {
    if !listens.ip().is_unspecified() {
        return TcpStream::connect_timeout(&listens, TIMEOUT);
    }
    let loopback = |ip| TcpStream::connect_timeout(&SocketAddr::new(ip, listens.port()), TIMEOUT);
    loopback(IpAddr::V4(Ipv4Addr::LOCALHOST)).or_else(|_| loopback(IpAddr::V6(Ipv6Addr::LOCALHOST)))
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    fn served(answer: &'static str) -> bool {
        served_at(answer, IpAddr::V4(Ipv4Addr::UNSPECIFIED)) && served_at(answer, IpAddr::V6(Ipv6Addr::UNSPECIFIED))
    }

    fn served_at(answer: &'static str, configured: IpAddr) -> bool {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let serving = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 16];
            stream.read_exact(&mut request).unwrap();
            assert!(request.starts_with(b"GET /readyz "));
            stream.write_all(answer.as_bytes()).unwrap();
        });
        let found = answers(SocketAddr::new(configured, port)).unwrap();
        serving.join().unwrap();
        found
    }

    #[test]
    fn a_process_is_healthy_if_it_is_ready() {
        assert!(served("HTTP/1.1 200 OK\r\n\r\nok"));
        assert!(!served("HTTP/1.1 503 Service Unavailable\r\n\r\nstarting"));
        assert!(answers("127.0.0.1:1".parse().unwrap()).is_err(), "nothing listens");
    }
}
