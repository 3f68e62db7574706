//! Search tools. The model sees titles and addresses, never the text of a page, which is read in quarantine.

use std::sync::Arc;

use agent::{Address, Bounds, Label, Origin, Tool, ToolAnswer, ToolError, ToolSpec, Untrusted};
use chrono::NaiveDate;
use domain::effect::Basis;
use domain::{Source, Tier, Time};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use web::{Found, Hit, SearchError, Since, Web, WebQuery};

use crate::hindsight::{self, Sifted};
use crate::notebook::{Notes, ShownClaim, shown, source_id};
use crate::page::MAX_LABEL_CHARS;
use crate::recorded::AnswerRecorder;
use crate::session::{OutgoingQuery, ReadClaims, Session, Snippet, TaskScope};
use crate::{count_schema, excerpts, schema, source_tier, text_schema};

/// Number of results where the model gives none.
const DEFAULT_RESULTS: usize = 6;
/// Maximum length of a result's title in characters.
const MAX_TITLE_CHARS: usize = 160;
/// Maximum number of excerpts that are read per search, and maximum length of each in characters.
const MAX_SNIPPETS: usize = 8;
const MAX_SNIPPET_CHARS: usize = 500;
/// Minimum number of words of an excerpt: a shorter one states nothing.
const MIN_SNIPPET_WORDS: usize = 6;

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
    since: Option<String>,
    news: Option<bool>,
    language: Option<String>,
    country: Option<String>,
}

impl SearchQuery {
    /// Returns the query with its filters.
    fn web_query(&self, session: &Session) -> Result<(OutgoingQuery, WebQuery), ToolError> {
        let sent = session.outgoing_query(&self.query)?;
        let code = |text: &Option<String>, name: &str| text.as_deref().map(|text| code(text, name)).transpose();
        let since = self.since.as_deref().filter(|since| !since.trim().is_empty());
        let query = WebQuery {
            text: sent.text.clone(),
            limit: self.max_results.unwrap_or(DEFAULT_RESULTS).clamp(1, 20),
            since: since.map(|since| first_day(since, session)).transpose()?,
            is_news: self.news.unwrap_or_default(),
            language: code(&self.language, "language")?,
            country: code(&self.country, "country")?,
        };
        Ok((sent, query))
    }
}

/// Reads a code of two letters; a region behind it, as in `pt-BR`, is left out.
fn code(text: &str, name: &str) -> Result<String, ToolError> {
    let code: String = text.trim().chars().take_while(char::is_ascii_alphabetic).collect();
    if code.len() != 2 {
        return Err(ToolError::to_model(format!("{name} is a code of two letters, for example de")));
    }
    Ok(code.to_ascii_lowercase())
}

fn first_day(since: &str, session: &Session) -> Result<Since, ToolError> {
    let day = NaiveDate::parse_from_str(since.trim(), "%Y-%m-%d")
        .map_err(|_| ToolError::to_model("since is a day, for example 2026-10-01"))?;
    Ok(Since { day, today: session.scope.as_of.unwrap_or(session.scope.started).date_naive() })
}

/// Returns the request under which an answer is recorded. Filters occur only if they are set, so that older recordings
/// stay valid.
fn recorded_request(query: &WebQuery) -> Value {
    let mut request = json!({"query": query.text, "most": query.limit});
    if let Some(since) = query.since {
        request["since"] = json!(since.day);
    }
    if query.is_news {
        request["news"] = json!(true);
    }
    for (name, value) in [("language", &query.language), ("country", &query.country)] {
        if let Some(value) = value {
            request[name] = json!(value);
        }
    }
    request
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchResults {
    provider: String,
    /// The query that was sent, if it has fewer words than the model wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    query_sent: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    nothing_found: bool,
    /// Rules of the request that other results were left out by.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_rules: Option<String>,
    results: Vec<SearchResult>,
    /// Source ids of further results, which earlier searches of the task have shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    again: Vec<String>,
    /// Claims of the excerpts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<ShownClaim>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SearchResult {
    source: String,
    /// Absent if the address is too long; the page is read by its source id.
    url: Option<Address>,
    title: Label,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<Time>,
    #[serde(skip_serializing_if = "is_other")]
    tier: Tier,
    #[serde(skip_serializing_if = "String::is_empty")]
    tier_reason: String,
}

/// Returns true for the tier of most results, which is not shown.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_other(tier: &Tier) -> bool {
    *tier == Tier::Other
}

pub(crate) struct WebSearch<W> {
    pub(crate) web: RecordedWeb<W>,
    /// Reads the excerpts of the results in quarantine.
    pub(crate) reads_snippets: bool,
}

impl<W: Web> Tool<Session, Notes> for WebSearch<W> {
    type Input = SearchQuery;
    type Output = SearchResults;

    fn spec(&self) -> ToolSpec {
        let text = |about: &str| json!({"type": "string", "description": about});
        let fields = [
            ("query", text_schema("As a search engine takes it.")),
            ("maxResults", count_schema(DEFAULT_RESULTS)),
            ("since", text("First day of publication, YYYY-MM-DD.")),
            ("news", json!({"type": "boolean"})),
            ("language", text("Two letters.")),
            ("country", text("Two letters.")),
        ];
        let about = "Searches the web: source ids, addresses and titles (`again`: ids of results that you know), and claims of the excerpts \
                     (kind snippet), which are weaker than those of a page.";
        schema("web_search", about, 1, &fields)
    }

    fn origin(&self) -> Origin {
        Origin::Web
    }

    fn bounds(&self) -> Bounds {
        // A model reads the excerpts within the call, as it does a page: the limit for such a call applies.
        let time = crate::SEARCH_BOUNDS.time.filter(|_| !self.reads_snippets);
        Bounds { time, ..crate::SEARCH_BOUNDS }
    }

    async fn call(&self, session: &Session, input: SearchQuery) -> Result<ToolAnswer<SearchResults, Notes>, ToolError> {
        let (sent, query) = input.web_query(session)?;
        let (found, basis) = self.web.search(&query).await?;
        let found = current(query.since, permitted(&session.scope, found));
        let snippets =
            if self.reads_snippets { session.take_new(snippets(session, &query.text, &found)) } else { Vec::new() };
        let mut answer = listed(session, (found, basis), &sent);
        if !snippets.is_empty() {
            let ReadClaims { claims, cost, .. } = session.reader.snippet_claims(&snippets).await?;
            answer.output.claims = shown(&claims);
            (answer.notes.claims, answer.notes.cost) = (claims, cost);
        }
        Ok(answer)
    }
}

pub(crate) struct WikipediaSearch<W>(pub(crate) RecordedWeb<W>);

impl<W: Web> Tool<Session, Notes> for WikipediaSearch<W> {
    type Input = SearchQuery;
    type Output = SearchResults;

    fn spec(&self) -> ToolSpec {
        let language = json!({"type": "string", "description": "Edition, two letters; default en."});
        let fields = [("query", text_schema("A name.")), ("language", language)];
        schema("wikipedia_search", "Searches Wikipedia: to tell things of one name apart.", 1, &fields)
    }

    fn origin(&self) -> Origin {
        Origin::Web
    }

    fn bounds(&self) -> Bounds {
        crate::SEARCH_BOUNDS
    }

    async fn call(&self, session: &Session, input: SearchQuery) -> Result<ToolAnswer<SearchResults, Notes>, ToolError> {
        let (sent, query) = input.web_query(session)?;
        let call = async { self.0.web.encyclopedia(&query).await.map_err(|error| no_provider(&error)) };
        let (found, basis) = self.0.answers.answer("wikipedia_search", &recorded_request(&query), call).await?;
        Ok(listed(session, (permitted(&session.scope, found), basis), &sent))
    }
}

impl<W: Web> RecordedWeb<W> {
    /// Searches the web. A search that no provider answered is an error and differs from a search without results.
    pub(crate) async fn search(&self, query: &WebQuery) -> Result<(Found, Basis), ToolError> {
        let call = async { self.web.search(query).await.map_err(|error| no_provider(&error)) };
        self.answers.answer("web_search", &recorded_request(query), call).await
    }
}

fn listed(
    session: &Session,
    (found, basis): (Found, Basis),
    query: &OutgoingQuery,
) -> ToolAnswer<SearchResults, Notes> {
    let scope = &session.scope;
    let sources: Vec<Source> = found.hits.iter().map(|hit| unread_source(hit, scope)).collect();
    let Sifted { kept: sources, left_out } = hindsight::sift(sources, scope.as_of);
    let (new, known): (Vec<&Source>, Vec<&Source>) = sources.iter().partition(|source| session.list(&source.id));
    let output = SearchResults {
        provider: found.provider,
        query_sent: query.reduced(),
        nothing_found: sources.is_empty(),
        source_rules: (!scope.sources.is_empty()).then(|| scope.sources.to_string()),
        results: new.into_iter().map(SearchResult::from).collect(),
        again: known.into_iter().map(|source| source.id.clone()).collect(),
        claims: Vec::new(),
    };
    let urls = sources.iter().map(|source| source.url.clone()).collect();
    ToolAnswer { output, notes: Notes { sources, urls, bases: vec![basis], left_out, ..Notes::default() } }
}

/// Returns the excerpts that may state something new: not those of pages that were read, of results that a task as of a
/// day must not use, those that only repeat the title or show a page without its text, and those that have nothing of
/// the query.
fn snippets(session: &Session, query: &str, found: &Found) -> Vec<Snippet> {
    let snippet = |hit: &Hit| {
        let source = unread_source(hit, &session.scope);
        let text: String = hit.snippet.chars().take(MAX_SNIPPET_CHARS).collect();
        let is_new = !session.notebook.is_read(&source.id) && !hit.title.contains(text.trim());
        let beside_shell = excerpts::words_beside_shell(&text);
        let states = text.split_whitespace().nth(MIN_SNIPPET_WORDS - 1).is_some()
            && beside_shell.is_none_or(|words| words >= MIN_SNIPPET_WORDS)
            && excerpts::may_bear(query, &hit.title, &text);
        let may_be_used = hindsight::exclusion(source.published_at, session.scope.as_of).is_none();
        (is_new && states && may_be_used).then(|| Snippet { source, text: Untrusted::new(text) })
    };
    found.hits.iter().filter_map(snippet).take(MAX_SNIPPETS).collect()
}

/// Leaves out results that are dated before the first day that the model asked for. Some providers ignore the filter.
fn current(since: Option<Since>, mut found: Found) -> Found {
    if let Some(since) = since {
        let is_current =
            |hit: &Hit| extraction::dates::parse(&hit.published).is_none_or(|at| at.date_naive() >= since.day);
        found.hits.retain(is_current);
    }
    found
}

/// Leaves out the results of domains that the request of the task excludes.
pub(crate) fn permitted(scope: &TaskScope, mut found: Found) -> Found {
    found.hits.retain(|hit| scope.permits(&hit.url));
    found
}

fn no_provider(error: &SearchError) -> ToolError {
    // The problems quote the providers' own messages.
    tracing::info!(error = %error, "no search provider answered");
    ToolError::to_model("no search provider answered. This does not mean that there is nothing.")
}

/// Returns a search hit as a source without a content hash: it was not read yet.
pub(crate) fn unread_source(hit: &Hit, scope: &TaskScope) -> Source {
    let rated = scope.tiers.rate(&hit.url);
    Source {
        id: source_id(&hit.url),
        url: hit.url.clone(),
        title: hit.title.chars().take(MAX_TITLE_CHARS).collect(),
        publisher: source_tier::host(&hit.url),
        published_at: extraction::dates::parse(&hit.published),
        fetched_at: scope.started,
        tier: rated.tier,
        tier_reason: rated.reason,
        content_hash: String::new(),
    }
}

impl From<&Source> for SearchResult {
    fn from(source: &Source) -> Self {
        let url = Untrusted::new(source.url.as_str()).address();
        let title = Untrusted::new(source.title.as_str()).label(MAX_LABEL_CHARS);
        let tier_reason = source.tier_reason.clone();
        Self { source: source.id.clone(), url, title, published: source.published_at, tier: source.tier, tier_reason }
    }
}
