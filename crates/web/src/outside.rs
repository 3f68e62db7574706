//! The whole outside web behind one trait: what a researcher holds.

use std::future::Future;
use std::sync::Arc;

use serde_json::Value;

use crate::fetch::{Fetch, FetchError, Fetched, Fetcher, Page, Validators};
use crate::mcp::{self, McpError, Offered, Servers};
use crate::reading::Readers;
use crate::rest::Rests;
use crate::search::{Chain, Found, LocalCorpus, McpSearch, Provider, Search, SearchError, as_service, rest_after};
use crate::service::ServiceError;
use crate::site::{self, SitePage};
use crate::tokens::{Holders, PriceSeries, RiskReport, TokenData, TokenMetadata, TokenServices};
use crate::{content_hash, guard};

/// Searching, an encyclopedia, pages, token services, and what external tool servers offer.
pub trait Web: Search + Fetch + TokenData {
    /// At most `most` encyclopedia articles: for telling things of one name apart.
    fn encyclopedia(&self, query: &str, most: usize) -> impl Future<Output = Result<Found, SearchError>> + Send;

    /// The pages that a site lists as its own, best first; empty where it lists none.
    fn site(&self, url: &str) -> impl Future<Output = Result<Vec<SitePage>, FetchError>> + Send;

    /// Tools of external MCP servers.
    fn offered(&self) -> &[Offered];

    /// Calls one of them, by the name it is offered under: its answer as text, untrusted.
    fn call_offered(&self, name: &str, arguments: Value) -> impl Future<Output = Result<String, McpError>> + Send;
}

/// The real one.
pub struct Outside {
    /// Search providers in order.
    pub search: Chain,
    /// Wikipedia, as a chain of one: it rests when it turns us away, too.
    pub wikipedia: Chain,
    /// Pages.
    pub fetcher: Fetcher,
    /// Services that read pages in our place.
    pub readers: Readers,
    /// The operator's own pages: they are never asked of the network.
    pub corpus: Option<LocalCorpus>,
    /// External tools.
    pub servers: Arc<Servers>,
    /// Token services.
    pub tokens: TokenServices,
    /// Who turned us away, for all replicas.
    pub rests: Arc<dyn Rests>,
}

/// The search tools of external servers as providers: they go before all others.
pub fn searchers(servers: &Servers) -> Vec<Box<dyn Provider>> {
    let provider = |(client, tool): (&Arc<mcp::Client>, &Offered)| {
        Box::new(McpSearch::new(Arc::clone(client), tool.clone())) as Box<dyn Provider>
    };
    servers.searchers().map(provider).collect()
}

impl Outside {
    /// The page as an external reader gives it. `None`: nobody is configured, or nobody could.
    async fn read_elsewhere(&self, url: &url::Url) -> Option<Page> {
        for (client, tool) in self.servers.readers() {
            let book = format!("read:{}", tool.name);
            if self.rests.resting(&book).await.is_some() {
                continue;
            }
            match mcp::read(client, tool, url.as_str()).await {
                Ok(text) => return Some(told(url.clone(), text)),
                // One page that it cannot read is no reason to leave it alone.
                Err(McpError::Failed(_)) => {}
                Err(error) => {
                    tracing::warn!(tool = tool.name, error = %error, "an MCP reader rests");
                    self.rests.rest(&book, rest_after(&as_service(&error))).await;
                }
            }
        }
        self.readers.by_address(url).await
    }
}

impl Outside {
    /// A service that turned anybody away is left alone by everybody for as long as it said.
    async fn unless_resting<T>(
        &self,
        service: &'static str,
        work: impl Future<Output = Result<T, ServiceError>>,
    ) -> Result<T, ServiceError> {
        let book = format!("token:{service}");
        if let Some(left) = self.rests.resting(&book).await {
            return Err(ServiceError::Blocked { service, status: 429, retry_after: Some(left) });
        }
        let answered = work.await;
        if let Err(error @ ServiceError::Blocked { .. }) = &answered {
            self.rests.rest(&book, rest_after(error)).await;
        }
        answered
    }
}

fn told(url: url::Url, text: String) -> Page {
    let body = text.into_bytes();
    Page { url, content_type: "text/markdown; charset=utf-8".to_owned(), hash: content_hash(&body), body }
}

impl Web for Outside {
    async fn encyclopedia(&self, query: &str, most: usize) -> Result<Found, SearchError> {
        self.wikipedia.search(query, most).await
    }

    async fn site(&self, url: &str) -> Result<Vec<SitePage>, FetchError> {
        site::list(&self.fetcher, &guard::check(url)?).await
    }

    fn offered(&self) -> &[Offered] {
        self.servers.offered()
    }

    async fn call_offered(&self, name: &str, arguments: Value) -> Result<String, McpError> {
        let tool = self.servers.tool(name).ok_or(McpError::Gone)?;
        self.servers.call(tool, arguments).await
    }
}

impl Search for Outside {
    async fn search(&self, query: &str, most: usize) -> Result<Found, SearchError> {
        self.search.search(query, most).await
    }
}

impl Fetch for Outside {
    async fn fetch(&self, url: &str) -> Result<Page, FetchError> {
        match self.fetch_if(url, &Validators::default()).await? {
            Fetched::Page(page, _) => Ok(page),
            // Nobody asked for that: a server that says so all the same is broken.
            Fetched::Unchanged(_) => Err(FetchError::Status(304)),
        }
    }

    async fn fetch_if(&self, url: &str, known: &Validators) -> Result<Fetched, FetchError> {
        let address = guard::check(url)?;
        let whole = |page| Fetched::Page(page, Validators::default());
        if let Some(corpus) = &self.corpus
            && let Some(page) = corpus.page(&address).await
        {
            return Ok(whole(page));
        }
        let elsewhere = self.readers.read_addresses() || self.servers.readers().next().is_some();
        if elsewhere {
            // Whoever reads in our place is held to the same rules before it hears of the address.
            self.fetcher.permit(&address).await?;
            if let Some(page) = self.read_elsewhere(&address).await {
                return Ok(whole(page));
            }
        }
        match self.fetcher.fetch_if(url, known).await? {
            Fetched::Page(page, validators) => Ok(Fetched::Page(self.readers.by_content(page).await, validators)),
            unchanged @ Fetched::Unchanged(_) => Ok(unchanged),
        }
    }
}

impl TokenData for Outside {
    async fn metadata(&self, mint: &str) -> Result<Option<TokenMetadata>, ServiceError> {
        self.unless_resting("jupiter", self.tokens.metadata(mint)).await
    }

    async fn prices(&self, mint: &str, days: u32) -> Result<Option<PriceSeries>, ServiceError> {
        self.unless_resting("coingecko", self.tokens.prices(mint, days)).await
    }

    async fn risks(&self, mint: &str) -> Result<Option<RiskReport>, ServiceError> {
        self.unless_resting("rugcheck", self.tokens.risks(mint)).await
    }

    async fn holders(&self, mint: &str) -> Result<Option<Holders>, ServiceError> {
        self.unless_resting("holders", self.tokens.holders(mint)).await
    }
}
