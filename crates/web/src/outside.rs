//! The whole outside web behind one trait: what a researcher holds.

use std::future::Future;

use crate::fetch::{Fetch, FetchError, Fetcher, Page};
use crate::search::{Chain, Found, Search, SearchError};
use crate::service::ServiceError;
use crate::tokens::{Holders, PriceSeries, RiskReport, TokenData, TokenMetadata, TokenServices};

/// Searching, an encyclopedia, pages and token services.
pub trait Web: Search + Fetch + TokenData {
    /// At most `most` encyclopedia articles: for telling things of one name apart.
    fn encyclopedia(&self, query: &str, most: usize) -> impl Future<Output = Result<Found, SearchError>> + Send;
}

/// The real one.
pub struct Outside {
    /// Search providers in order.
    pub search: Chain,
    /// Wikipedia, as a chain of one: it rests when it turns us away, too.
    pub wikipedia: Chain,
    /// Pages.
    pub fetcher: Fetcher,
    /// Token services.
    pub tokens: TokenServices,
}

impl Web for Outside {
    async fn encyclopedia(&self, query: &str, most: usize) -> Result<Found, SearchError> {
        self.wikipedia.search(query, most).await
    }
}

impl Search for Outside {
    async fn search(&self, query: &str, most: usize) -> Result<Found, SearchError> {
        self.search.search(query, most).await
    }
}

impl Fetch for Outside {
    async fn fetch(&self, url: &str) -> Result<Page, FetchError> {
        self.fetcher.fetch(url).await
    }
}

impl TokenData for Outside {
    async fn metadata(&self, mint: &str) -> Result<Option<TokenMetadata>, ServiceError> {
        self.tokens.metadata(mint).await
    }

    async fn prices(&self, mint: &str, days: u32) -> Result<Option<PriceSeries>, ServiceError> {
        self.tokens.prices(mint, days).await
    }

    async fn risks(&self, mint: &str) -> Result<Option<RiskReport>, ServiceError> {
        self.tokens.risks(mint).await
    }

    async fn holders(&self, mint: &str) -> Result<Option<Holders>, ServiceError> {
        self.tokens.holders(mint).await
    }
}
