//! A folder of the operator's own as the chain's last provider: pages that no search engine knows, found without a
//! network and without telling anybody what was asked.

use std::path::Path;
use std::sync::Arc;

use corpus::Library;
use futures::future::BoxFuture;
use url::Url;

use super::{Hit, Provider, hit};
use crate::{Page, ServiceError, content_hash};

/// The folder.
#[derive(Clone)]
pub struct LocalCorpus {
    library: Arc<Library>,
}

impl LocalCorpus {
    /// Reads and indexes a folder laid out as `<host>/<path>`.
    ///
    /// # Errors
    /// If the folder or a page in it cannot be read.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        Ok(Self { library: Arc::new(Library::open(folder)?) })
    }

    /// How many pages it holds.
    pub fn pages(&self) -> usize {
        self.library.len()
    }

    /// The page at an address, if it lies in the folder.
    pub(crate) async fn page(&self, url: &Url) -> Option<Page> {
        let (library, address) = (Arc::clone(&self.library), url.clone());
        let read = tokio::task::spawn_blocking(move || {
            let (file, kind) = library.file(address.host_str()?, address.path())?;
            Some((std::fs::read(file).ok()?, kind))
        });
        let (body, kind) = read.await.ok()??;
        Some(Page { url: url.clone(), content_type: kind.to_owned(), hash: content_hash(&body), body })
    }

    async fn results(&self, query: &str, most: usize) -> Result<Vec<Hit>, ServiceError> {
        let (library, query) = (Arc::clone(&self.library), query.to_owned());
        // Snippets are read from the disk.
        let found = tokio::task::spawn_blocking(move || {
            let ranked = library.search(&query);
            ranked.iter().take(most).filter_map(|found| shown(found.document, &query)).collect()
        });
        found.await.map_err(|_| ServiceError::Unavailable { service: "corpus", reason: "the search broke".to_owned() })
    }
}

fn shown(document: &corpus::Document, query: &str) -> Option<Hit> {
    let snippet = corpus::snippet(&document.words().unwrap_or_default(), query);
    hit(&document.title, document.url.clone(), &snippet, document.published.clone())
}

impl Provider for LocalCorpus {
    fn name(&self) -> &str {
        "corpus"
    }

    fn ask<'a>(&'a self, query: &'a str, most: usize) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(self.results(query, most))
    }
}
