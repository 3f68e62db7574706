//! Fetches one page: from public addresses only, where the site's robots.txt allows it, within a rate per host and
//! within limits on size and time.

mod body;
mod conditional;
mod cookies;
mod decode;
mod error;
mod follow;
mod permit;
mod refresh;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use domain::Clock;
use url::{Host, Url};

pub use conditional::Validators;
pub use error::FetchError;

use domain::port::CoolDowns;

use crate::client::{self, AGENT, SystemNames, Timeouts};
use crate::guard::{self, Refusal};
use crate::hosts::Hosts;
use crate::reach::{DenyList, Reach};
use crate::robots::Robots;
use crate::route::Route;
use crate::wall::{self, Wall};
pub(crate) use follow::asked;
use permit::Permits;

/// Beginning of a script in HTML.
const SCRIPT: &[u8] = b"<script";
/// Minimum time between two requests to one host for parts of one page.
const PART_DELAY: Duration = Duration::from_millis(50);

/// Limits and rules of fetching.
#[derive(Debug, Clone)]
pub struct FetchConfig {
    /// Address of the offline world, which replaces the web: `http(s)://host/path` becomes `<gateway>/host/path`, and
    /// no other address can be reached. `None` for the real web.
    pub gateway: Option<Url>,
    /// Time limit for connecting.
    pub connect: Duration,
    /// Time limit for all exchanges of one fetch: redirects, headers and the last byte of the body.
    pub total: Duration,
    /// Maximum wait for a turn at a host.
    pub patience: Duration,
    /// Maximum size of a body in bytes, both on the wire and decoded.
    pub max_bytes: usize,
    /// Maximum number of redirects.
    pub redirects: u32,
    /// Obeys robots.txt.
    pub robots: bool,
    /// Minimum time between two requests to one host, across all replicas. A longer delay in robots.txt takes
    /// precedence. Not applied behind a gateway, where no foreign server is asked.
    pub host_delay: Duration,
    /// Maximum number of concurrent requests to one host, per process.
    pub host_at_once: usize,
    /// Ports that may be reached. Other ports belong to services, not to pages.
    pub ports: Vec<u16>,
    /// Networks and hosts that are never reached, in addition to addresses that are not public.
    pub denied: DenyList,
    /// The way to the pages. Behind a forward proxy the proxy resolves names; schemes, ports, names, literal addresses
    /// and the deny list are checked here.
    pub route: Route,
    /// Returns a page that is empty without its scripts instead of failing, because a browser renders it.
    pub rendered: bool,
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
            denied: DenyList::default(),
            route: Route::Direct,
            rendered: false,
        }
    }
}

impl FetchConfig {
    /// Returns `true` if a gateway or a proxy resolves the names and connects to the hosts.
    fn is_relayed(&self) -> bool {
        self.gateway.is_some() || self.route.is_proxied()
    }
}

/// A fetched page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Final address, after redirects.
    pub url: Url,
    /// Media type and parameters from the server, in lower case; may be empty.
    pub content_type: String,
    /// The decoded body.
    pub body: Vec<u8>,
    /// SHA-256 of the body, in hex.
    pub hash: String,
}

impl Page {
    /// Returns `true` if the page asks its visitor to run scripts, and shows nothing else.
    pub fn asks_for_scripts(&self) -> bool {
        wall::of_page(&self.content_type, &self.body) == Some(Wall::Script)
    }

    /// Returns `true` for HTML with a script, whose text a browser may complete.
    pub fn has_scripts(&self) -> bool {
        let is_html = self.content_type.contains("html") || self.content_type.is_empty();
        is_html && self.body.windows(SCRIPT.len()).any(|bytes| bytes.eq_ignore_ascii_case(SCRIPT))
    }
}

/// The result of a conditional request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fetched {
    /// The page, and the validators for the next request.
    Page(Page, Validators),
    /// The page has not changed (304).
    Unchanged(Validators),
}

/// Fetches pages. The researcher depends on this trait, so that its tests need no network.
pub trait Fetch: Send + Sync + 'static {
    /// Fetches a page.
    fn fetch(&self, url: &str) -> impl Future<Output = Result<Page, FetchError>> + Send {
        async move {
            match self.fetch_if(url, &Validators::default()).await? {
                Fetched::Page(page, _) => Ok(page),
                // The request carried no validators, so the answer is not valid.
                Fetched::Unchanged(_) => Err(FetchError::Status(304)),
            }
        }
    }

    /// Fetches a page unless it still matches the validators.
    fn fetch_if(&self, url: &str, known: &Validators) -> impl Future<Output = Result<Fetched, FetchError>> + Send;
}

/// Fetches over HTTP.
#[derive(Clone)]
pub struct Fetcher {
    client: reqwest::Client,
    config: FetchConfig,
    hosts: Arc<Hosts>,
    permits: Arc<Permits>,
    reach: Reach,
    kinds: Kinds,
}

/// The kinds of content that a fetcher accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kinds {
    /// Pages and documents, which have a text.
    Documents,
    /// Scripts and data as well, which a browser runs and never a parser reads.
    Parts,
}

impl Fetcher {
    /// Creates a fetcher for the real web, or for the gateway if one is configured. Replicas that share `cool_downs`
    /// share the rate per host.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(
        config: FetchConfig,
        cool_downs: Arc<dyn CoolDowns>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, client::ClientError> {
        let timeouts = Timeouts { connect: config.connect, total: config.total };
        let client = match config.is_relayed() {
            true => client::relayed(&config.route, timeouts)?,
            false => client::pages(SystemNames, Reach::public(&config.denied), timeouts)?,
        };
        Ok(Self::with_client(client, config, cool_downs, clock))
    }

    fn with_client(
        client: reqwest::Client,
        config: FetchConfig,
        cool_downs: Arc<dyn CoolDowns>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let hosts = Arc::new(Hosts::new(cool_downs, config.host_at_once));
        let reach = Reach::public(&config.denied);
        let permits = Arc::new(Permits::new(AGENT, clock));
        Self { client, hosts, permits, reach, config, kinds: Kinds::Documents }
    }

    /// Returns a fetcher for the scripts and data of a page that a browser renders. It shares cool-downs, rules and
    /// limits with this one. The parts of a page follow one another faster than pages, because one visit needs them.
    pub(crate) fn of_parts(&self) -> Self {
        let host_delay = self.config.host_delay.min(PART_DELAY);
        Self { config: FetchConfig { host_delay, ..self.config.clone() }, kinds: Kinds::Parts, ..self.clone() }
    }

    /// Checks a URL, and that the operator does not deny its host. The addresses of a name are checked when connecting.
    fn check(&self, url: &Url) -> Result<(), Refusal> {
        guard::check_url_ports(url, &self.config.ports)?;
        match url.host() {
            Some(Host::Ipv4(ip)) => self.config.denied.check(ip.into()),
            Some(Host::Ipv6(ip)) => self.config.denied.check(ip.into()),
            Some(Host::Domain(name)) => self.config.denied.check_name(name),
            None => Ok(()),
        }
    }

    /// Fetches a page unless it still matches the validators.
    ///
    /// # Errors
    /// [`FetchError`] with the reason of the failure.
    pub async fn fetch_if(&self, url: &str, known: &Validators) -> Result<Fetched, FetchError> {
        let url = guard::check_ports(url, &self.config.ports)?;
        self.check(&url)?;
        // Each step has its own limit. This one bounds a step that misses its limit.
        let limit = self.config.total + self.config.patience;
        tokio::time::timeout(limit, self.follow(url, known)).await.unwrap_or(Err(FetchError::Timeout(limit)))
    }

    /// Checks whether an external service may be asked to fetch the address: it is public now, and its site allows it.
    /// The service resolves the name again by itself, so only its own network can enforce the address policy then.
    pub(crate) async fn permit(&self, url: &Url) -> Result<(), FetchError> {
        self.check(url)?;
        if self.rules(url).await.allows(&follow::asked(url)) {
            return self.is_public(url).await;
        }
        Err(FetchError::Robots(follow::host(url)))
    }

    /// Returns the site's crawling rules. With robots.txt switched off everything is allowed.
    ///
    /// # Errors
    /// If the address may not be reached.
    pub async fn robots(&self, url: &str) -> Result<Arc<Robots>, FetchError> {
        let url = guard::check_ports(url, &self.config.ports)?;
        self.check(&url)?;
        Ok(self.rules(&url).await)
    }
}

impl Fetch for Fetcher {
    async fn fetch_if(&self, url: &str, known: &Validators) -> Result<Fetched, FetchError> {
        Self::fetch_if(self, url, known).await
    }
}

impl std::fmt::Debug for Fetcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fetcher").field("config", &self.config).finish_non_exhaustive()
    }
}

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn decode_for_fuzzing(encoding: &str, body: Vec<u8>, cap: usize) {
    if let Ok(decoded) = decode::decode(encoding, body, cap) {
        assert!(decoded.len() <= cap, "{} bytes", decoded.len());
    }
}

#[cfg(test)]
mod egress;
#[cfg(test)]
mod tests;
