//! Searching the web: a chain of providers, each with a cool-down.

mod chain;
mod duckduckgo;
mod keyed;
mod local;
mod mcp;
mod searxng;
mod wikipedia;

use std::future::Future;

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

pub use chain::Chain;
pub(crate) use chain::rest as rest_after;
pub use duckduckgo::{DuckDuckGo, DuckDuckGoPage};
pub use keyed::{Brave, Google, Tavily};
pub use local::LocalCorpus;
pub(crate) use mcp::{McpSearch, as_service};
pub use searxng::SearXng;
pub use wikipedia::Wikipedia;

use crate::ServiceError;

/// One result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// Title, may be empty.
    pub title: String,
    /// Where it is; always http(s).
    pub url: String,
    /// A few words of it, plain text.
    pub snippet: String,
    /// When it was published, as the provider says; may be empty.
    pub published: String,
}

/// What a search found. No hits means that a provider answered properly and knows nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The results, best first.
    pub hits: Vec<Hit>,
    /// Who found them.
    pub provider: String,
}

/// No provider answered: nothing is known, not even that there is nothing.
#[derive(Debug, thiserror::Error)]
#[error("no search provider answered: {}", .0.join("; "))]
pub struct SearchError(pub Vec<String>);

/// Searches. What the researcher holds.
pub trait Search: Send + Sync + 'static {
    /// At most `most` results.
    fn search(&self, query: &str, most: usize) -> impl Future<Output = Result<Found, SearchError>> + Send;
}

/// One place to ask.
pub trait Provider: Send + Sync + 'static {
    /// Its name, as results and logs show it.
    fn name(&self) -> &str;

    /// At most `most` results; an empty list is "nothing found", being turned away is an error.
    fn ask<'a>(&'a self, query: &'a str, most: usize) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>>;
}

/// A result as a provider's JSON has it; dropped if its address is not one that could be fetched.
pub(crate) fn hit(title: &str, url: String, snippet: &str, published: String) -> Option<Hit> {
    crate::guard::check(&url).ok()?;
    Some(Hit { title: plain(title), url, snippet: plain(snippet), published })
}

/// Without tags and entities that some providers put around matches.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_tag = false;
    for c in text.chars() {
        match c {
            '<' => in_tag = true,
            '>' if in_tag => in_tag = false,
            _ if in_tag => {}
            _ => out.push(c),
        }
    }
    let decoded = out
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    decoded.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
