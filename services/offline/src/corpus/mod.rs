//! Folder of documents and records. Records are read at start, pages from disk on request.

pub(crate) mod group;
pub(crate) mod markets;
pub(crate) mod records;

use std::path::{Path, PathBuf};

use anyhow::Context;

use group::{Exception, Relationship};
use markets::MarketIndex;
use records::{LeiRecord, Token, WikidataItem};
use retrieval::corpus::{PageIndex, page};

/// All documents and records.
#[derive(Debug, Default)]
pub(crate) struct Corpus {
    /// The folder; without one the corpus is empty.
    pub(crate) folder: Option<PathBuf>,
    /// The indexed pages.
    pub(crate) pages: PageIndex,
    /// Tokens, in file order.
    pub(crate) tokens: Vec<Token>,
    /// LEI records, in file order.
    pub(crate) leis: Vec<LeiRecord>,
    /// Relationships between LEIs, in file order.
    pub(crate) relationships: Vec<Relationship>,
    /// Reporting exceptions, in file order.
    pub(crate) exceptions: Vec<Exception>,
    /// Items of Wikidata, in file order.
    pub(crate) wikidata: Vec<WikidataItem>,
    /// Prediction markets.
    pub(crate) markets: MarketIndex,
}

impl Corpus {
    /// Reads a folder.
    pub(crate) fn load(folder: &Path) -> anyhow::Result<Self> {
        anyhow::ensure!(folder.is_dir(), "it is no folder");
        let web = folder.join("web");
        let market = |name: &str| lines(&folder.join("markets").join(format!("{name}.ndjson")), markets::parse);
        Ok(Self {
            folder: Some(folder.to_owned()),
            pages: if web.is_dir() { PageIndex::open(&web)? } else { PageIndex::default() },
            tokens: lines(&folder.join("tokens.ndjson"), Token::parse)?,
            leis: lines(&folder.join("lei.ndjson"), LeiRecord::parse)?,
            relationships: lines(&folder.join("lei_relationships.ndjson"), Relationship::parse)?,
            exceptions: lines(&folder.join("lei_exceptions.ndjson"), Exception::parse)?,
            wikidata: lines(&folder.join("wikidata.ndjson"), WikidataItem::parse)?,
            markets: MarketIndex {
                polymarket: market("polymarket")?,
                kalshi: market("kalshi")?,
                manifold: market("manifold")?,
                metaculus: market("metaculus")?,
                history: market("history")?,
            },
        })
    }

    /// Returns a JSON file of the folder, or `None` if it does not exist.
    pub(crate) async fn json(&self, kind: &str, name: &str) -> Option<serde_json::Value> {
        if !page::is_plain(name) {
            return None;
        }
        let path = self.folder.as_ref()?.join(kind).join(format!("{name}.json"));
        serde_json::from_slice(&tokio::fs::read(path).await.ok()?).ok()
    }
}

/// Parses every line of an NDJSON file. A missing file has no records; an invalid line is an error that names it.
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
