//! The tools of a research loop. Each has a name, a JSON Schema, typed input and output, and only the dependencies that
//! it uses. The researcher's loop calls them through [`agent::Registry`]; an MCP server can serve the same ones.
//!
//! A tool returns its output for the model and [`Notes`] for code. The notes are added to the [`Notebook`], the only
//! material that findings may cite. Stores, the page reader and the metered model are behind ports
//! ([`domain::port::memory::Memory`], [`session`]), so this crate imports no adapter but the outside web.

pub mod addresses;
pub mod cited;
mod claim;
mod entities;
pub mod entity_match;
pub mod event_source;
mod excerpts;
mod extent;
mod external;
pub mod file_store;
mod files;
mod fresh_memory;
mod hindsight;
mod history;
pub mod lei;
pub mod macros;
mod market;
pub mod markets;
pub mod names;
pub mod notebook;
pub mod oversized_results;
mod page;
mod query_shape;
mod query_words;
pub mod reading;
pub mod recorded;
pub mod report;
mod request_research;
mod retrieve;
mod search;
mod sentiment;
pub mod session;
mod site;
pub mod source_tier;
pub mod statements;
mod task_topics;
mod task_words;
mod todos;
mod token;
pub mod workspace;

use std::sync::Arc;
use std::time::Duration;

use agent::{Bounds, Registry, ToolError, ToolSpec};
use domain::port::PortError;
use domain::port::memory::Memory;
use serde_json::{Map, Value, json};
use web::Web;

pub use entities::plain as plain_entity;
pub use fresh_memory::MemoryLookUp;
pub use notebook::{Notebook, Notes};
pub use page::not_fetched;
pub use request_research::RequestedResearch;
pub use session::{SearchPrivacy, Session, TaskScope};
pub use task_topics::TaskTopics;
pub use task_words::TaskWords;

use file_store::FileStore;
use oversized_results::{OversizedResults, ReadResult};
use recorded::AnswerRecorder;
use search::{RecordedWeb, WebSearch, WikipediaSearch};
use session::PageSource;

/// Name of the tool that looks up a token's metadata.
pub const TOKEN_METADATA: &str = "get_token_metadata";
/// Name of the tool that reads a page.
pub const FETCH_PAGE: &str = "fetch_page";
/// Name of the tool that takes the final answer.
pub const STORE_RESULTS: &str = "store_research_results";
/// Name of the tool that takes the result of a todo.
pub const WRITE_FILE: &str = "write_file";
/// Name of the tool that marks a todo as blocked.
pub const UPDATE_TODO: &str = "todo_update";

/// Name of the tool that lists the forms of an entity, such as the addresses of a token.
const REPRESENTATIONS: &str = "get_entity_representations";

/// Tools that are of use after a result of another one only, which a loop declares then: that tool, and they.
const OPENED: [(&str, &[&str]); 3] = [
    ("resolve_entity", &["get_cached_research", REPRESENTATIONS, "query_entity_timeline"]),
    ("find_markets", &["market_price"]),
    (lei::LOOKUP_LEI, &[lei::LEI_RELATIONSHIPS]),
];

/// Returns the tools that are of use after a result of `tool` in a loop about these topics.
pub fn opened_by(tool: &str, topics: TaskTopics) -> impl Iterator<Item = &'static str> + use<> {
    let opened: &'static [&'static str] =
        OPENED.iter().find(|(opener, _)| *opener == tool).map_or(&[], |(_, opened)| opened);
    opened.iter().copied().filter(move |name| topics.token || *name != REPRESENTATIONS)
}

/// Maximum duration of a tool that only reads our own stores.
const STORE_TIME: Duration = Duration::from_secs(30);
/// A search asks several providers in sequence, each with its own timeout. Public providers limit concurrent requests.
const SEARCH_BOUNDS: Bounds = Bounds { time: Some(Duration::from_secs(60)), max_concurrent: Some(64) };
/// GLEIF allows 60 requests per minute; a call sends at most eight.
const LEI_BOUNDS: Bounds = Bounds { time: Some(Duration::from_secs(60)), max_concurrent: Some(8) };
/// Token services answer within seconds or not at all.
const TOKEN_BOUNDS: Bounds = Bounds { time: Some(Duration::from_secs(30)), max_concurrent: Some(32) };

/// A registry of tools for research loops.
pub type Tools = Registry<Session, Notes>;

/// Dependencies of the tools.
pub struct Dependencies<M, W> {
    /// Entities and earlier research.
    pub memory: Arc<M>,
    /// The outside web.
    pub web: Arc<W>,
    /// Pages, fetched and parsed.
    pub pages: Arc<dyn PageSource>,
    /// Recorder of services' answers.
    pub answers: AnswerRecorder,
    /// Files of bundles and oversized results.
    pub files: Arc<dyn FileStore>,
    /// Limits and thresholds.
    pub settings: Settings,
}

/// Limits and thresholds of the tools.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Maximum duration of a call of a tool that has no own limit.
    pub call_time: Duration,
    /// Maximum number of characters read of a page.
    pub max_page_chars: usize,
    /// Confidence from which memory answers a query, 0 to 1.
    pub memory_threshold: f64,
    /// Reads the excerpts of search results in quarantine.
    pub reads_snippets: bool,
}

impl<M: Memory, W: Web> Dependencies<M, W> {
    /// Returns the tools for a question or entity.
    pub fn research_tools(&self) -> Tools {
        self.with_external(self.present_tools().with(report::StoreResults))
    }

    /// Returns the tools for a question as of an earlier day. Data services are not offered: their answers are undated,
    /// so they would be withheld. Nor are requests for further research, whose results would be too late.
    pub fn past_tools(&self) -> Tools {
        self.dated_tools().with(report::StoreResults)
    }

    /// Returns the tools for a bundle of research directions.
    pub fn bundle_tools(&self) -> Tools {
        let tools = self
            .present_tools()
            .with(files::WriteFile(Arc::clone(&self.files)))
            .with(files::ReadFile(Arc::clone(&self.files)))
            .with(files::ListFiles(Arc::clone(&self.files)))
            .with(todos::ReadTodos)
            .with(todos::UpdateTodo)
            .with(todos::NextTodo);
        self.with_external(tools)
    }

    /// Returns the tools from which a research macro names those that it uses. None of them takes the answer, which is
    /// text.
    pub fn macro_tools(&self) -> Tools {
        self.with_external(self.present_tools())
    }

    /// Returns tools whose answers are dated or identify an entity.
    fn dated_tools(&self) -> Tools {
        let (memory, web, pages) = (|| Arc::clone(&self.memory), || self.recorded_web(), || Arc::clone(&self.pages));
        let Settings { call_time, max_page_chars, memory_threshold, .. } = self.settings;
        with_entities(Registry::default().within(call_time), &self.memory)
            .with(retrieve::Retrieve { memory: memory(), threshold: memory_threshold })
            .with(WebSearch { web: web(), reads_snippets: self.settings.reads_snippets })
            .with(WikipediaSearch(web()))
            .with(page::FetchPage { pages: pages(), max_chars: max_page_chars })
            .with(site::MapSite { web: web(), pages: pages() })
            .with(market::FindMarkets(web()))
            .with(market::MarketPrice(web()))
            .with(ReadResult(OversizedResults(Arc::clone(&self.files))))
    }

    /// Returns the tools of every loop about the present.
    fn present_tools(&self) -> Tools {
        let web = || self.recorded_web();
        self.dated_tools()
            .with(history::QueryTimeline(Arc::clone(&self.memory)))
            .with(request_research::ResearchAndStore)
            .with(token::GetMetadata(web()))
            .with(token::GetPrices(web()))
            .with(token::CheckRugcheck(web()))
            .with(token::GetHolders(web()))
            .with(sentiment::AnalyzeSentiment(web()))
            .with(lei::LookupLei(web()))
            .with(lei::LeiRelationships(web()))
    }

    fn with_external(&self, tools: Tools) -> Tools {
        external::offered_by(&self.recorded_web(), self.settings.max_page_chars).fold(tools, Registry::with)
    }

    fn recorded_web(&self) -> RecordedWeb<W> {
        RecordedWeb { web: Arc::clone(&self.web), answers: self.answers.clone() }
    }
}

/// Returns the tools that only read and extend the memory of entities, for the MCP server. The session's notebook stays
/// empty.
pub fn entity_tools<M: Memory>(memory: &Arc<M>) -> Tools {
    with_entities(Registry::default().within(STORE_TIME), memory)
}

fn with_entities<M: Memory>(tools: Tools, memory: &Arc<M>) -> Tools {
    let memory = || Arc::clone(memory);
    tools
        .with(entities::ResolveEntity(memory()))
        .with(entities::CreateEntity(memory()))
        .with(entities::AddRepresentation(memory()))
        .with(entities::GetRepresentations(memory()))
        .with(history::CheckFreshness(memory()))
        .with(history::GetCachedResearch(memory()))
}

/// Creates a tool's description. `fields` are (name, schema); the first `required` of them are mandatory.
fn schema(name: &str, description: &str, required: usize, fields: &[(&str, Value)]) -> ToolSpec {
    let properties: Map<String, Value> =
        fields.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    let required: Vec<&str> = fields.iter().take(required).map(|(name, _)| *name).collect();
    let input_schema =
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    ToolSpec { name: name.to_owned(), description: description.to_owned(), input_schema }
}

/// Returns the schema of a non-empty text.
fn text_schema(description: &str) -> Value {
    json!({"type": "string", "minLength": 1, "maxLength": 2000, "description": description})
}

/// Returns the schema of a number of results, 1 to 20.
fn count_schema(default: impl Into<Value>) -> Value {
    json!({"type": "integer", "minimum": 1, "maximum": 20, "default": default.into()})
}

/// Converts a failure of our own database: the job is retried, the model does not see it.
fn unavailable(tool: &str) -> impl Fn(PortError) -> ToolError + '_ {
    move |error| ToolError::broken(tool, error)
}

/// Parses an entity id that the model wrote.
fn parse_entity_id(text: &str) -> Result<domain::EntityId, ToolError> {
    domain::EntityId::parse(text)
        .map_err(|problem| ToolError::to_model(format!("entityId {text:?} {problem}; use one that a tool gave you")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_an_entity_are_opened_in_loops_about_tokens_only() {
        let opened = |topics| opened_by("resolve_entity", topics).collect::<Vec<_>>();
        assert_eq!(opened(TaskTopics::ALL), ["get_cached_research", REPRESENTATIONS, "query_entity_timeline"]);
        let other = TaskTopics { token: false, ..TaskTopics::ALL };
        assert_eq!(opened(other), ["get_cached_research", "query_entity_timeline"]);
        assert_eq!(opened_by("web_search", TaskTopics::ALL).next(), None);
    }
}
