//! A web in memory, for tests of dependent crates. Only added pages, tokens and LEI records exist.

mod proxy;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use domain::Time;
use futures::future::BoxFuture;
use url::Url;

use crate::fetch::{Fetch, FetchError, Fetched, Page, Validators};
use crate::gleif::{Gleif, LeiChildren, LeiParent, LeiRecord, ParentLevel, ReportingException};
use crate::markets::{Listing, Listings, MarketData, MarketId, Quote};
use crate::mcp::{McpError, McpTool};
use crate::search::{Found, Hit, Search, SearchError, WebQuery};
use crate::site::{self, SitePage};
use crate::tokens::{Holders, PriceSeries, RugCheckFacts, TokenData, TokenMetadata};
use crate::wikidata::{ForeignName, NamedThing, OfficialSites, RegisteredThing};
use crate::{ServiceError, content_hash, guard};
pub use proxy::{Answer, RecordingProxy, Sent};

/// A web of added pages, tokens and tools.
#[derive(Debug, Default)]
pub struct FakeWeb {
    pages: BTreeMap<String, String>,
    hits: Vec<Hit>,
    /// Pages as their scripts make them, by address.
    rendered: BTreeMap<String, String>,
    blocked: bool,
    tokens: BTreeMap<String, TokenMetadata>,
    risks: BTreeMap<String, RugCheckFacts>,
    leis: Vec<LeiRecord>,
    /// Direct parents: child and parent.
    parents: Vec<(String, String)>,
    exceptions: Vec<(String, ReportingException)>,
    gleif_down: bool,
    /// Items of Wikidata by name.
    registered: BTreeMap<String, RegisteredThing>,
    markets: Vec<Listing>,
    offered: Vec<McpTool>,
    answers: BTreeMap<String, String>,
    /// Addresses of the pages fetched so far.
    pub fetched: AtomicUsize,
    /// Search queries so far.
    pub searched: AtomicUsize,
    conditional: bool,
    /// Addresses of the pages answered with 304 so far.
    pub confirmed: AtomicUsize,
    /// All requests so far, as `<method> <argument>`.
    pub requests: Mutex<Vec<String>>,
}

impl FakeWeb {
    fn record(&self, method: &str, argument: impl std::fmt::Display) {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{method} {argument}"));
    }

    /// Adds a page that every search returns.
    #[must_use]
    pub fn page(mut self, url: &str, title: &str, html: &str) -> Self {
        self.pages.insert(url.to_owned(), html.to_owned());
        self.hits.push(Hit {
            title: title.to_owned(),
            url: url.to_owned(),
            snippet: title.to_owned(),
            published: String::new(),
        });
        self
    }

    /// Sets the excerpt that searches report for the page.
    #[must_use]
    pub fn excerpt(mut self, url: &str, text: &str) -> Self {
        for hit in self.hits.iter_mut().filter(|hit| hit.url == url) {
            text.clone_into(&mut hit.snippet);
        }
        self
    }

    /// Adds a browser, which makes this of the page.
    #[must_use]
    pub fn rendering(mut self, url: &str, html: &str) -> Self {
        self.rendered.insert(url.to_owned(), html.to_owned());
        self
    }

    /// Adds a result of every search whose page cannot be fetched.
    #[must_use]
    pub fn refusing(mut self, url: &str, title: &str, excerpt: &str) -> Self {
        self = self.page(url, title, "").excerpt(url, excerpt);
        self.pages.remove(url);
        self
    }

    /// Sets the publication date that searches report for the page.
    #[must_use]
    pub fn published(mut self, url: &str, date: &str) -> Self {
        for hit in self.hits.iter_mut().filter(|hit| hit.url == url) {
            date.clone_into(&mut hit.published);
        }
        self
    }

    /// Adds a token.
    #[must_use]
    pub fn token(mut self, token: TokenMetadata) -> Self {
        self.tokens.insert(token.mint.clone(), token);
        self
    }

    /// Adds the risk report of a mint.
    #[must_use]
    pub fn risk(mut self, mint: &str, report: RugCheckFacts) -> Self {
        self.risks.insert(mint.to_owned(), report);
        self
    }

    /// Adds a legal entity and its direct parent, if it has one.
    #[must_use]
    pub fn entity(mut self, record: LeiRecord, parent: Option<&str>) -> Self {
        self.parents.extend(parent.map(|parent| (record.lei.clone(), parent.to_owned())));
        self.leis.push(record);
        self
    }

    /// Adds a reporting exception of an entity.
    #[must_use]
    pub fn exception(mut self, lei: &str, exception: ReportingException) -> Self {
        self.exceptions.push((lei.to_owned(), exception));
        self
    }

    /// Adds the official website of a name.
    #[must_use]
    pub fn official(mut self, name: &str, url: &str) -> Self {
        self.item(name).website = Some(url.to_owned());
        self
    }

    /// Adds the LEI to the item of a name.
    #[must_use]
    pub fn registered_lei(mut self, name: &str, lei: &str) -> Self {
        self.item(name).lei = Some(lei.to_owned());
        self
    }

    /// Adds a name in another script to the item of a name.
    #[must_use]
    pub fn foreign_name(mut self, name: &str, language: &str, foreign: &str) -> Self {
        let foreign = ForeignName { language: language.to_owned(), name: foreign.to_owned() };
        self.item(name).names.push(foreign);
        self
    }

    fn item(&mut self, name: &str) -> &mut RegisteredThing {
        let thing = RegisteredThing { item: "Q1".to_owned(), ..RegisteredThing::default() };
        self.registered.entry(name.to_owned()).or_insert(thing)
    }

    /// Adds a market that every search of markets returns.
    #[must_use]
    pub fn with_market(mut self, market: Listing) -> Self {
        self.markets.push(market);
        self
    }

    /// Makes every request to GLEIF fail.
    #[must_use]
    pub fn without_gleif(mut self) -> Self {
        self.gleif_down = true;
        self
    }

    fn leis(&self, keep: impl Fn(&LeiRecord) -> bool) -> Result<Vec<LeiRecord>, ServiceError> {
        if self.gleif_down {
            return Err(ServiceError::Unavailable { service: "gleif", reason: "cannot connect".to_owned() });
        }
        Ok(self.leis.iter().filter(|record| keep(record)).cloned().collect())
    }

    /// Adds a tool of an external server with a fixed answer.
    #[must_use]
    pub fn offering(mut self, name: &str, answer: &str) -> Self {
        self.offered.push(McpTool::fake(name));
        self.answers.insert(name.to_owned(), answer.to_owned());
        self
    }

    /// Makes the server of the page send entity tags and answer 304 if the page has not changed.
    #[must_use]
    pub fn conditional(mut self) -> Self {
        self.conditional = true;
        self
    }

    /// Makes every search fail with a refusal.
    #[must_use]
    pub fn blocked(mut self) -> Self {
        self.blocked = true;
        self
    }
}

impl Search for FakeWeb {
    async fn search(&self, query: &WebQuery) -> Result<Found, SearchError> {
        self.record("search", &query.text);
        self.searched.fetch_add(1, Ordering::SeqCst);
        if self.blocked {
            return Err(SearchError(vec!["fake refused the request".to_owned()]));
        }
        Ok(Found { hits: self.hits.iter().take(query.limit).cloned().collect(), provider: "fake".to_owned() })
    }
}

impl crate::Web for FakeWeb {
    async fn encyclopedia(&self, query: &WebQuery) -> Result<Found, SearchError> {
        self.record("encyclopedia", &query.text);
        Ok(Found::default())
    }

    async fn site(&self, url: &str) -> Result<Vec<SitePage>, FetchError> {
        self.record("site", url);
        let site = guard::check(url)?;
        let pages = self.pages.keys().filter(|page| site::same_site(page, &site));
        Ok(pages.map(|page| SitePage { url: page.clone(), changed: String::new() }).collect())
    }

    fn renders(&self) -> bool {
        !self.rendered.is_empty()
    }

    async fn render(&self, page: &Page) -> Option<Page> {
        self.record("render", &page.url);
        let body = self.rendered.get(page.url.as_str())?.clone().into_bytes();
        Some(Page { hash: content_hash(&body), body, ..page.clone() })
    }

    fn external_tools(&self) -> &[McpTool] {
        &self.offered
    }

    async fn call_external_tool(&self, name: &str, arguments: serde_json::Value) -> Result<String, McpError> {
        self.record("external", format_args!("{name} {arguments}"));
        self.answers.get(name).cloned().ok_or(McpError::UnknownTool)
    }
}

impl Fetch for FakeWeb {
    async fn fetch(&self, url: &str) -> Result<Page, FetchError> {
        self.record("fetch", url);
        self.fetched.fetch_add(1, Ordering::SeqCst);
        let address: Url = guard::check(url)?;
        let Some(html) = self.pages.get(url) else { return Err(FetchError::Status(404)) };
        let body = html.clone().into_bytes();
        Ok(Page { url: address, content_type: "text/html".to_owned(), hash: content_hash(&body), body })
    }

    async fn fetch_if(&self, url: &str, known: &Validators) -> Result<Fetched, FetchError> {
        self.record("fetch", url);
        if !self.conditional {
            return Ok(Fetched::Page(self.fetch(url).await?, Validators::default()));
        }
        let etag = self.pages.get(url).map(|html| format!("\"{}\"", content_hash(html.as_bytes())));
        // A 304 may omit unchanged headers.
        if etag.is_some() && known.etag == etag {
            self.confirmed.fetch_add(1, Ordering::SeqCst);
            return Ok(Fetched::Unchanged(Validators::default()));
        }
        Ok(Fetched::Page(self.fetch(url).await?, Validators { etag, ..Validators::default() }))
    }
}

impl MarketData for FakeWeb {
    fn search_markets<'a>(&'a self, words: &'a str, _as_of: Option<Time>) -> BoxFuture<'a, Listings> {
        self.record("markets", words);
        Box::pin(async { Listings { markets: self.markets.clone(), silent: Vec::new() } })
    }

    fn market<'a>(&'a self, id: &'a MarketId) -> BoxFuture<'a, Result<Option<Listing>, ServiceError>> {
        self.record("market", id);
        Box::pin(async move { Ok(self.markets.iter().find(|market| market.id == id.to_string()).cloned()) })
    }

    fn price_before<'a>(
        &'a self,
        id: &'a MarketId,
        before: Time,
    ) -> BoxFuture<'a, Result<Option<Quote>, ServiceError>> {
        self.record("market", format_args!("{id} before {before}"));
        let past = self.markets.iter().find(|market| market.id == id.to_string()).and_then(|market| market.quote);
        Box::pin(async move { Ok(past.filter(|quote| quote.at < before)) })
    }
}

impl TokenData for FakeWeb {
    async fn metadata(&self, mint: &str) -> Result<Option<TokenMetadata>, ServiceError> {
        self.record("metadata", mint);
        Ok(self.tokens.get(mint).cloned())
    }

    async fn prices(&self, mint: &str, _days: u32) -> Result<Option<PriceSeries>, ServiceError> {
        self.record("prices", mint);
        Ok(None)
    }

    async fn risks(&self, mint: &str) -> Result<Option<RugCheckFacts>, ServiceError> {
        self.record("risks", mint);
        Ok(self.risks.get(mint).cloned())
    }

    async fn holders(&self, mint: &str) -> Result<Option<Holders>, ServiceError> {
        self.record("holders", mint);
        Ok(None)
    }
}

impl Gleif for FakeWeb {
    async fn records(&self, leis: &[String]) -> Result<Vec<LeiRecord>, ServiceError> {
        self.record("records", leis.join(","));
        self.leis(|record| leis.contains(&record.lei))
    }

    async fn by_name(&self, name: &str, limit: usize) -> Result<Vec<LeiRecord>, ServiceError> {
        self.record("by_name", name);
        let mut found = self.leis(|record| record.legal_name.to_lowercase().contains(&name.to_lowercase()))?;
        found.truncate(limit);
        Ok(found)
    }

    async fn parents(&self, lei: &str) -> Result<Vec<LeiParent>, ServiceError> {
        self.record("parents", lei);
        let is_parent = |record: &LeiRecord| self.parents.contains(&(lei.to_owned(), record.lei.clone()));
        let found = self.leis(is_parent)?.into_iter();
        Ok(found.map(|record| LeiParent { level: ParentLevel::Direct, record, relationship: None }).collect())
    }

    async fn children(&self, lei: &str) -> Result<LeiChildren, ServiceError> {
        self.record("children", lei);
        let records = self.leis(|record| self.parents.contains(&(record.lei.clone(), lei.to_owned())))?;
        Ok(LeiChildren { total: records.len(), records })
    }

    async fn exceptions(&self, lei: &str) -> Result<Vec<ReportingException>, ServiceError> {
        self.record("exceptions", lei);
        self.leis(|_| false)?;
        Ok(self.exceptions.iter().filter(|(of, _)| of == lei).map(|(_, exception)| exception.clone()).collect())
    }
}

impl OfficialSites for FakeWeb {
    async fn registered(&self, thing: &NamedThing) -> Result<Option<RegisteredThing>, ServiceError> {
        Ok(self.registered.get(&thing.name).cloned())
    }
}
