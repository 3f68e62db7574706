//! Search tools. The model sees titles and addresses, never the text of a page, which is read in quarantine.

use std::sync::Arc;

use agent::{Address, Bounds, Label, Origin, Tool, ToolAnswer, ToolError, ToolSpec, Untrusted};
use domain::effect::Basis;
use domain::{Source, Tier, Time};
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::{Found, Hit, SearchError, Web};

use crate::hindsight::{self, Sifted};
use crate::notebook::{Notes, source_id};
use crate::page::MAX_LABEL_CHARS;
use crate::recorded::AnswerRecorder;
use crate::session::{OutgoingQuery, Session, TaskScope};
use crate::{count_schema, schema, source_tier, text_schema};

/// Number of results where the model gives none.
const DEFAULT_RESULTS: usize = 6;
/// Maximum length of a query in characters. Telling words need fewer, and a longer query could carry a conversation to
/// a provider.
const MAX_QUERY_CHARS: usize = 256;
/// Maximum length of a result's title in characters.
const MAX_TITLE_CHARS: usize = 160;

/// The outside web with a recorder of its answers.
pub(crate) struct RecordedWeb<W> {
    pub(crate) web: Arc<W>,
    pub(crate) answers: AnswerRecorder,
}

impl<W> Clone for RecordedWeb<W> {
    fn clone(&self) -> Self {
        Self { web: Arc::clone(&self.web), answers: self.answers.clone() }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchQuery {
    query: String,
    max_results: Option<usize>,
}

impl SearchQuery {
    fn limit(&self) -> usize {
        self.max_results.unwrap_or(DEFAULT_RESULTS).clamp(1, 20)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchResults {
    provider: String,
    /// The query that was sent, if it has fewer words than the model wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    query_sent: Option<String>,
    nothing_found: bool,
    results: Vec<SearchResult>,
}

#[derive(Serialize)]
struct SearchResult {
    source: String,
    /// Absent if the address is too long; the page is read by its source id.
    url: Option<Address>,
    title: Label,
    published: Option<Time>,
    tier: Tier,
}

pub(crate) struct WebSearch<W>(pub(crate) RecordedWeb<W>);

impl<W: Web> Tool<Session, Notes> for WebSearch<W> {
    type Input = SearchQuery;
    type Output = SearchResults;

    fn spec(&self) -> ToolSpec {
        let fields = [("query", text_schema("A few telling words.")), ("maxResults", count_schema(DEFAULT_RESULTS))];
        let about = "Searches the web. Gives source ids, addresses and titles; read a page with fetch_page before you rely on it.";
        schema("web_search", about, 1, &fields)
    }

    fn origin(&self) -> Origin {
        Origin::Web
    }

    fn bounds(&self) -> Bounds {
        crate::SEARCH_BOUNDS
    }

    async fn call(&self, session: &Session, input: SearchQuery) -> Result<ToolAnswer<SearchResults, Notes>, ToolError> {
        let query = session.outgoing_query(check_query(&input.query)?)?;
        let (found, basis) = self.0.search(&query.text, input.limit()).await?;
        Ok(listed(&session.scope, (found, basis), &query))
    }
}

pub(crate) struct WikipediaSearch<W>(pub(crate) RecordedWeb<W>);

impl<W: Web> Tool<Session, Notes> for WikipediaSearch<W> {
    type Input = SearchQuery;
    type Output = SearchResults;

    fn spec(&self) -> ToolSpec {
        let fields = [("query", text_schema("A name.")), ("maxResults", count_schema(DEFAULT_RESULTS))];
        schema("wikipedia_search", "Searches Wikipedia: to tell things of one name apart.", 1, &fields)
    }

    fn origin(&self) -> Origin {
        Origin::Web
    }

    fn bounds(&self) -> Bounds {
        crate::SEARCH_BOUNDS
    }

    async fn call(&self, session: &Session, input: SearchQuery) -> Result<ToolAnswer<SearchResults, Notes>, ToolError> {
        let query = session.outgoing_query(check_query(&input.query)?)?;
        let (text, limit) = (query.text.as_str(), input.limit());
        let call = async { self.0.web.encyclopedia(text, limit).await.map_err(|error| no_provider(&error)) };
        let request = json!({"query": text, "most": limit});
        let (found, basis) = self.0.answers.answer("wikipedia_search", &request, call).await?;
        Ok(listed(&session.scope, (found, basis), &query))
    }
}

impl<W: Web> RecordedWeb<W> {
    /// Searches the web. A search that no provider answered is an error and differs from a search without results.
    pub(crate) async fn search(&self, query: &str, limit: usize) -> Result<(Found, Basis), ToolError> {
        let request = json!({"query": query, "most": limit});
        let call = async { self.web.search(query, limit).await.map_err(|error| no_provider(&error)) };
        self.answers.answer("web_search", &request, call).await
    }
}

/// Refuses a query that is longer than any search needs.
pub(crate) fn check_query(query: &str) -> Result<&str, ToolError> {
    if query.chars().nth(MAX_QUERY_CHARS).is_some() {
        return Err(ToolError::to_model(format!(
            "a query has at most {MAX_QUERY_CHARS} characters; use a few telling words"
        )));
    }
    Ok(query)
}

fn listed(
    scope: &TaskScope,
    (found, basis): (Found, Basis),
    query: &OutgoingQuery,
) -> ToolAnswer<SearchResults, Notes> {
    let sources: Vec<Source> = found.hits.iter().map(|hit| unread_source(hit, scope)).collect();
    let Sifted { kept: sources, left_out } = hindsight::sift(sources, scope.as_of);
    let results: Vec<SearchResult> = sources.iter().map(SearchResult::from).collect();
    let output = SearchResults {
        provider: found.provider,
        query_sent: query.reduced(),
        nothing_found: results.is_empty(),
        results,
    };
    let urls = sources.iter().map(|source| source.url.clone()).collect();
    ToolAnswer { output, notes: Notes { sources, urls, bases: vec![basis], left_out, ..Notes::default() } }
}

fn no_provider(error: &SearchError) -> ToolError {
    // The problems quote the providers' own messages.
    tracing::info!(error = %error, "no search provider answered");
    ToolError::to_model("no search provider answered. This does not mean that there is nothing.")
}

/// Returns a search hit as a source without a content hash: it was not read yet.
pub(crate) fn unread_source(hit: &Hit, scope: &TaskScope) -> Source {
    Source {
        id: source_id(&hit.url),
        url: hit.url.clone(),
        title: hit.title.chars().take(MAX_TITLE_CHARS).collect(),
        publisher: source_tier::host(&hit.url),
        published_at: extraction::dates::parse(&hit.published),
        fetched_at: scope.started,
        tier: source_tier::classify(&hit.url, &scope.own_sites),
        content_hash: String::new(),
    }
}

impl From<&Source> for SearchResult {
    fn from(source: &Source) -> Self {
        let url = Untrusted::new(source.url.as_str()).address();
        let title = Untrusted::new(source.title.as_str()).label(MAX_LABEL_CHARS);
        Self { source: source.id.clone(), url, title, published: source.published_at, tier: source.tier }
    }
}
