//! Free ports that stay reserved while a server is down.

use std::fs::{File, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;

use anyhow::{Result, bail};

/// Lowest port used; most other servers listen below.
const LOWEST: u16 = 15_000;
/// Assumed start of the kernel's ephemeral range if the kernel does not report it (macOS starts higher).
const USUAL_EPHEMERAL: u16 = 32_768;
/// Maximum number of ports tried, more than the servers that run at once on one machine.
const MAX_PORT_TRIES: u32 = 500;

/// A port of 127.0.0.1 that no other Auspex process on this machine uses while this value exists.
///
/// It lies below the ephemeral range. Inside that range, a client that reconnects to a stopped server can receive
/// that very port as its source port and connect to itself, and the server cannot bind the port again.
#[derive(Debug)]
pub struct Port {
    number: u16,
    /// Lock file, locked until dropped. `None` if the lock folder is not writable.
    _claim: Option<File>,
}

impl Port {
    /// Reserves a free port.
    ///
    /// # Errors
    /// Fails if none of 500 tried ports is free.
    pub fn free() -> Result<Self> {
        Self::listen().map(|(port, _)| port)
    }

    /// Reserves a free port and returns the socket that listens on it.
    ///
    /// A server of this process takes the socket instead of binding the port a second time: a child process that
    /// another thread forks meanwhile keeps a copy of a closed socket until it executes its program, and the second
    /// `bind` fails with "address already in use".
    ///
    /// # Errors
    /// Fails if none of 500 tried ports is free.
    pub(crate) fn listen() -> Result<(Self, TcpListener)> {
        let range = range();
        let width = u64::from(range.end - range.start);
        let random = RandomState::new();
        for attempt in 0..MAX_PORT_TRIES {
            // The remainder is less than `width`, which is a u16.
            let offset = u16::try_from(random.hash_one(attempt) % width).unwrap_or_default();
            if let Some(claimed) = Self::claim_socket(range.start + offset) {
                return Ok(claimed);
            }
        }
        bail!("no free port of 127.0.0.1 in {range:?} after {MAX_PORT_TRIES} tries; stop what is left of older runs")
    }

    /// Uses this port; the server's start reveals if it is free.
    pub fn fixed(number: u16) -> Self {
        Self { number, _claim: None }
    }

    /// Returns the port number.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Reserves this port. Returns `None` if another process has it.
    pub fn claim(number: u16) -> Option<Self> {
        Self::claim_socket(number).map(|(port, _)| port)
    }

    fn claim_socket(number: u16) -> Option<(Self, TcpListener)> {
        let claim = match lock(number) {
            Lock::Ours(file) => Some(file),
            Lock::Unavailable => None,
            Lock::Theirs => return None,
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, number)).ok()?;
        Some((Self { number, _claim: claim }, listener))
    }
}

enum Lock {
    Ours(File),
    Theirs,
    Unavailable,
}

fn lock(number: u16) -> Lock {
    let folder = std::env::temp_dir().join("auspex-ports");
    if std::fs::create_dir_all(&folder).is_err() {
        return Lock::Unavailable;
    }
    let Ok(file) = File::options().create(true).append(true).open(folder.join(number.to_string())) else {
        return Lock::Unavailable;
    };
    match file.try_lock() {
        Ok(()) => Lock::Ours(file),
        Err(TryLockError::WouldBlock) => Lock::Theirs,
        Err(TryLockError::Error(_)) => Lock::Unavailable,
    }
}

fn range() -> Range<u16> {
    let low = std::fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse().ok())
        .unwrap_or(USUAL_EPHEMERAL);
    if low > LOWEST + 1_000 { LOWEST..low } else { LOWEST..USUAL_EPHEMERAL }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_of_living_claims_differ() {
        let ports: Vec<Port> = (0..50).map(|_| Port::free().unwrap()).collect();
        let distinct: std::collections::BTreeSet<u16> = ports.iter().map(Port::number).collect();
        assert_eq!(distinct.len(), 50);
    }

    #[test]
    fn a_port_in_use_is_not_given_out() {
        let (port, _listener) = Port::listen().unwrap();
        let number = port.number();
        drop(port);
        assert!(Port::claim(number).is_none());
    }
}
