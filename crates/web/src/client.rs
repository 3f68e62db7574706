//! The HTTP clients of this crate: for pages, which may only reach public addresses, and for services whose addresses
//! an operator has configured.
//!
//! Connections to pages go through a resolver that drops every address that is not public at the moment of connecting,
//! so that a name cannot pass the check and then point elsewhere (DNS rebinding).

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
pub use telemetry::http::ClientError;
use telemetry::http::{ClientConfig, Redirects, client};

use crate::reach::Reach;
use crate::route::Route;

/// The product token that sites use for us in robots.txt.
pub(crate) const AGENT: &str = "auspex-researcher";
/// Identifies us to the owner of a site, with an address that explains how to refuse.
pub(crate) const USER_AGENT: &str =
    concat!("auspex-researcher/", env!("CARGO_PKG_VERSION"), " (+https://auspex.dev/bot)");

/// Time limits of a client.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timeouts {
    pub(crate) connect: Duration,
    /// Limit for the whole exchange, to the last byte of the body.
    pub(crate) total: Duration,
}

fn config(timeouts: Timeouts) -> ClientConfig {
    ClientConfig {
        timeout: timeouts.total,
        connect_timeout: timeouts.connect,
        read_timeout: timeouts.total,
        redirects: Redirects::Never,
        resolver: None,
        proxy: None,
        user_agent: USER_AGENT.to_owned(),
        decompress: true,
    }
}

/// Builds a client for pages: connects only to addresses that `reach` allows and does not decompress bodies.
pub(crate) fn pages<N: Names>(names: N, reach: Reach, timeouts: Timeouts) -> Result<reqwest::Client, ClientError> {
    let resolver = FilteredResolver { names: Arc::new(names), reach };
    client(ClientConfig { resolver: Some(Arc::new(resolver)), decompress: false, ..config(timeouts) })
}

/// Builds a client for pages behind a gateway or a forward proxy. Its address is the operator's; the bodies are as
/// untrusted as any. Without either, the client would reach private addresses.
pub(crate) fn relayed(route: &Route, timeouts: Timeouts) -> Result<reqwest::Client, ClientError> {
    client(ClientConfig { decompress: false, proxy: route.proxy(), ..config(timeouts) })
}

/// Builds a client for addresses from the configuration. They may be private, so a URL from outside must never reach
/// this client.
pub(crate) fn configured(route: &Route, connect: Duration, total: Duration) -> Result<reqwest::Client, ClientError> {
    client(ClientConfig { proxy: route.proxy(), ..config(Timeouts { connect, total }) })
}

/// Resolves a host name.
pub(crate) trait Names: Send + Sync + 'static {
    fn look_up(&self, name: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>>;
}

/// The system's resolver (`getaddrinfo`).
pub(crate) struct SystemNames;

impl Names for SystemNames {
    fn look_up(&self, name: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.collect()) })
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{name} has no public address")]
pub(crate) struct NoPublicAddress {
    pub(crate) name: String,
}

struct FilteredResolver<N> {
    names: Arc<N>,
    reach: Reach,
}

impl<N: Names> Resolve for FilteredResolver<N> {
    fn resolve(&self, name: Name) -> Resolving {
        let name = name.as_str().to_owned();
        let (names, reach) = (Arc::clone(&self.names), self.reach.clone());
        Box::pin(async move {
            let found = names.look_up(name.clone()).await?;
            let public: Vec<SocketAddr> =
                found.into_iter().filter(|address| reach.check(address.ip()).is_ok()).collect();
            if public.is_empty() {
                return Err(NoPublicAddress { name }.into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}
