//! The way of all requests of this crate: straight to their hosts, or through one forward proxy.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use telemetry::http::Proxy;
use url::Url;

/// The way to pages, search providers, public services, readers and MCP servers over HTTP.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Route {
    /// Requests go to their hosts. Addresses of pages are checked when connecting.
    #[default]
    Direct,
    /// Requests go to a forward proxy, which resolves the names.
    Proxy(ForwardProxy),
}

impl Route {
    /// Returns `true` if requests go through a proxy, so that no name is resolved here.
    pub fn is_proxied(&self) -> bool {
        matches!(self, Self::Proxy(_))
    }

    pub(crate) fn proxy(&self) -> Option<Proxy> {
        match self {
            Self::Direct => None,
            Self::Proxy(proxy) => Some(Proxy::clone(&proxy.proxy)),
        }
    }
}

/// A forward proxy: `http://host:port`, with `user:password@` if it asks for them. HTTPS goes through `CONNECT`, HTTP
/// in absolute form.
#[derive(Clone)]
pub struct ForwardProxy {
    url: Arc<Url>,
    proxy: Arc<Proxy>,
}

/// A setting that is not the address of a forward proxy. The text is left out, because it may contain a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not the address of a forward proxy such as http://proxy.internal:3128")]
pub struct InvalidProxy;

impl FromStr for ForwardProxy {
    type Err = InvalidProxy;

    fn from_str(text: &str) -> Result<Self, InvalidProxy> {
        let url = Url::parse(text.trim()).map_err(|_| InvalidProxy)?;
        let bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() || !bare {
            return Err(InvalidProxy);
        }
        let proxy = Proxy::all(url.clone()).map_err(|_| InvalidProxy)?;
        Ok(Self { url: Arc::new(url), proxy: Arc::new(proxy) })
    }
}

impl PartialEq for ForwardProxy {
    fn eq(&self, other: &Self) -> bool {
        self.url == other.url
    }
}

impl Eq for ForwardProxy {}

/// Omits user name and password.
impl fmt::Debug for ForwardProxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}:{:?}", self.url.scheme(), self.url.host_str().unwrap_or_default(), self.url.port())
    }
}

#[cfg(test)]
mod tests;
