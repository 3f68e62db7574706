//! A folder of pages as a little web of its own: which file is which address, and which pages speak of what (BM25).
//!
//! Two need it: the researcher, whose last search provider may be a folder of its operator, and the offline world, which
//! plays the web over one. It knows no network. It is kept apart from `web`, so that the stand-in for the outside can
//! never import what reaches the outside (ADR 0010). [`Library`] is an index in memory, [`KeptLibrary`] one on disk that is
//! built once.

pub mod bm25;
mod kept;
pub mod page;
mod snippet;
mod text;

use std::path::{Path, PathBuf};

pub use kept::KeptLibrary;
pub use page::Document;
pub use snippet::snippet;

use bm25::Index;

/// The pages of a folder, indexed in memory.
#[derive(Debug, Default)]
pub struct Library {
    folder: PathBuf,
    documents: Vec<Document>,
    index: Index,
}

/// A page that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Match<'a> {
    /// Which.
    pub document: &'a Document,
    /// BM25; comparable within one search only.
    pub score: f64,
}

impl Library {
    /// Reads every page of a folder laid out as `<host>/<path>`.
    ///
    /// # Errors
    /// If the folder or a page in it cannot be read.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let mut library = Self { folder: folder.to_owned(), ..Self::default() };
        for (url, file) in page::list(folder)? {
            let (document, words) = Document::read(url, &file)?;
            library.index.add(&fields(&document, &words));
            library.documents.push(document);
        }
        Ok(library)
    }

    /// Pages that have any word of the query, best first.
    pub fn search(&self, query: &str) -> Vec<Match<'_>> {
        let ranked = self.index.search(query);
        ranked.into_iter().map(|(id, score)| Match { document: &self.documents[id], score }).collect()
    }

    /// The file that is the page at this host and path, and its media type; `None` if there is none.
    pub fn file(&self, host: &str, path: &str) -> Option<(PathBuf, &'static str)> {
        page::file(&self.folder, host, path)
    }

    /// How many pages there are.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }
}

/// What a page is found by. The title says in three words what the text says in three hundred.
fn fields<'a>(document: &'a Document, words: &'a str) -> [(&'a str, u32); 3] {
    [(&document.title, 3), (&document.url, 1), (words, 1)]
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
        let library = Library::open(folder.path()).unwrap();
        let found = library.search("central bank rates");
        assert_eq!(found[0].document.url, "https://news.example.org/rates.html");
        assert_eq!((found.len(), library.len()), (1, 2));
        assert_eq!(library.file("news.example.org", "rates").unwrap().1, "text/html; charset=utf-8");
        assert!(library.file("news.example.org", "../../etc/passwd").is_none());
        assert!(snippet(&found[0].document.words().unwrap(), "central bank").starts_with("The central bank"));
        assert!(Library::open(&folder.path().join("missing")).is_err());
    }
}
