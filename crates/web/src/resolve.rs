//! The resolver that connections go through: it drops every address that is not public at the moment of connecting, so
//! that a name cannot pass a check and then point elsewhere (DNS rebinding).

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use futures::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Which addresses may be connected to: `guard::is_public`, but for tests with servers of their own.
pub(crate) type Reach = fn(IpAddr) -> bool;

/// Turns a name into addresses. The system's resolver in production.
pub(crate) trait Names: Send + Sync + 'static {
    fn look_up(&self, name: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>>;
}

/// `getaddrinfo`.
pub(crate) struct SystemNames;

impl Names for SystemNames {
    fn look_up(&self, name: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.collect()) })
    }
}

/// A name that has no public address.
#[derive(Debug, thiserror::Error)]
#[error("{name} has no public address")]
pub(crate) struct NoPublicAddress {
    pub(crate) name: String,
}

/// Resolves, then drops what may not be reached.
pub(crate) struct Filtered<N> {
    pub(crate) names: Arc<N>,
    pub(crate) reach: Reach,
}

impl<N: Names> Resolve for Filtered<N> {
    fn resolve(&self, name: Name) -> Resolving {
        let name = name.as_str().to_owned();
        let (names, reach) = (Arc::clone(&self.names), self.reach);
        Box::pin(async move {
            let found = names.look_up(name.clone()).await?;
            let public: Vec<SocketAddr> = found.into_iter().filter(|address| reach(address.ip())).collect();
            if public.is_empty() {
                return Err(NoPublicAddress { name }.into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}
