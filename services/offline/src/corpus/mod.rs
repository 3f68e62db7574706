//! The folder of documents and records, read once at the start; pages are read from the disk when they are asked for.

pub(crate) mod records;

use std::path::{Path, PathBuf};

use anyhow::Context;

use records::{LeiRecord, Token};
use retrieval::corpus::{Library, page};

/// Everything known.
#[derive(Debug, Default)]
pub(crate) struct Corpus {
    /// Its folder; without one there is nothing.
    pub(crate) folder: Option<PathBuf>,
    /// Its pages, indexed.
    pub(crate) pages: Library,
    /// Tokens, in file order.
    pub(crate) tokens: Vec<Token>,
    /// LEI records, in file order.
    pub(crate) leis: Vec<LeiRecord>,
}

impl Corpus {
    /// Reads a folder.
    pub(crate) fn load(folder: &Path) -> anyhow::Result<Self> {
        anyhow::ensure!(folder.is_dir(), "it is no folder");
        let web = folder.join("web");
        Ok(Self {
            folder: Some(folder.to_owned()),
            pages: if web.is_dir() { Library::open(&web)? } else { Library::default() },
            tokens: lines(&folder.join("tokens.ndjson"), Token::of)?,
            leis: lines(&folder.join("lei.ndjson"), LeiRecord::of)?,
        })
    }

    /// A JSON file of the folder, or `None` if there is none of that name.
    pub(crate) async fn json(&self, kind: &str, name: &str) -> Option<serde_json::Value> {
        if !page::is_plain(name) {
            return None;
        }
        let path = self.folder.as_ref()?.join(kind).join(format!("{name}.json"));
        serde_json::from_slice(&tokio::fs::read(path).await.ok()?).ok()
    }
}

/// Every line of an NDJSON file as a record; a missing file has none, a bad line is an error that names it.
fn lines<T>(path: &Path, of: impl Fn(serde_json::Value) -> Option<T>) -> anyhow::Result<Vec<T>> {
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(Vec::new()) };
    let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = numbered.map(|(number, line)| {
        let place = || format!("{}:{}", path.display(), number + 1);
        let value = serde_json::from_str(line).with_context(place)?;
        of(value).with_context(|| format!("{}: neither of the forms in services/offline/README.md", place()))
    });
    read.collect()
}
