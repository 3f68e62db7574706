//! The HTTP client constructor: always with timeouts, never with a proxy of the environment, one TLS provider per
//! process.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rustls_platform_verifier::ConfigVerifierExt;

pub use reqwest::Proxy;
pub use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Handling of a 3xx answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redirects {
    /// The answer is returned unchanged. For callers that check every hop, and for APIs, which do not redirect.
    Never,
    /// Followed, up to this number of times.
    Follow(usize),
}

/// Configuration of a client.
#[derive(Clone)]
pub struct ClientConfig {
    /// Time limit from the first byte sent to the last byte received.
    pub timeout: Duration,
    /// Time limit for connecting, including TLS.
    pub connect_timeout: Duration,
    /// Time limit between two reads, so that a stalled answer fails before `timeout`.
    pub read_timeout: Duration,
    /// Handling of 3xx answers.
    pub redirects: Redirects,
    /// Resolves names. A resolver that drops forbidden addresses checks at connect time, which DNS rebinding cannot
    /// evade. `None`: the system's resolver.
    pub resolver: Option<Arc<dyn Resolve>>,
    /// Forward proxy of all requests, from the configuration. The proxy resolves the names of the requested hosts;
    /// `resolver` applies to the proxy's own name. `None`: requests go to their hosts.
    pub proxy: Option<Proxy>,
    /// `User-Agent`.
    pub user_agent: String,
    /// Decompresses gzip and brotli. Off for callers that limit the bytes on the wire.
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
            proxy: None,
            user_agent: concat!("auspex/", env!("CARGO_PKG_VERSION")).to_owned(),
            decompress: true,
        }
    }
}

/// The client could not be built: no TLS roots, or a `User-Agent` that is not a header value.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP client cannot be built; are ca-certificates installed?")]
pub struct ClientError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// Builds a client. Proxy settings of the environment are ignored: requests go where the configuration says.
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
    if let Some(proxy) = config.proxy {
        builder = builder.proxy(proxy);
    }
    builder.build().map_err(|error| ClientError(error.into()))
}

/// TLS configuration shared by all clients. A worker has five of them; certificates are read and held once.
fn tls() -> Result<rustls::ClientConfig, ClientError> {
    static SHARED: OnceLock<rustls::ClientConfig> = OnceLock::new();
    if let Some(shared) = SHARED.get() {
        return Ok(shared.clone());
    }
    let mut read = rustls::ClientConfig::with_platform_verifier().map_err(|error| ClientError(error.into()))?;
    read.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(SHARED.get_or_init(|| read).clone())
}

/// Installs `ring` as the TLS provider of the process; only the first call has an effect. reqwest and redis need one.
pub fn install_tls() {
    // `Err` means that it is installed already: deny.toml allows no other provider.
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
    fn an_invalid_user_agent_is_an_error() {
        let config = ClientConfig { user_agent: "a\nb".to_owned(), ..ClientConfig::default() };
        assert!(client(config).unwrap_err().to_string().contains("HTTP client"));
    }
}
