//! The tools of the researcher's loop. Each is a name, a schema and a few lines; what they leave in the notebook is the only
//! thing that findings may rest on.

mod entities;
mod external;
mod files;
mod history;
mod kept;
mod memory;
mod page;
mod search;
mod sentiment;
mod site;
mod stored;
mod todos;
mod token;
mod wanted;

pub(crate) use page::explained;
pub(crate) use wanted::Wanted;

use std::time::Duration;

use agent::{Bounds, Registry, ToolError};
use serde_json::{Map, Value, json};
use store::Memory;
use web::Web;

use crate::desk::Desk;
use crate::notebook::Notes;

pub(crate) use external::with as with_external;

/// The tool that asks what a mint is.
pub(crate) const METADATA: &str = "get_token_metadata";
/// The tool that takes the final answer.
pub(crate) const ANSWER: &str = "store_research_results";
/// The tool that takes a todo's result.
pub(crate) const WRITE: &str = "write_file";
/// The tool by which a todo is given up.
pub(crate) const UPDATE: &str = "todo_update";

/// Longest time of a tool that only asks our own stores.
const QUICK: Duration = Duration::from_secs(30);

/// A search asks several providers one after the other, each with a timeout of its own; public ones mind crowds.
const SEARCHING: Bounds = Bounds { time: Some(Duration::from_secs(60)), at_once: Some(64) };
/// Token services answer at once or not at all.
const LOOKING_UP: Bounds = Bounds { time: Some(Duration::from_secs(30)), at_once: Some(32) };

/// A registry for desks.
pub(crate) type Tools<M, W> = Registry<Desk<M, W>, Notes>;

/// Tools that tell what is dated, or what a thing is; `time` bounds those that set no bound of their own.
fn dated<M: Memory, W: Web>(time: Duration) -> Tools<M, W> {
    Registry::default()
        .within(time)
        .with(entities::ResolveEntity)
        .with(entities::CreateEntity)
        .with(entities::AddRepresentation)
        .with(entities::GetRepresentations)
        .with(history::CheckFreshness)
        .with(history::GetCachedResearch)
        .with(memory::Retrieve)
        .with(search::WebSearch)
        .with(search::WikipediaSearch)
        .with(page::FetchPage)
        .with(site::MapSite)
        .with(kept::ReadResult)
        .bounded(&["web_search", "wikipedia_search"], SEARCHING)
}

/// The tools of every loop about the present.
fn research<M: Memory, W: Web>(time: Duration) -> Tools<M, W> {
    dated(time)
        .with(history::QueryTimeline)
        .with(wanted::ResearchAndStore)
        .with(token::GetMetadata)
        .with(token::GetPrices)
        .with(token::CheckRugcheck)
        .with(token::GetHolders)
        .with(sentiment::AnalyzeSentiment)
        .bounded(&["get_token_metadata", "get_price_history", "check_rugcheck", "get_holder_distribution"], LOOKING_UP)
}

/// The tools for one question or entity.
pub(crate) fn registry<M: Memory, W: Web>(time: Duration) -> Tools<M, W> {
    research(time).with(stored::StoreResults)
}

/// The tools for a question as of an earlier day. What services say is of today, and undated: it would be withheld, so it is not
/// asked for; what is researched beside it would be learned too late.
pub(crate) fn past<M: Memory, W: Web>(time: Duration) -> Tools<M, W> {
    dated(time).with(stored::StoreResults)
}

/// The tools for research directions.
pub(crate) fn bundle<M: Memory, W: Web>(time: Duration) -> Tools<M, W> {
    research(time)
        .with(files::WriteFile)
        .with(files::ReadFile)
        .with(files::ListFiles)
        .with(todos::Read)
        .with(todos::Update)
        .with(todos::GetNext)
}

/// Nothing to remember: its answer follows from the desk alone, and repeating it writes the same again.
pub(crate) fn is_pure(tool: &str) -> bool {
    [ANSWER, WRITE, UPDATE, "todo_read", "todo_get_next"].contains(&tool)
}
/// A tool's description. `fields` are (name, schema); the first `required` of them must be given.
fn spec(name: &str, description: &str, required: usize, fields: &[(&str, Value)]) -> llm::Tool {
    let properties: Map<String, Value> =
        fields.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    let required: Vec<&str> = fields.iter().take(required).map(|(name, _)| *name).collect();
    let input_schema =
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    llm::Tool { name: name.to_owned(), description: description.to_owned(), input_schema }
}

/// A non-empty text.
fn words(description: &str) -> Value {
    json!({"type": "string", "minLength": 1, "maxLength": 2000, "description": description})
}

/// Memory is written before the first word of a stranger is heard, or not at all: whatever a page or a title says, it cannot
/// make the model write. (What was found is written by code, from what stands in the notebook.)
fn before_strangers<M, W>(desk: &Desk<M, W>) -> Result<(), ToolError> {
    if desk.notebook.has_heard_strangers() {
        return Err(ToolError::told(
            "entities and their forms are written before the first search, not after it; go on with the research, and name what you found in its findings",
        ));
    }
    Ok(())
}

/// Our own database is away: the work is tried again, the model is not told.
fn away(tool: &str) -> impl Fn(domain::port::PortError) -> ToolError + '_ {
    move |error| ToolError::broken(tool, error)
}

/// An entity's id as the model wrote it.
fn entity_id(text: &str) -> Result<domain::EntityId, ToolError> {
    domain::EntityId::parse(text)
        .map_err(|problem| ToolError::told(format!("entityId {text:?} {problem}; use one that a tool gave you")))
}
