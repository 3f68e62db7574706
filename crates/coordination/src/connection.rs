//! The connection and the certificates that it was made with.
//!
//! The client library keeps certificates in memory. They are read again after a failed call, and a new connection is
//! made if they have changed, so that renewed certificates need no restart: a server that refuses an expired one ends
//! the connection, the next call fails, and the one after it uses the new files.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use domain::{TlsFiles, TlsServer};
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, ClientTlsConfig, TlsCertificates};

use crate::RedisConfig;
use crate::client::{Unavailable, failed};

/// A connection that is replaced when its certificates are.
pub(crate) struct Connection {
    current: Mutex<(ConnectionManager, Pem)>,
}

/// Content of the files.
#[derive(Clone, Default, PartialEq, Eq)]
struct Pem {
    ca: Option<Vec<u8>>,
    client: Option<(Vec<u8>, Vec<u8>)>,
}

impl Connection {
    /// Creates a connection that is opened by its first use.
    pub(crate) fn new(config: &RedisConfig) -> Result<Self, Unavailable> {
        let pem = Pem::read(&config.tls)?;
        Ok(Self { current: Mutex::new((open(config, &pem)?, pem)) })
    }

    /// Returns the connection.
    pub(crate) fn manager(&self) -> ConnectionManager {
        self.current.lock().unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    /// Replaces the connection if the files have changed since it was made. Called after a failed call.
    pub(crate) fn renew(&self, config: &RedisConfig) {
        if !config.tls.any() {
            return;
        }
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let renewed = Pem::read(&config.tls).and_then(|pem| match pem == current.1 {
            true => Ok(None),
            false => Ok(Some((open(config, &pem)?, pem))),
        });
        match renewed {
            Ok(Some(renewed)) => {
                tracing::info!("the certificates for Redis have changed; a new connection uses them");
                *current = renewed;
            }
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(%error, "the certificates for Redis cannot be used; the former ones stay in use");
            }
        }
    }
}

impl Pem {
    fn read(files: &TlsFiles) -> Result<Self, Unavailable> {
        let ca = files.ca.as_deref().map(content).transpose()?;
        let client = files.client.as_ref().map(|client| Ok((content(&client.cert)?, content(&client.key)?)));
        Ok(Self { ca, client: client.transpose()? })
    }
}

fn content(file: &Path) -> Result<Vec<u8>, Unavailable> {
    std::fs::read(file).map_err(|error| Unavailable::Failed(format!("cannot read {}: {error}", file.display())))
}

fn open(config: &RedisConfig, pem: &Pem) -> Result<ConnectionManager, Unavailable> {
    let settings = ConnectionManagerConfig::new()
        .set_connection_timeout(Some(config.timeout))
        .set_response_timeout(Some(config.timeout))
        // The cool-down decides when to try again; a manager that retries would make callers wait.
        .set_number_of_retries(0)
        .set_min_delay(Duration::from_millis(10));
    ConnectionManager::new_lazy_with_config(client(config, pem)?, settings).map_err(|error| failed(&error))
}

fn client(config: &RedisConfig, pem: &Pem) -> Result<Client, Unavailable> {
    let url = config.url.as_str();
    if !config.tls.any() {
        return Client::open(url).map_err(|error| failed(&error));
    }
    if !url.starts_with("rediss://") {
        let names = TlsServer::Redis.settings();
        let advice = "must begin with rediss://, or its certificates would have no effect";
        return Err(Unavailable::Failed(format!(
            "{} {advice}; else remove {} and {}",
            names.url, names.ca, names.cert
        )));
    }
    let client_tls = pem.client.clone().map(|(client_cert, client_key)| ClientTlsConfig { client_cert, client_key });
    Client::build_with_tls(url, TlsCertificates { client_tls, root_cert: pem.ca.clone() })
        .map_err(|error| failed(&error))
}
