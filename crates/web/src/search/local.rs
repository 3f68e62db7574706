//! A folder of the operator's own as the chain's last provider: pages that no search engine knows, found without a
//! network and without telling anybody what was asked.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures::future::BoxFuture;
use retrieval::corpus::{KeptLibrary, Library, Match};
use url::Url;

use super::{Hit, Provider, hit};
use crate::{Page, ServiceError, content_hash};

/// The folder.
#[derive(Clone)]
pub struct LocalCorpus {
    library: Arc<Indexed>,
}

/// Where the index lies.
enum Indexed {
    Disk(KeptLibrary),
    /// Where nothing can be written: built at every start.
    Memory(Library),
}

impl Indexed {
    fn search(&self, query: &str) -> std::io::Result<Vec<Match<'_>>> {
        match self {
            Self::Disk(library) => library.search(query),
            Self::Memory(library) => Ok(library.search(query)),
        }
    }

    fn file(&self, host: &str, path: &str) -> Option<(PathBuf, &'static str)> {
        match self {
            Self::Disk(library) => library.file(host, path),
            Self::Memory(library) => library.file(host, path),
        }
    }
}

impl LocalCorpus {
    /// Opens a folder laid out as `<host>/<path>` by the index in the file `index`, which is made or brought up to date. If it
    /// cannot be written the folder is indexed in memory.
    ///
    /// # Errors
    /// If the folder or a page in it cannot be read.
    pub fn open(folder: &Path, index: &Path) -> anyhow::Result<Self> {
        let library = match KeptLibrary::open(folder, index) {
            Ok(library) => Indexed::Disk(library),
            Err(error) => {
                let library = Indexed::Memory(Library::open(folder)?);
                let error = format!("{error:#}");
                tracing::warn!(error, "the corpus is indexed in memory, and again at every start");
                library
            }
        };
        Ok(Self { library: Arc::new(library) })
    }

    /// How many pages it holds, and how many of them were read to open it.
    pub fn pages(&self) -> (usize, usize) {
        match &*self.library {
            Indexed::Disk(library) => (library.len(), library.read()),
            Indexed::Memory(library) => (library.len(), library.len()),
        }
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
            let ranked = library.search(&query)?;
            Ok(ranked.iter().take(most).filter_map(|found| shown(found.document, &query)).collect())
        });
        let broken = |reason: String| ServiceError::Unavailable { service: "corpus", reason };
        let found = found.await.map_err(|_| broken("the search broke".to_owned()))?;
        found.map_err(|error: std::io::Error| broken(format!("the index cannot be read: {error}")))
    }
}

fn shown(document: &retrieval::corpus::Document, query: &str) -> Option<Hit> {
    let snippet = retrieval::corpus::snippet(&document.words().unwrap_or_default(), query);
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
