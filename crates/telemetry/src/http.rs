//! The one HTTP client constructor: time-outs always, proxies never, one TLS provider for the process.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rustls_platform_verifier::ConfigVerifierExt;

pub use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// What happens on a 3xx answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redirects {
    /// It is returned as it is. For whoever must check every hop itself, and for APIs, which do not redirect.
    Never,
    /// Followed this many times at most.
    Follow(usize),
}

/// How a client behaves.
#[derive(Clone)]
pub struct ClientConfig {
    /// From the first byte sent to the last byte received.
    pub timeout: Duration,
    /// For the connection, TLS included.
    pub connect_timeout: Duration,
    /// Between two reads: what hangs is given up before `timeout`.
    pub read_timeout: Duration,
    /// On 3xx.
    pub redirects: Redirects,
    /// Looks names up. A resolver that drops forbidden addresses is a check at connect time, which DNS rebinding cannot
    /// pass. `None`: the system's.
    pub resolver: Option<Arc<dyn Resolve>>,
    /// `User-Agent`.
    pub user_agent: String,
    /// Decompress gzip and brotli. Off for whoever must count the bytes as they come.
    pub decompress: bool,
}

impl Default for ClientConfig {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(30),
            connect_timeout: Duration::from_secs(5),
            read_timeout: Duration::from_secs(30),
            redirects: Redirects::Never,
            resolver: None,
            user_agent: concat!("auspex/", env!("CARGO_PKG_VERSION")).to_owned(),
            decompress: true,
        }
    }
}

/// The client could not be built: no TLS roots, or a `User-Agent` that is no header value.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP client cannot be built; are ca-certificates installed?")]
pub struct ClientError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// Builds a client. Proxies are never taken from the environment: what leaves goes where the configuration says.
pub fn client(config: ClientConfig) -> Result<reqwest::Client, ClientError> {
    install_tls();
    let redirect = match config.redirects {
        Redirects::Never => reqwest::redirect::Policy::none(),
        Redirects::Follow(hops) => reqwest::redirect::Policy::limited(hops),
    };
    let mut builder = reqwest::ClientBuilder::new()
        .tls_backend_preconfigured(tls()?)
        .no_proxy()
        .timeout(config.timeout)
        .connect_timeout(config.connect_timeout)
        .read_timeout(config.read_timeout)
        .redirect(redirect)
        .user_agent(config.user_agent)
        .gzip(config.decompress)
        .brotli(config.decompress);
    if let Some(resolver) = config.resolver {
        builder = builder.dns_resolver(resolver);
    }
    builder.build().map_err(|error| ClientError(error.into()))
}

/// How all clients speak TLS. A worker has five of them: certificates are read and held once.
fn tls() -> Result<rustls::ClientConfig, ClientError> {
    static SHARED: OnceLock<rustls::ClientConfig> = OnceLock::new();
    if let Some(shared) = SHARED.get() {
        return Ok(shared.clone());
    }
    let mut read = rustls::ClientConfig::with_platform_verifier().map_err(|error| ClientError(error.into()))?;
    read.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(SHARED.get_or_init(|| read).clone())
}

/// Makes `ring` the process's TLS provider; the first call counts. Everything that speaks TLS (reqwest, redis) needs one.
pub fn install_tls() {
    // `Err` means that a provider is installed already, by us: there is no other in the tree (deny.toml).
    let _ = rustls::crypto::ring::default_provider().install_default();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_built_twice_with_one_provider() {
        client(ClientConfig::default()).unwrap();
        client(ClientConfig { redirects: Redirects::Follow(3), ..ClientConfig::default() }).unwrap();
    }

    #[test]
    fn a_user_agent_that_is_no_header_is_an_error() {
        let config = ClientConfig { user_agent: "a\nb".to_owned(), ..ClientConfig::default() };
        assert!(client(config).unwrap_err().to_string().contains("HTTP client"));
    }
}
