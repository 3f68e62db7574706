//! Searching the web: providers in order of preference, each with a cool-down and a rate, whose results are merged.

mod chain;
mod duckduckgo;
mod keyed;
mod local;
mod merge;
mod neural;
mod papers;
mod query;
mod searxng;
mod wikipedia;

use std::future::Future;
use std::time::Duration;

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use chain::Chain;
pub(crate) use chain::{cool_down_after, unless_cooling};
pub use duckduckgo::{DuckDuckGo, DuckDuckGoPage};
pub use keyed::{Brave, Google, Serper, Tavily};
pub use local::LocalCorpus;
pub use neural::{Exa, Perplexity};
pub use papers::{Arxiv, SemanticScholar};
pub use query::{Since, WebQuery};
pub use searxng::SearXng;
pub use wikipedia::Wikipedia;

use crate::ServiceError;

/// A search result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// Title; may be empty.
    pub title: String,
    /// Address, always http(s).
    pub url: String,
    /// Excerpt as plain text.
    pub snippet: String,
    /// Date of publication in the provider's format; may be empty.
    pub published: String,
}

/// The results of a search. Without hits, a provider answered and found nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The results, best first.
    pub hits: Vec<Hit>,
    /// Names of the providers that answered, joined by `+`.
    pub provider: String,
}

/// No provider answered, so it is not known whether there are results.
#[derive(Debug, thiserror::Error)]
#[error("no search provider answered: {}", .0.join("; "))]
pub struct SearchError(pub Vec<String>);

/// Searches the web. The researcher depends on this trait.
pub trait Search: Send + Sync + 'static {
    /// Finds at most `query.limit` results.
    fn search(&self, query: &WebQuery) -> impl Future<Output = Result<Found, SearchError>> + Send;
}

/// What a provider searches, which decides when it is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ProviderKind {
    /// The web. Two of them are asked for each query.
    #[default]
    General,
    /// Scientific papers: asked as well if the query is about papers.
    Papers,
    /// Instant answers, an encyclopedia, own pages: asked in order while nothing was found.
    Fallback,
}

/// A search provider.
pub trait Provider: Send + Sync + 'static {
    /// Returns the name shown in results and logs.
    fn name(&self) -> &str;

    /// Returns what the provider searches.
    fn kind(&self) -> ProviderKind {
        ProviderKind::General
    }

    /// Returns the interval between two requests by all replicas; zero for no limit.
    fn spacing(&self) -> Duration {
        Duration::ZERO
    }

    /// Finds at most `query.limit` results. An empty list means that nothing was found; a refusal is an error. Filters
    /// that the provider does not have are ignored.
    fn ask<'a>(&'a self, query: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>>;
}

/// Returns the rows of the list at a pointer; without a list, none.
fn rows<'a>(answer: &'a Value, pointer: &str) -> impl Iterator<Item = &'a Value> {
    answer.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

/// Creates a result from a provider's fields; `None` if its address may not be fetched.
pub(crate) fn hit(title: &str, url: String, snippet: &str, published: String) -> Option<Hit> {
    crate::guard::check(&url).ok()?;
    Some(Hit { title: plain(title), url, snippet: plain(snippet), published })
}

/// Removes the tags and entities that some providers put around matches.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        // `< 2 %` is no tag.
        if !after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!') {
            out.push('<');
            rest = after;
            continue;
        }
        let Some((_, behind)) = after.split_once('>') else {
            // No further tag ends either: the search runs once and not for every `<`.
            rest = &rest[before.len()..];
            break;
        };
        rest = behind;
    }
    out.push_str(rest);
    let decoded = out
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    decoded.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn read_for_fuzzing(page: &str) {
    duckduckgo::page::read_for_fuzzing(page);
}

#[cfg(test)]
mod filters_test;
#[cfg(test)]
mod tests;
