//! A folder of pages as a searchable site: maps files to addresses and ranks pages with BM25.
//!
//! The researcher uses it as its last search provider, and the offline world serves a whole web from one. The module
//! has no network access and is separate from the crate `web`, so that the offline world cannot import a network client
//! (ADR 0002).

mod content;
mod index;
pub mod page;

use std::path::{Path, PathBuf};
use std::thread;

use anyhow::anyhow;

pub use content::snippet;
use index::Index;
pub use page::Document;

/// The pages of a folder, indexed in memory.
#[derive(Debug, Default)]
pub struct PageIndex {
    folder: PathBuf,
    documents: Vec<Document>,
    index: Index,
}

/// A page that matches a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Match<'a> {
    /// The page.
    pub document: &'a Document,
    /// BM25 score; comparable only with other matches of the same query.
    pub score: f64,
}

impl PageIndex {
    /// Indexes every page of a folder laid out as `<host>/<path>`, on all processors. ADR 0018 gives time and memory.
    ///
    /// # Errors
    /// Fails if the folder or a page in it cannot be read.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let pages = page::list(folder)?;
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let parts = thread::scope(|scope| {
            let part = |pages| scope.spawn(move || Self::read(pages));
            let parts: Vec<_> = pages.chunks(pages.len().div_ceil(threads).max(1)).map(part).collect();
            parts.into_iter().map(|part| part.join().map_err(|_| anyhow!("the indexer panicked"))?).collect::<Vec<_>>()
        });
        let mut index = Self { folder: folder.to_owned(), ..Self::default() };
        for part in parts {
            let Self { documents, index: part, .. } = part?;
            index.documents.extend(documents);
            index.index.append(part);
        }
        Ok(index)
    }

    fn read(pages: &[(String, PathBuf)]) -> anyhow::Result<Self> {
        let mut part = Self::default();
        for (url, file) in pages {
            let (document, text) = Document::read(url.clone(), file)?;
            // A title of three words says as much as three hundred words of text.
            part.index.add(&[(&document.title, 3), (&document.url, 1), (&text, 1)]);
            part.documents.push(document);
        }
        Ok(part)
    }

    /// Returns the pages that contain any term of the query, best first.
    pub fn search(&self, query: &str) -> Vec<Match<'_>> {
        let ranked = self.index.search(query);
        ranked.into_iter().map(|(id, score)| Match { document: &self.documents[id], score }).collect()
    }

    /// Returns the file and the media type of the page at this host and path; `None` if there is none.
    pub fn file(&self, host: &str, path: &str) -> Option<(PathBuf, &'static str)> {
        page::file(&self.folder, host, path)
    }

    /// Returns the number of pages.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Returns true if there are no pages.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_searched_and_its_pages_have_addresses() {
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("news.example.org");
        std::fs::create_dir_all(&site).unwrap();
        std::fs::write(site.join("rates.html"), "<title>Rates</title><body>The central bank kept its rate.</body>")
            .unwrap();
        std::fs::write(site.join("cats.md"), "# Cats\nThey sleep.").unwrap();
        let corpus = PageIndex::open(folder.path()).unwrap();
        let found = corpus.search("central bank rates");
        assert_eq!(found[0].document.url, "https://news.example.org/rates.html");
        assert_eq!((found.len(), corpus.len()), (1, 2));
        assert_eq!(corpus.file("news.example.org", "rates").unwrap().1, "text/html; charset=utf-8");
        assert!(corpus.file("news.example.org", "../../etc/passwd").is_none());
        assert!(snippet(&found[0].document.text().unwrap(), "central bank").starts_with("The central bank"));
        assert!(PageIndex::open(&folder.path().join("missing")).is_err());
        let empty = tempfile::tempdir().unwrap();
        assert!(PageIndex::open(empty.path()).unwrap().is_empty());
    }
}
