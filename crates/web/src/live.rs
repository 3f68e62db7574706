//! All access to the web behind one trait, on which the researcher depends.

use std::error::Error;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::browser::{Browser, RenderError};
use crate::fetch::{Fetch, FetchError, Fetched, Fetcher, Page, Validators};
use crate::gleif::{self, Gleif, GleifClient, LeiChildren, LeiParent, LeiRecord, ReportingException};
use crate::guard;
use crate::markets::{Listing, Listings, MarketData, MarketId, MarketSites, Quote};
use crate::mcp::{self, McpError, McpSearch, McpServers, McpTool, McpToolRole, to_service_error};
use crate::reading::{self, Readers};
use crate::search::{
    Chain, Found, LocalCorpus, Provider, Search, SearchError, WebQuery, cool_down_after, unless_cooling,
};
use crate::service::ServiceError;
use crate::site::{self, SitePage};
use crate::tokens::{Holders, Limit, PriceSeries, RugCheckFacts, TokenData, TokenMetadata, TokenServices};
use crate::wall;
use crate::wikidata::{self, NamedThing, OfficialSites, RegisteredThing, Wikidata};
use domain::Time;
use domain::port::CoolDowns;
use futures::future::BoxFuture;

/// Key of the browser's cool-down.
const BROWSER_KEY: &str = "read:browser";
/// Cool-down of a browser that cannot be reached.
const BROWSER_COOL_DOWN: Duration = Duration::from_secs(30);

/// Search, an encyclopedia, pages, token services, LEI records, official websites, prediction markets, and external
/// tools.
pub trait Web: Search + Fetch + TokenData + Gleif + OfficialSites + MarketData {
    /// Finds encyclopedia articles, to distinguish entities of the same name.
    fn encyclopedia(&self, query: &WebQuery) -> impl Future<Output = Result<Found, SearchError>> + Send;

    /// Returns the pages that a site lists, best first; empty if it lists none.
    fn site(&self, url: &str) -> impl Future<Output = Result<Vec<SitePage>, FetchError>> + Send;

    /// Returns `true` if a browser renders pages that are empty without their scripts.
    fn renders(&self) -> bool {
        false
    }

    /// Runs the scripts of a page and returns what they made of it; `None` without a browser, or if it failed.
    fn render(&self, page: &Page) -> impl Future<Output = Option<Page>> + Send {
        let _ = page;
        std::future::ready(None)
    }

    /// Returns the tools of external MCP servers.
    fn external_tools(&self) -> &[McpTool];

    /// Calls an external tool by its prefixed name and returns its answer as untrusted text.
    fn call_external_tool(&self, name: &str, arguments: Value)
    -> impl Future<Output = Result<String, McpError>> + Send;
}

/// The implementation for the real web.
pub struct LiveWeb {
    /// Search providers in order.
    pub search: Chain,
    /// Wikipedia, as a chain of one provider, so that it has a cool-down as well.
    pub wikipedia: Chain,
    /// Fetches pages from public addresses.
    pub fetcher: Fetcher,
    /// Services that read pages instead of the fetcher.
    pub readers: Readers,
    /// Renders pages that are empty without their scripts; `None`: they stay empty.
    pub browser: Option<Browser>,
    /// The operator's own pages, which are never requested from the network.
    pub corpus: Option<LocalCorpus>,
    /// External MCP servers.
    pub servers: Arc<McpServers>,
    /// Market and on-chain data of tokens.
    pub tokens: TokenServices,
    /// Records of legal entities.
    pub gleif: GleifClient,
    /// Official websites; `None`: not asked.
    pub wikidata: Option<Wikidata>,
    /// Sites of prediction markets.
    pub markets: MarketSites,
    /// Cool-downs that all replicas share.
    pub cool_downs: Arc<dyn CoolDowns>,
}

/// Returns the search tools of external servers as providers. They precede all others.
pub fn searchers(servers: &McpServers) -> Vec<Box<dyn Provider>> {
    let provider = |(client, tool): (&Arc<mcp::McpClient>, &McpTool)| {
        Box::new(McpSearch::new(Arc::clone(client), tool.clone())) as Box<dyn Provider>
    };
    servers.with_role(McpToolRole::Search).map(provider).collect()
}

impl LiveWeb {
    /// Reads the page with an external reader. `None` if none is configured or none succeeded.
    async fn read_elsewhere(&self, url: &url::Url) -> Option<Page> {
        for (client, tool) in self.servers.with_role(McpToolRole::Read) {
            let key = format!("read:{}", tool.name);
            if self.cool_downs.cooling(&key).await.is_some() {
                continue;
            }
            match mcp::read(client, tool, url.as_str()).await {
                Ok(text) => return Some(reading::markdown_page(url.clone(), text)),
                // A failure on one page does not start a cool-down.
                Err(McpError::Failed(_)) => {}
                Err(error) => {
                    tracing::warn!(tool = tool.name, error = %error, "MCP reader in cool-down");
                    self.cool_downs.cool_down(&key, cool_down_after(&to_service_error(&error))).await;
                }
            }
        }
        self.readers.by_address(url).await
    }

    /// Runs `work` unless the service is in cool-down, and starts the cool-down that a refusal requests.
    async fn unless_cooling<T>(
        &self,
        service: &'static str,
        work: impl Future<Output = Result<T, ServiceError>>,
    ) -> Result<T, ServiceError> {
        unless_cooling(self.cool_downs.as_ref(), service, work).await
    }
}

impl Web for LiveWeb {
    async fn encyclopedia(&self, query: &WebQuery) -> Result<Found, SearchError> {
        self.wikipedia.search(query).await
    }

    async fn site(&self, url: &str) -> Result<Vec<SitePage>, FetchError> {
        site::list(&self.fetcher, &guard::check(url)?).await
    }

    fn renders(&self) -> bool {
        self.browser.is_some()
    }

    async fn render(&self, page: &Page) -> Option<Page> {
        let browser = self.browser.as_ref()?;
        if self.cool_downs.cooling(BROWSER_KEY).await.is_some() {
            return None;
        }
        match browser.render(page).await {
            // A script may show a wall as well.
            Ok(rendered) => wall::of_page(&rendered.content_type, &rendered.body).is_none().then_some(rendered),
            Err(error) => {
                let cause = error.source().map(ToString::to_string).unwrap_or_default();
                tracing::warn!(host = page.url.host_str().unwrap_or_default(), error = %error, cause, "page not rendered");
                if matches!(error, RenderError::Unreachable(_)) {
                    self.cool_downs.cool_down(BROWSER_KEY, BROWSER_COOL_DOWN).await;
                }
                None
            }
        }
    }

    fn external_tools(&self) -> &[McpTool] {
        self.servers.tools()
    }

    async fn call_external_tool(&self, name: &str, arguments: Value) -> Result<String, McpError> {
        let tool = self.servers.tool(name).ok_or(McpError::UnknownTool)?;
        self.servers.call(tool, arguments).await
    }
}

impl Search for LiveWeb {
    async fn search(&self, query: &WebQuery) -> Result<Found, SearchError> {
        self.search.search(query).await
    }
}

impl Fetch for LiveWeb {
    async fn fetch_if(&self, url: &str, known: &Validators) -> Result<Fetched, FetchError> {
        let address = guard::check(url)?;
        let whole = |page| Fetched::Page(page, Validators::default());
        if let Some(corpus) = &self.corpus
            && let Some(page) = corpus.page(&address).await
        {
            return Ok(whole(page));
        }
        let elsewhere = self.readers.read_addresses() || self.servers.with_role(McpToolRole::Read).next().is_some();
        if elsewhere {
            // An external reader is subject to the same rules before it receives the address.
            self.fetcher.permit(&address).await?;
            // A reader may return the wall that it was shown; our own request may pass.
            let read = self.read_elsewhere(&address).await;
            if let Some(page) = read.filter(|page| wall::of_page(&page.content_type, &page.body).is_none()) {
                return Ok(whole(page));
            }
        }
        match self.fetcher.fetch_if(url, known).await? {
            Fetched::Page(page, validators) => Ok(Fetched::Page(self.readers.by_content(page).await, validators)),
            unchanged @ Fetched::Unchanged(_) => Ok(unchanged),
        }
    }
}

impl Limit for LiveWeb {
    async fn limited<T: Send>(
        &self,
        service: &'static str,
        work: impl Future<Output = Result<T, ServiceError>> + Send,
    ) -> Result<T, ServiceError> {
        self.unless_cooling(service, work).await
    }
}

impl TokenData for LiveWeb {
    async fn metadata(&self, mint: &str) -> Result<Option<TokenMetadata>, ServiceError> {
        self.unless_cooling("jupiter", self.tokens.metadata(mint)).await
    }

    async fn prices(&self, mint: &str, days: u32) -> Result<Option<PriceSeries>, ServiceError> {
        self.tokens.prices_within(self, mint, days).await
    }

    async fn risks(&self, mint: &str) -> Result<Option<RugCheckFacts>, ServiceError> {
        self.unless_cooling("rugcheck", self.tokens.risks(mint)).await
    }

    async fn holders(&self, mint: &str) -> Result<Option<Holders>, ServiceError> {
        self.unless_cooling("holders", self.tokens.holders(mint)).await
    }
}

impl MarketData for LiveWeb {
    fn search_markets<'a>(&'a self, words: &'a str, as_of: Option<Time>) -> BoxFuture<'a, Listings> {
        self.markets.search_markets(words, as_of)
    }

    fn market<'a>(&'a self, id: &'a MarketId) -> BoxFuture<'a, Result<Option<Listing>, ServiceError>> {
        self.markets.market(id)
    }

    fn price_before<'a>(
        &'a self,
        id: &'a MarketId,
        before: Time,
    ) -> BoxFuture<'a, Result<Option<Quote>, ServiceError>> {
        self.markets.price_before(id, before)
    }
}

impl Gleif for LiveWeb {
    async fn records(&self, leis: &[String]) -> Result<Vec<LeiRecord>, ServiceError> {
        self.unless_cooling(gleif::SERVICE, self.gleif.records(leis)).await
    }

    async fn by_name(&self, name: &str, limit: usize) -> Result<Vec<LeiRecord>, ServiceError> {
        self.unless_cooling(gleif::SERVICE, self.gleif.by_name(name, limit)).await
    }

    async fn parents(&self, lei: &str) -> Result<Vec<LeiParent>, ServiceError> {
        self.unless_cooling(gleif::SERVICE, self.gleif.parents(lei)).await
    }

    async fn children(&self, lei: &str) -> Result<LeiChildren, ServiceError> {
        self.unless_cooling(gleif::SERVICE, self.gleif.children(lei)).await
    }

    async fn exceptions(&self, lei: &str) -> Result<Vec<ReportingException>, ServiceError> {
        self.unless_cooling(gleif::SERVICE, self.gleif.exceptions(lei)).await
    }
}

impl OfficialSites for LiveWeb {
    async fn registered(&self, thing: &NamedThing) -> Result<Option<RegisteredThing>, ServiceError> {
        match &self.wikidata {
            Some(client) => self.unless_cooling(wikidata::SERVICE, client.registered(thing)).await,
            None => Ok(None),
        }
    }
}
