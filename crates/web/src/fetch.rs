//! Fetching one page: from public addresses only, where the site's robots.txt allows it, politely, and within limits.

mod body;
mod conditional;
mod decode;
mod error;
mod follow;
mod permit;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use domain::Clock;
use url::Url;

pub use conditional::Validators;
pub use error::FetchError;

use crate::client::{self, AGENT};
use crate::guard;
use crate::hosts::Hosts;
use crate::resolve::{Reach, SystemNames};
use crate::rest::Rests;
use crate::robots::Robots;
use permit::Permits;

/// How pages are fetched.
#[derive(Debug, Clone)]
pub struct FetchConfig {
    /// Where the offline world stands in for the web: `http(s)://host/path` becomes `<gateway>/host/path`, and no other
    /// address can then be reached. `None` is the real web.
    pub gateway: Option<Url>,
    /// Connecting at most.
    pub connect: Duration,
    /// All exchanges of one fetch at most: redirects, headers and the last byte of the body. A slow drip ends here.
    pub total: Duration,
    /// Waiting at most until a host may be asked.
    pub patience: Duration,
    /// Bytes at most, on the wire and decoded; a compressed bomb is cut here.
    pub max_bytes: usize,
    /// Redirects at most.
    pub redirects: u32,
    /// robots.txt is honoured.
    pub robots: bool,
    /// Pause between two requests to one host, of all replicas together; a longer one that robots.txt asks for counts.
    /// Behind a gateway there is none: nobody else's server is asked.
    pub host_delay: Duration,
    /// Requests at once to one host, of this process.
    pub host_at_once: usize,
    /// Ports that may be reached. Others belong to services, not to pages.
    pub ports: Vec<u16>,
}

impl Default for FetchConfig {
    fn default() -> Self {
        Self {
            gateway: None,
            connect: Duration::from_secs(5),
            total: Duration::from_secs(10),
            patience: Duration::from_secs(30),
            max_bytes: 10 * 1024 * 1024,
            redirects: 5,
            robots: true,
            host_delay: Duration::from_millis(500),
            host_at_once: 2,
            ports: guard::WEB_PORTS.to_vec(),
        }
    }
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Where it was found in the end, after redirects.
    pub url: Url,
    /// Media type as the server says, lower case, with its parameters; may be empty.
    pub content_type: String,
    /// The decoded body.
    pub body: Vec<u8>,
    /// SHA-256 of the body, in hex.
    pub hash: String,
}

/// What a conditional request gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fetched {
    /// The page, and what to ask with the next time.
    Page(Page, Validators),
    /// It is as it was (304).
    Unchanged(Validators),
}

/// Gets pages. The trait is what the researcher holds, so that its tests need no network.
pub trait Fetch: Send + Sync + 'static {
    /// One page.
    fn fetch(&self, url: &str) -> impl Future<Output = Result<Page, FetchError>> + Send;

    /// One page, if it is not as it was when the server gave these validators. Who cannot ask so fetches it.
    fn fetch_if(&self, url: &str, _known: &Validators) -> impl Future<Output = Result<Fetched, FetchError>> + Send {
        async move { self.fetch(url).await.map(|page| Fetched::Page(page, Validators::default())) }
    }
}

/// Fetches over HTTP.
#[derive(Clone)]
pub struct Fetcher {
    client: reqwest::Client,
    config: FetchConfig,
    hosts: Arc<Hosts>,
    permits: Arc<Permits>,
    reach: Reach,
}

impl Fetcher {
    /// A fetcher for the real web, or for the gateway if one is configured. Replicas that share `rests` are polite
    /// together.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(config: FetchConfig, rests: Arc<dyn Rests>, clock: Arc<dyn Clock>) -> Result<Self, client::ClientError> {
        let client = match config.gateway {
            Some(_) => client::behind_gateway(&config)?,
            None => client::pages(SystemNames, guard::is_public, &config)?,
        };
        Ok(Self::with_client(client, guard::is_public, config, (rests, clock)))
    }

    fn with_client(
        client: reqwest::Client,
        reach: Reach,
        config: FetchConfig,
        (rests, clock): (Arc<dyn Rests>, Arc<dyn Clock>),
    ) -> Self {
        let hosts = Arc::new(Hosts::new(rests, config.host_at_once));
        Self { client, hosts, permits: Arc::new(Permits::new(AGENT, clock)), reach, config }
    }

    /// One page, if it is not as it was when the server gave these validators.
    ///
    /// # Errors
    /// [`FetchError`]: why there is no page.
    pub async fn fetch_if(&self, url: &str, known: &Validators) -> Result<Fetched, FetchError> {
        let url = guard::check_ports(url, &self.config.ports)?;
        // The parts have limits of their own; this holds whatever a part may forget.
        let most = self.config.total + self.config.patience;
        tokio::time::timeout(most, self.follow(url, known)).await.unwrap_or(Err(FetchError::Timeout(most)))
    }

    /// Whether an address may be given to somebody who fetches it in our place: it is public now, and its site allows it.
    /// A reader of one's own resolves the name again, by itself: only its network can hold it then.
    pub(crate) async fn permit(&self, url: &Url) -> Result<(), FetchError> {
        guard::check_url_ports(url, &self.config.ports)?;
        if self.rules(url).await.allows(&follow::asked(url)) {
            return self.is_public(url).await;
        }
        Err(FetchError::Robots(follow::host(url)))
    }

    /// What the site says about being fetched. With robots.txt switched off it allows everything.
    ///
    /// # Errors
    /// If the address must not be reached.
    pub async fn robots(&self, url: &str) -> Result<Arc<Robots>, FetchError> {
        let url = guard::check_ports(url, &self.config.ports)?;
        Ok(self.rules(&url).await)
    }
}

impl Fetch for Fetcher {
    async fn fetch(&self, url: &str) -> Result<Page, FetchError> {
        match self.fetch_if(url, &Validators::default()).await? {
            Fetched::Page(page, _) => Ok(page),
            // Nobody asked for that: a server that says so all the same is broken.
            Fetched::Unchanged(_) => Err(FetchError::Status(304)),
        }
    }

    async fn fetch_if(&self, url: &str, known: &Validators) -> Result<Fetched, FetchError> {
        Self::fetch_if(self, url, known).await
    }
}

impl std::fmt::Debug for Fetcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fetcher").field("config", &self.config).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod egress;
#[cfg(test)]
mod tests;
