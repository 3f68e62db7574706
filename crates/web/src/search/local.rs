//! A folder of pages as the last search provider. It finds pages that no search engine indexes, without any network
//! access.

use std::path::Path;
use std::sync::Arc;

use futures::future::BoxFuture;
use retrieval::corpus::{Document, PageIndex, snippet};
use url::Url;

use super::{Hit, Provider, ProviderKind, WebQuery, hit};
use crate::{Page, ServiceError, content_hash};

/// A folder of pages with an index in memory.
#[derive(Clone)]
pub struct LocalCorpus {
    pages: Arc<PageIndex>,
}

impl LocalCorpus {
    /// Indexes a folder laid out as `<host>/<path>`.
    ///
    /// # Errors
    /// Fails if the folder or a page in it cannot be read.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        Ok(Self { pages: Arc::new(PageIndex::open(folder)?) })
    }

    /// Returns the number of pages.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Returns true if the folder has no pages.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Returns the page at an address if the folder contains it.
    pub(crate) async fn page(&self, url: &Url) -> Option<Page> {
        let (pages, address) = (Arc::clone(&self.pages), url.clone());
        let read = tokio::task::spawn_blocking(move || {
            let (file, kind) = pages.file(address.host_str()?, address.path())?;
            Some((std::fs::read(file).ok()?, kind))
        });
        let (body, kind) = read.await.ok()??;
        Some(Page { url: url.clone(), content_type: kind.to_owned(), hash: content_hash(&body), body })
    }

    async fn results(&self, query: &WebQuery) -> Result<Vec<Hit>, ServiceError> {
        let (pages, query, max_results) = (Arc::clone(&self.pages), query.text.clone(), query.limit);
        // Snippets are read from the disk.
        let found = tokio::task::spawn_blocking(move || {
            pages.search(&query).iter().take(max_results).filter_map(|found| to_hit(found.document, &query)).collect()
        });
        let reason = "the search panicked".to_owned();
        found.await.map_err(|_| ServiceError::Unavailable { service: "corpus", reason })
    }
}

fn to_hit(document: &Document, query: &str) -> Option<Hit> {
    let snippet = snippet(&document.text().unwrap_or_default(), query);
    hit(&document.title, document.url.clone(), &snippet, document.published.clone())
}

impl Provider for LocalCorpus {
    fn name(&self) -> &str {
        "corpus"
    }

    fn kind(&self) -> ProviderKind {
        ProviderKind::Fallback
    }

    fn ask<'a>(&'a self, query: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(self.results(query))
    }
}
